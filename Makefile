# Every target first installs what it needs into .venv.
PYTHON ?= python3
OLDEST := 3.11
VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/installed
TESTS  :=
WORKERS = $(shell $(BIN)/python -c "import os; print(2 * (os.cpu_count() or 1))")
SECONDS := 60
SEED   := 1
PROCESSES := 1
SCOPE  :=
COUNT  := 100
LANGUAGE :=
LOCALES := bot/messages/locales
PIP_FLAGS :=
IMAGE_FLAGS :=

.DEFAULT_GOAL := help
.PHONY: help run demo test soak check lint mypy pyright contracts docs format bench gallery strength exact \
	fast slow chaos memory mutants messages release image clean

help: ## Show the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

run: $(STAMPS)/run ## Open the local page, or serve Discord when DISCORD_TOKEN is set
	@$(BIN)/postboard

demo: $(STAMPS)/run ## Open a club to look at: a dozen games that run or are over, in var/demo
	@$(BIN)/postboard demo

# Many tests start processes, which would compile everything again where byte code is not kept. Half of
# the time they wait.
test: $(STAMPS)/test ## Run all tests, or those that TESTS names
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

# Every test that samples takes its number of samples from SOAK, in whatever folder it is.
soak: $(STAMPS)/test ## Run all tests with far more random games, for hours, and plant faults; TESTS as above
	PYTHONDONTWRITEBYTECODE= SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal --timeout 7200 $(TESTS)
	$(if $(TESTS),,$(BIN)/python -m tests.faults)

# The slowest comes first: with -j2 it runs beside the others.
check: pyright mypy lint contracts docs ## Lint, formatting, types, import contracts, documents

pyright: $(STAMPS)/check
	$(BIN)/pyright --pythonpath $(BIN)/python

mypy: $(STAMPS)/check
	$(BIN)/mypy
	$(BIN)/mypy docs/pages.py deploy/release.py

lint: $(STAMPS)/check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

contracts: $(STAMPS)/check
	$(BIN)/lint-imports

docs: $(STAMPS)/check ## Build the site of the documents and rulebooks in var/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

format: $(STAMPS)/check ## Format the code and apply automatic fixes
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMPS)/bench ## Measure against the yardsticks and print the ratios
	$(BIN)/python -m bench

gallery: $(STAMPS)/test ## Draw the pictures of the documents again; those of the page need Chromium
	$(BIN)/python -m tests.render.gallery
	$(BIN)/python -m tests.browser.pictures

strength: $(STAMPS)/run ## Play the levels of the engine against each other
	$(BIN)/python -m bench.strength --tables var/exact

exact: $(STAMPS)/exact ## Compute the exact value of every position, or of endgames, where a game allows it
	$(BIN)/python -m engine solve

fast: $(STAMPS)/fast ## Compile the search and the games, if there is a C compiler
	$(BIN)/python -m fast

slow: $(STAMPS)/run ## Undo `make fast`
	$(BIN)/python -m fast --undo

chaos: $(STAMPS)/test ## Play while everything fails: SECONDS=60 SEED=1 PROCESSES=1 (several use PostgreSQL)
	$(BIN)/python -m tests.chaos --seconds $(SECONDS) --seed $(SEED) --processes $(PROCESSES)

memory: $(STAMPS)/test ## Play for SECONDS=600 and watch that the bot's memory stays flat
	$(BIN)/python -m tests.chaos.soak --seconds $(SECONDS) --seed $(SEED)

mutants: $(STAMPS)/test ## Change one small thing after another, and list what no test notices: SCOPE=rules SEED=1 COUNT=100
	$(BIN)/python -m tests.mutants $(SCOPE) --seed $(SEED) --count $(COUNT)

messages: $(STAMPS)/run ## Collect the texts to translate, and update and compile all catalogues; LANGUAGE=pl adds one
	mkdir -p var
	$(BIN)/pybabel -q extract -k say -k say_n:1,2 --add-location=file --sort-by-file -o var/postboard.pot \
		rules engine render bot
	$(BIN)/pybabel -q update -N --ignore-obsolete --ignore-pot-creation-date -w 100 -D postboard -d $(LOCALES) \
		-i var/postboard.pot $(if $(LANGUAGE),--init-missing -l $(LANGUAGE))
	$(BIN)/pybabel -q compile -D postboard -d $(LOCALES)

release: $(STAMPS)/release ## Build the wheel, try it in an empty environment, and write checksums to dist/
	$(BIN)/python deploy/release.py

image: $(STAMPS)/test ## Build the image from Debian's packages with buildah, as root, and try it: IMAGE_FLAGS=...
	deploy/image.sh $(IMAGE_FLAGS)
	IMAGE=localhost/postboard $(BIN)/python -m pytest tests/test_image.py

clean: ## Remove the environment and every cache
	rm -rf .venv*/ .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# Without any stamp an installation was stopped halfway: the environment is made anew. With one, it is
# kept though a later installation failed.
ifeq ($(wildcard $(STAMPS)/*),)
.PHONY: $(BIN)/python
endif
$(BIN)/python:
	@command -v "$(PYTHON)" >/dev/null || { echo "There is no $(PYTHON):" \
		"install Python $(OLDEST) or newer, or name it, as in make PYTHON=python$(OLDEST)." >&2; exit 1; }
	@"$(PYTHON)" --version >/dev/null 2>&1 || { echo "$(PYTHON) doesn't start:" \
		"install Python $(OLDEST) or newer, or name another, as in make PYTHON=python$(OLDEST)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < tuple(map(int, "$(OLDEST)".split("."))))' || { \
		echo "Postboard needs Python $(OLDEST) or newer, and $(PYTHON) is $$("$(PYTHON)" --version 2>&1):" \
		"install a newer one, or name it, as in make PYTHON=python$(OLDEST)." >&2; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) lacks its modules venv and ensurepip:" \
		"install them; on Debian and Ubuntu they are the package python3-venv." >&2; exit 1; }
	@rm -rf $(VENV)
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) could not make the environment" \
		"$(VENV), as said above: mend that and run make again." >&2; exit 1; }

$(STAMPS)/run:   EXTRAS :=
$(STAMPS)/test:  EXTRAS := [test,exact]
$(STAMPS)/check: EXTRAS := [test,check,docs,bench,exact,fast]
$(STAMPS)/bench: EXTRAS := [bench,exact,test]
$(STAMPS)/exact: EXTRAS := [exact]
$(STAMPS)/fast:  EXTRAS := [fast]
$(STAMPS)/release: EXTRAS := [release]
# All that `make check` needs includes what the others need.
$(STAMPS)/check: OTHERS := run test bench exact fast
$(STAMPS)/%: pyproject.toml constraints.txt $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_FLAGS) \
		-c constraints.txt -e ".$(EXTRAS)" || { \
		echo "Postboard could not be installed, as said above: mend that and run make again." >&2; exit 1; }
	@mkdir -p $(STAMPS)
	@touch $@ $(OTHERS:%=$(STAMPS)/%)
