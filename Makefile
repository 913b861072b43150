PORT ?= 8000
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DB ?= .placeline/sample.sqlite

.DEFAULT_GOAL := help
.PHONY: help setup run test check fix lock accuracy

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(VENV)/run.stamp ## Make .venv with the placeline command in it

$(VENV)/run.stamp: requirements/run.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Placeline needs Python 3.11 or newer, found " + sys.version.split()[0] + ": call make with PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing locked dependencies into $(VENV) (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	@echo "Installing the test tools into $(VENV) (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

run: setup ## Build the gazetteer once, read the sample articles, serve the map
	@$(BIN)/placeline gazetteer build --if-needed
	@$(BIN)/placeline ingest samples --db $(DB)
	@$(BIN)/placeline serve --db $(DB) --port $(PORT)

test: $(VENV)/dev.stamp ## Run all tests
	@$(BIN)/placeline gazetteer build --if-needed
	@$(BIN)/python -m pytest

check: $(VENV)/dev.stamp ## Format, lint, types, import rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

fix: $(VENV)/dev.stamp ## Format and mend what ruff can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

$(VENV)/baseline.stamp: requirements/baseline.txt $(VENV)/run.stamp
	@echo "Installing spaCy into $(VENV), to measure it too (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/baseline.txt
	@touch $@

accuracy: $(VENV)/baseline.stamp ## Measure places against marked articles: make accuracy GOLD="a.jsonl b.jsonl" OPTIONS=--test-part
	@test -n "$(GOLD)" || { echo 'accuracy: no GOLD; wanted: make accuracy GOLD="a.jsonl b.jsonl"'; exit 1; }
	@$(BIN)/placeline gazetteer build --if-needed
	@$(BIN)/placeline evaluate places $(GOLD) $(OPTIONS)

lock: ## Write requirements/*.txt anew (needs uv)
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml -o requirements/run.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --group dev -c requirements/run.txt pyproject.toml -o requirements/dev.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra baseline -c requirements/run.txt pyproject.toml -o requirements/baseline.txt
