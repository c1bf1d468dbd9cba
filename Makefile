# make help lists the targets. Nothing but Go and make is needed, and python3 for the tests of config/ci: tools are Go
# modules of their own, in tools/ and tools/lint/, and Go builds them on first use.

SHELL := /bin/bash -euo pipefail
.DEFAULT_GOAL := help

MODULE    := github.com/agentdelta/agentdeltaexporter
COLLECTOR := build/otelcol-agentdelta
BUILDER   := go tool -modfile=tools/go.mod builder
LINTER    := go tool -modfile=$(CURDIR)/tools/lint/go.mod golangci-lint
# A number of runs and no time: at the end of a time, Go may report a failure that is none (go.dev/issue/75804).
FUZZTIME  ?= 20000x
KILLS     ?= 50
SEED      ?= 0
RUNS      ?= 3
BENCHTIME ?= 300ms
LOADTIME  ?= 60s
MACHINE   ?= $(shell nproc) processors, load $(shell cut -d' ' -f1 /proc/loadavg) at the end

# What make demo plays: recorded runs of agents, by the library that recorded them.
DEMO ?= $(addprefix testdata/cases/,seed openai-openinference openai-traceloop langchain-openinference vercel-ai-v7 mcp-traceloop)

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

.PHONY: build
build: ## Build the collector of builder-config.yaml
	CGO_ENABLED=0 $(BUILDER) --config builder-config.yaml
	@$(COLLECTOR) --version

.PHONY: demo
demo: build ## Run the collector on recorded agents and show what it wrote
	go run ./internal/demo -collector $(COLLECTOR) -config config/collector/local.yaml $(DEMO)

.PHONY: page
page: build ## The same, and keep the collector running, to look at its status page, with content
	AGENTDELTA_SHOW_CONTENT=true go run ./internal/demo -stay -collector $(COLLECTOR) -config config/collector/local.yaml $(DEMO)

.PHONY: test
test: vet race test-built validate growth torture torture-control ## Everything that must pass: vet, tests on both collector versions, sample configs, growth, kills

.PHONY: page-test
page-test: ## Look at the status page in a browser; pictures go to build/page. Skipped without Chromium
	go test -tags browser ./internal/statuspage -run InABrowser -v -count 1 -screenshots $(CURDIR)/build/page | grep -v '^=== '

.PHONY: vet
vet: ## Look for suspicious code
	go vet ./...

.PHONY: race
race: ## Run the tests on the oldest supported collector, that of go.mod, with the race detector
	go test -race ./...

.PHONY: test-built
test-built: build ## Run the tests on the collector that builder-config.yaml ships
	cd build && go test $(MODULE)/...

.PHONY: validate
validate: build ## Check the sample configurations, and that the collector has the exporter
	@for config in config/collector/*.yaml; do \
	  echo "validate $$config"; \
	  AGENTDELTA_STATE=build/state $(COLLECTOR) validate --config $$config; \
	done
	@$(COLLECTOR) components | grep -A 5 'name: agentdelta'

.PHONY: deploy-test
deploy-test: build ## Check container, Kubernetes, alerts, dashboard and action as their readers do; run the image's files
	cd test/deploy && go vet ./... && go test -count 1 ./...
	cd test/action && go vet ./... && go test -count 1 ./...

.PHONY: growth
growth: ## Count the statements that giant traces and texts take; fail when they grow faster than these do
	@mkdir -p build/giant
	for package in exporter internal/naming internal/pending internal/span internal/steps internal/value; do \
	  go test -c -covermode=atomic -coverpkg=./... -o build/giant/$$(basename $$package) ./$$package; \
	done
	go run ./internal/growth build/giant/exporter build/giant/naming build/giant/pending build/giant/span build/giant/steps build/giant/value

.PHONY: bench-check
bench-check: ## Run each benchmark once and the tests of what reads their figures; nothing is measured
	cd bench && go vet ./... && go test -count 1 -bench . -benchtime 1x ./...

.PHONY: bench
bench: ## Measure the exporter beside its peers and floors, RUNS times, and put the figures into bench/README.md
	@mkdir -p build
	cd bench && go test -c -o ../build/bench.test .
	rm -f build/bench.txt
	for run in $$(seq $(RUNS)); do build/bench.test -test.run '^$$' -test.bench . -test.benchtime $(BENCHTIME) -files build/bench | tee -a build/bench.txt; done
	rm -rf build/bench
	cd bench && go run ./report -machine "$(MACHINE)" -into README.md <../build/bench.txt

.PHONY: load
load: ## Load built collectors over OTLP/gRPC, each exporter for LOADTIME, and put the figures into bench/README.md
	@mkdir -p build
	CGO_ENABLED=0 $(BUILDER) --config bench/collector/builder-config.yaml
	cd bench && go build -o ../build/load/loader ./collector
	build/load/loader -for $(LOADTIME) -into bench/README.md

.PHONY: kafka-build
kafka-build: ## Build the collector that has Kafka: config/collector/kafka
	CGO_ENABLED=0 $(BUILDER) --config config/collector/kafka/builder-config.yaml

.PHONY: kafka-test
kafka-test: kafka-build ## Run two tiers with Kafka between them, three collectors, kills and moving partitions
	cd test/tiers && go vet ./kafka && go test -count 1 -v ./kafka | grep -v '^=== '

.PHONY: loadbalancing-test
loadbalancing-test: ## Run two tiers with the load-balancing exporter between them, a restart and moving routes
	cd test/tiers && go vet ./loadbalancing && go test -count 1 -v ./loadbalancing | grep -v '^=== '

.PHONY: torture
torture: build ## Kill the collector KILLS times while it works, and look for what is lost; repeat one with SEED
	go run ./internal/torture -collector $(COLLECTOR) -kills $(KILLS) -seed $(SEED)

.PHONY: torture-control
torture-control: build ## Kill one that has the batch processor in front; fail unless it is found to lose data
	go run ./internal/torture -collector $(COLLECTOR) -config internal/torture/batch.yaml -directory build/torture-control -control -kills 6 -seed $(SEED)

.PHONY: vulnerabilities
vulnerabilities: ## Look for known vulnerabilities in what is used. Says NOT CHECKED without its database; STRICT=1 fails then
	tools/vulnerabilities.sh

.PHONY: fmt
fmt: ## Format the code
	$(LINTER) fmt

.PHONY: lint
lint: vulnerabilities ## Run the linters of .golangci.yml, gosec among them, and look for known vulnerabilities
	@for module in . bench test/action test/deploy test/tiers; do \
	  echo "lint $$module"; \
	  (cd $$module && $(LINTER) run --config $(CURDIR)/.golangci.yml --allow-parallel-runners); \
	done

.PHONY: fuzz-short
fuzz-short: ## Run each fuzz target for FUZZTIME
	@tools/fuzz.sh $(FUZZTIME)

.PHONY: generate
generate: ## Generate code and documentation from metadata.yaml
	tools/generate.sh

.PHONY: generate-check
generate-check: generate ## Fail when what is generated isn't what is committed
	@changed=$$(git status --porcelain -- README.md documentation.md internal/metadata internal/metadatatest 'generated_*'); \
	if [ -n "$$changed" ]; then echo "not as generated; commit what make generate gives:"; echo "$$changed"; exit 1; fi

.PHONY: golden-update
golden-update: ## Write the golden files anew; read the diff before committing it
	@grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -rn1 dirname | sort -u | while read -r folder; do \
	  go test $$folder -update </dev/null; \
	done
