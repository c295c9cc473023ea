# krigo: `make demo` runs the first notebook; `make test` checks everything.

GO      ?= go
BIN     := bin/krigo
export CGO_ENABLED ?= 0

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
NOTEBOOK    := notebooks/01-first-fit.ipynb

.PHONY: help build demo test unit lint race e2e deps bench differential generate clean

help: ## show this help
	@grep -E '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9]+):.*## /  make \1\t/'

build: ## build bin/krigo
	$(GO) build -ldflags "-s -w" -o $(BIN) ./cmd/krigo

demo: build ## run the first notebook headless: out/01-first-fit.ipynb and .html
	@mkdir -p out
	$(BIN) run $(NOTEBOOK) -o out/01-first-fit.ipynb --html out/01-first-fit.html --print scores
	@echo
	@echo "The executed notebook: out/01-first-fit.ipynb"
	@echo "The same as a page:    out/01-first-fit.html"

test: deps lint race unit e2e ## install what the tests need, then run everything

unit: ## unit tests and examples; the library also without a system BLAS
	$(GO) test ./cmd/... ./display/... ./gplib/... ./highlight/... ./install/... ./interp/... ./kernel/... \
		./nbformat/... ./repl/... ./reproduce/...
	KRIGO_BLAS=gonum $(GO) test ./gplib/...

race: ## the concurrent packages under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race ./kernel/... ./interp/...

e2e: ## the binary against Jupyter, nbconvert, nbclient and Chromium
	KRIGO_E2E=1 $(GO) test -count=1 -timeout 30m -v ./e2e/

lint: ## gofmt, go vet, staticcheck
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

deps: ## install the Debian packages that the tests use, where they are missing
	@scripts/debian-deps

bench: build ## latency beside ipykernel, likelihood beside scikit-learn
	/usr/bin/python3 bench/latency.py --krigo $(BIN)
	$(GO) test -run '^$$' -bench 'LMLGrad' ./gplib/
	/usr/bin/python3 bench/lml_sklearn.py
	/usr/bin/python3 bench/fit_sklearn.py

differential: ## the interpreter beside the Go toolchain: the corpus, then generated programs
	@status=0; \
	$(GO) run ./interp/differential -corpus || status=1; \
	$(GO) run ./interp/differential -n 200 || status=1; \
	exit $$status

generate: ## rewrite the generated files
	$(GO) generate ./...

clean: ## remove what was built
	rm -rf bin out
