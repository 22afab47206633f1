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

# The core as C, in a copy of this folder, which is tested and measured there like this one. Needs a C compiler. GCC
# compiles twice: games are played in between, and tell it which parts of the code are used most.
COMPILED := build/compiled
THERE := cd $(COMPILED) && PYTHONPATH=$(CURDIR)/$(COMPILED) ../../$(BIN)/python
COMPILE := setup.py --quiet build_ext --inplace --force >> compiled.log 2>&1 || { cat compiled.log; exit 1; }
LEARN := -fprofile-generate -fprofile-update=single
LEARNT := -fprofile-use -fprofile-correction -Wno-missing-profile
LESSONS := 'barons 2 random 150' 'barons 2 light 60' 'barons 3 random 100' 'barons 3 light 40' 'barons 4 light 40' \
	'directors_cut 2 random 60' 'barons41 3 random 60'

compiled: $(STAMP)
	@command -v $${CC:-cc} > /dev/null || { echo "a C compiler is needed to compile the core"; exit 1; }
	rm -rf $(COMPILED) && mkdir -p $(COMPILED)
	git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C $(COMPILED)
	@echo "The core is compiled, which takes some minutes ..."
	@if $(BIN)/python -c 'import sysconfig; print(sysconfig.get_config_var("CC"))' | grep -q gcc; then \
		(export BARONS_COMPILE=1 CFLAGS="$$CFLAGS $(LEARN)"; $(THERE) $(COMPILE)) && \
		for lesson in $(LESSONS); do set -- $$lesson; ($(THERE) -m barons_core simulate $$1 --players $$2 --bots $$3 \
			--games $$4 --seed 1 --jobs 1 > /dev/null 2>&1) || exit 1; done && \
		(export BARONS_COMPILE=1 CFLAGS="$$CFLAGS $(LEARNT)"; $(THERE) $(COMPILE)); \
	else (export BARONS_COMPILE=1; $(THERE) $(COMPILE)); fi

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
