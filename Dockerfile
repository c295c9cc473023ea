# krigo in Jupyter, with the course:
#   docker build -t krigo . && docker run --rm -p 8888:8888 krigo
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY . .
RUN make build

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends jupyter-notebook jupyter-nbconvert libopenblas0 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/bin/krigo /usr/local/bin/krigo
RUN krigo install --prefix /usr/local

RUN useradd --create-home --uid 1000 krigo
COPY --chown=krigo notebooks /home/krigo/notebooks
COPY --chown=krigo testdata /home/krigo/testdata
USER krigo
WORKDIR /home/krigo
EXPOSE 8888
CMD ["jupyter", "notebook", "--ip=0.0.0.0", "--port=8888", "--no-browser"]
