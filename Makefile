# Everything runs in a .venv of its own, made on first use; delete it to start over.

PYTHON ?= python3
CONSTRAINTS := .ci/constraints.txt
BIN := .venv/bin
# By environment, not by option: so the build backend is pinned too.
# Newer versions of pip read only PIP_BUILD_CONSTRAINT for the backend.
PIP := PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS) \
	$(BIN)/python -m pip --disable-pip-version-check install -qq --no-compile

# One command, so that `make check` and `make test` cannot drift apart. Compiled modules are kept, whatever the
# environment says: many tests start the program, and each would compile all of it.
TEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest

# Rebuild .venv if its Python is gone.
$(shell test -x $(BIN)/python || rm -f .venv/.ready .venv/.ready-dev)

.NOTPARALLEL:
.PHONY: help demo test check fmt bench peers docs screenshots clean

help:
	@echo "make demo         review a bundled sample (without a terminal: print its report)"
	@echo "make test         run the test suite"
	@echo "make check        lint, types, import contracts, then the test suite"
	@echo "make fmt          format the code and fix what ruff can fix"
	@echo "make bench        measure the budgets"
	@echo "make peers        fetch the engines of others that bench compares with ours"
	@echo "make docs         fill the tables of README.md and docs/ from the code"
	@echo "make screenshots  draw screenshots/ from the real program"
	@echo "make clean        remove .venv, caches and build products"
	@echo
	@echo "Needs Python 3.11 or newer and git. PYTHON=... names another version than python3."

demo: .venv/.ready
	@$(BIN)/python -m editreview.sample

test: .venv/.ready-dev
	$(TEST)

check: .venv/.ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(TEST)

fmt: .venv/.ready-dev
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: .venv/.ready-dev
	@$(BIN)/python -m tests.benchmarks

# Only read, never installed where editreview is: one of them has a hundred dependencies and needs other versions of Python.
peers: .venv/.ready-dev
	@rm -rf .peers
	@$(PIP) --no-deps --ignore-requires-python --target .peers -r tests/benchmarks/peers.txt

docs: .venv/.ready-dev
	@$(BIN)/python -m tests.documents

screenshots: .venv/.ready-dev
	@$(BIN)/python -m tests.screenshots

clean:
	rm -rf .venv .peers build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find editreview tests -name __pycache__ -prune -exec rm -rf {} +

.venv/.ready: pyproject.toml $(CONSTRAINTS)
	$(make-venv)
	@echo "Installing editreview into .venv ..." >&2
	@$(PIP) -e .
	@touch $@

.venv/.ready-dev: pyproject.toml $(CONSTRAINTS)
	$(make-venv)
	@echo "Installing editreview and its development tools into .venv ..." >&2
	@$(PIP) -e '.[dev]'
	@touch .venv/.ready $@

# Debian's Python comes without ensurepip, and fails only after half of .venv is written.
define make-venv
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	found=$$($(PYTHON) --version 2>/dev/null) || found="no Python"; \
	echo "editreview needs Python 3.11 or newer, and $(PYTHON) is $$found." >&2; \
	echo "Name another one, as in: make $(or $(MAKECMDGOALS),demo) PYTHON=python3.12" >&2; \
	exit 1; }
@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
	version=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && rm -rf .venv && $(PYTHON) -m venv .venv || { \
	rm -rf .venv; \
	echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu:" >&2; \
	echo "    apt install python$$version-venv    (or python3-venv, for the system's own Python)" >&2; \
	exit 1; }; }
endef
