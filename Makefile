# krigo: `make demo` runs the first notebook; `make quick` is for between two edits; `make test` checks everything.

GO      ?= go
BIN     := bin/krigo
export CGO_ENABLED ?= 0

DOCS        := interp/symbols/docs/docs.zip
DEFAULTS    := modules/distribution/built/defaults.json
MODULE      := internal/explore/page/built/module.wasm.gz
NOTEBOOK    := notebooks/01-first-fit.ipynb

.PHONY: help build wasm browser lite demo quick test unit openblas kernels lint race e2e stress fresh fuzz slowest reach deps bench bench-quick generated generate check-generated check-rename release check-release check-wheel fresh-wheel fresh-deb clean cross arm64 windows site

help: ## show this help
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/'

build: $(DOCS) $(DEFAULTS) $(MODULE) ## build bin/krigo
	$(GO) build -ldflags "-s -w" -o $(BIN) ./cmd/krigo

$(DOCS): go.mod # documentation of packages that are not ours, from their sources
	cd interp/symbols && $(GO) run ./gen -docs

$(DEFAULTS): go.mod # module proxy and checksum database of the Go distribution that builds krigo
	cd modules/distribution && $(GO) run ./gen

# What the module of figures is made of: the library, and what asks it.
MODULE_SOURCES := $(shell find gplib internal/explore -name '*.go' ! -name '*_test.go')

$(MODULE): go.mod $(MODULE_SOURCES) # explorable figures as WebAssembly
	cd internal/explore/page && $(GO) run ./gen

wasm: $(MODULE) ## the WebAssembly module of explorable figures, 2.5 MB

demo: build ## run the first notebook headless: out/01-first-fit.ipynb and .html
	@mkdir -p out
	$(BIN) run $(NOTEBOOK) -o out/01-first-fit.ipynb --html out/01-first-fit.html --print scores
	@echo
	@echo "The executed notebook: out/01-first-fit.ipynb"
	@echo "The same as a page:    out/01-first-fit.html"

browser: $(DOCS) ## the module of pages whose cells run (krigo run --cells): bin/krigo-pages
	$(GO) run ./scripts/browser -out bin/krigo-pages

lite: $(DOCS) ## the kernel for JupyterLite: out/lite/krigo-lite, an extension that jupyter lite build takes
	$(GO) run ./scripts/browser -out bin/krigo-pages -lite out/lite/krigo-lite

site: browser $(MODULE) ## static pages of lessons, papers, guides and packages: out/site/index.html
	$(GO) run ./scripts/site -out out/site -cells bin/krigo-pages

quick: ## go vet and the short tests: seconds, or a minute after an edit
	$(GO) vet ./...
	$(GO) test -short '-ldflags=-s -w' ./... # without symbol tables, links take half the time

# Runs stages and go test: failures, one line a package, an end to hangs, one table (scripts/tests).
TESTS := $(CURDIR)/out/bin/tests

$(TESTS): FORCE
	@$(GO) build -o $@ ./scripts/tests

FORCE:

STAGES := deps lint check-generated race unit e2e

test: $(TESTS) ## install what the tests need, then run everything; one table at the end
	@$(TESTS) stages $(STAGES)

# A peer that is missing, such as Jupyter, fails its tests here. go test alone skips them.
race unit e2e: export KRIGO_E2E := 1

