# JupyterLab with krigo and the course, for a user as in Jupyter's own images (jovyan, 1000:100), so
# that JupyterHub starts it too:
#   docker build -t krigo . && docker run --rm -p 8888:8888 krigo
FROM golang:1.26-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3-pip python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN make build && pip wheel --no-deps -w /wheels .

FROM python:3.13-slim-bookworm
ENV NB_USER=jovyan NB_UID=1000 NB_GID=100 HOME=/home/jovyan LANG=C.UTF-8
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends libopenblas0 tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --no-log-init --create-home --home-dir "$HOME" --shell /bin/bash --uid "$NB_UID" --gid "$NB_GID" "$NB_USER"
# hadolint ignore=DL3013
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    wheel=$(echo /wheels/krigo-*.whl) \
 && pip install --no-cache-dir "${wheel}[lab]" jupyterhub

USER 1000
WORKDIR $HOME
COPY --chown=1000:100 notebooks notebooks
COPY --chown=1000:100 testdata/co2 testdata/co2
EXPOSE 8888
ENTRYPOINT ["tini", "--"]
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--port=8888", "--no-browser"]
