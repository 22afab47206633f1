# One environment in .venv, made once; every target below uses it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test docs bench compiled test-compiled clean

demo: $(STAMP)
	$(BIN)/barons demo

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2
	$(BIN)/python -m tests.citations

# The pages that are made from the vocabulary and the report codes, and the tables of the card language.
docs: $(STAMP)
	$(BIN)/barons words --format markdown > docs/vocabulary.md
	$(BIN)/barons explain --format markdown > docs/codes.md
	$(BIN)/python -m barons_core.language.tables > grammar/cards.json

bench: compiled
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		--no-build-isolation -e '.[bench]'
	@echo "The core as plain Python:"; $(BIN)/python -m benchmarks.run; plain=$$?; \
		echo "The core as C:"; $(THERE) -m benchmarks.run reduced_game full_game copying && exit $$plain

# The core as C, in a copy of this folder, which is tested and measured there like this one. Needs a C compiler.
COMPILED := build/compiled
THERE := cd $(COMPILED) && PYTHONPATH=$(CURDIR)/$(COMPILED) ../../$(BIN)/python

compiled: $(STAMP)
	@command -v $${CC:-cc} > /dev/null || { echo "a C compiler is needed to compile the core"; exit 1; }
	rm -rf $(COMPILED) && mkdir -p $(COMPILED)
	git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C $(COMPILED)
	@echo "The core is compiled, which takes some minutes ..."
	@cd $(COMPILED) && BARONS_COMPILE=1 ../../$(BIN)/python setup.py --quiet build_ext --inplace > compiled.log 2>&1 || \
		{ cat compiled.log; exit 1; }

test-compiled: compiled
	$(THERE) -m pytest -n 2

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Some systems ship Python without ensurepip; there the system's pip puts one into the environment.
$(STAMP): pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv $(VENV) || { \
		$(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt setuptools wheel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		--no-build-isolation -e '.[dev]'
	touch $(STAMP)