# The packages whose goroutines share state, which race tests.
SEQUENTIAL := highlight nbformat reproduce
RACED := ./cell/... ./cluster/... ./kernel/... \
	$(patsubst %,./internal/%/...,$(filter-out $(SEQUENTIAL),$(notdir $(patsubst %/,%,$(wildcard internal/*/))))) \
	./interp ./interp/worker/... ./interp/internal/... ./interp/machine/... \
	./interp/symbols ./interp/symbols/tables ./interp/symbols/library/sync/...

# A test whose name ends in Unraced is slow under the race detector and shares no state of its
# own between goroutines, or runs goroutines of cells, which may race. unit runs it.
race: $(TESTS) ## the concurrent packages under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(TESTS) go -race $(OVERLAP) -timeout 30m -skip 'Unraced$$' ./interp $(RACED)
	CGO_ENABLED=1 $(TESTS) go -race -timeout 30m -run '^TestSessions$$' ./interp/static

# More tests at once than processors: many wait for processes, for clocks or for each other.
OVERLAP := -p 4 -parallel 4

# The raced packages that have such tests, and the packages that are not raced, of which the
# longest start first.
UNRACED  = $(shell for dir in $$($(GO) list -f '{{.Dir}}' $(RACED)); do grep -qs '^func Test.*Unraced' $$dir/*_test.go && echo $$dir; done)
LONGEST := ./interp/differential ./course/grading ./cmd/krigo
OTHERS   = $(filter-out %/interp/static $(shell $(GO) list $(RACED)),$(shell $(GO) list $(LONGEST) ./...))

unit: $(TESTS) ## what race leaves out
	$(TESTS) go $(OVERLAP) -timeout 30m -run 'Unraced$$' $(UNRACED)
	$(TESTS) go $(OVERLAP) -timeout 30m -skip '^TestSessions$$' ./interp/static $(OTHERS)

openblas: $(TESTS) ## the short tests of the library with OpenBLAS
	KRIGO_BLAS=libopenblas.so.0 $(TESTS) go -timeout 30m -short ./gplib/...

e2e: $(TESTS) $(MODULE) ## the binary against Jupyter's front ends and tools, and Chromium
	@$(GO) build -o /dev/null ./cmd/krigo # the tests build it from the cache then, and do not seem to hang
	cd e2e && $(TESTS) go -v -count=1 -parallel 4 -timeout 90m .

stress: $(TESTS) ## race and e2e three times next to six busy processes
	@$(TESTS) stress race e2e

fresh: ## a pristine Debian 12 in a temporary folder runs make demo and make test (needs root)
	@$(GO) run ./scripts/fresh 'make demo' 'make test'

fuzz: ## each parser for a minute with input that nobody has thought of, two workers: half an hour
	scripts/fuzz 1m

slowest: $(TESTS) ## rewrite docs/slowest-tests.md from the last make test
	@$(TESTS) slowest -n 50 > docs/slowest-tests.md

reach: $(TESTS) ## rewrite docs/front-ends.md from the last make test
	@$(TESTS) reach > docs/front-ends.md

lint: ## gofmt, go vet, staticcheck; prose; krigo fmt and krigo vet of the notebooks; spelling where codespell is
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	cd e2e && $(GO) vet .
	$(GO) tool staticcheck ./...
	$(GO) test . -run 'Prose|Wrapped'
	$(GO) run ./cmd/krigo fmt --check notebooks
	$(GO) run ./cmd/krigo vet notebooks
	@scripts/check-spelling

# What releases are for.
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64

# Each system and processor of releases that the tests do not run on, once: no file is for Linux on arm64 alone.
CROSSED := darwin/arm64 windows/amd64

cross: ## vet everything, which compiles it, and build krigo for other systems and processors
	@for platform in $(CROSSED); do \
		echo "$$platform"; \
		export GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(GO) vet ./... && $(GO) build -o /dev/null ./cmd/krigo || exit 1; \
	done
	@echo js/wasm
	@$(GO) run ./scripts/browser -vet

# What qemu cannot do: it knows no limits of memory, outlives a kill for long, and is told by
# the environment where to find libraries.
UNEMULATED := TestMemoryLimit|TestPrintsOfAWorkerKilledFromOutside|TestEnvListsByName

arm64: ## tests of what is near the machine on linux/arm64, by qemu
	@scripts/debian-deps qemu-user-static libc6-arm64-cross
	GOOS=linux GOARCH=arm64 $(GO) test -short -exec $(CURDIR)/scripts/arm64 -skip '$(UNEMULATED)' \
		./gplib/linalg ./gplib/optim ./interp ./interp/worker ./interp/internal/...

check-rename: ## give a copy of the module another path, test it, publish it to itself; takes minutes
	@scripts/check-rename

# Debian 12's wine cannot remove folders as Go does, and has neither sockets of files nor bash.
UNWINED := Cd|Folder|Save|WriteFile|Bash|ConnectionFile|Loopback|NeverPrinted|History|IPC

windows: ## tests of what is near the system on windows/amd64, by wine
	@scripts/debian-deps wine wine64 gcc-mingw-w64-x86-64-win32
	GOOS=windows GOARCH=amd64 $(GO) test -short -exec $(CURDIR)/scripts/wine -skip '$(UNWINED)' \
		./interp ./interp/worker ./interp/internal/... ./kernel ./internal/nbformat/execute

kernels: ## the short numeric tests with each set of kernels, krigo's own, gonum's and OpenBLAS's
	$(GO) run ./scripts/kernels

deps: ## install what the tests use, where it is missing: Debian packages, Python's in out/python*, axe-core
	@scripts/debian-deps
	@scripts/python-env
	@scripts/axe-core

bench: build ## speed beside peers and the machine's limits, one table; bench/README.md reads it
	@mkdir -p out
	$(GO) run ./bench -o out/bench.json

bench-quick: build ## a part of it, with fewer turns
	$(GO) run ./bench -quick

generated: ## generated programs in the interpreter and in Go; unit runs the corpus testdata/go
	@status=0; \
	$(GO) run ./interp/differential -n 300 || status=1; \
	$(GO) run ./interp/differential -numeric -n 300 || status=1; \
	$(GO) run ./interp/differential -numeric -cells -n 60 || status=1; \
	exit $$status

generate: ## rewrite the generated files that are stale
	$(GO) generate ./...

check-generated: ## fail where generated files are stale, and say which
	@cd gplib/linalg && $(GO) run ./internal/asmgen -check
	@cd interp/symbols && $(GO) run ./gen -check

release: $(DOCS) $(DEFAULTS) $(MODULE) ## archives, wheels and packages for all platforms in dist/, with bills of materials and sums
	$(GO) run ./scripts/release -out dist $(if $(URL),-url $(URL)) $(PLATFORMS)

check-release: release ## build the release again from a clone: all sums must be the same
	@scripts/check-release

check-wheel: ## build a wheel by pip, or WHEEL=FILE; JupyterLab, papermill and nbgrader use it, and uninstalling leaves nothing (minutes)
	@scripts/debian-deps python3-venv chromium
	cd e2e && KRIGO_WHEEL=$(if $(WHEEL),$(abspath $(WHEEL)),build) $(GO) test -count=1 -v -timeout 60m -run '^TestWheel$$' .

fresh-wheel: ## check-wheel as a user of a pristine Debian 12 in a temporary folder, which has python3-venv alone (needs root)
	@scripts/fresh-wheel $(WHEEL)

fresh-deb: ## the Debian package, or PACKAGE=FILE, on a pristine Debian 12: installed, used, purged (needs root)
	@scripts/fresh-deb $(PACKAGE)

clean: ## remove what was built
	rm -rf bin dist out $(DOCS) $(DEFAULTS) $(MODULE) $(dir $(MODULE))wasm_exec.js
