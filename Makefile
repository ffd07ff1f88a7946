# Needs only make and Python 3.11 or newer.  `make help` lists what there is.
#
# Everything is installed into .venv, from requirements/*.txt (locked, with hashes), by uv where it
# is on the PATH and by pip where it is not; and again only when one of the locks or pyproject.toml
# has changed, or the folder has moved.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
RUN := $(VENV)/bin/python
PACKAGES := world couriers service migrations scenarios

# make test PYTEST_ARGS="-k siege"; make test WORKERS=4 (many tests wait for a daemon, so two work well on two cores).
PYTEST_ARGS ?=
WORKERS ?=
# make lock UPGRADE=--upgrade takes the newest of everything; without it, only what must change does.
UPGRADE ?=
# make python=/opt/python3.12/bin/python3 test chooses another interpreter for a new .venv.
python ?=

# Tests start the program some hundred times; compiled anew each time, a start takes twice as long.
unexport PYTHONDONTWRITEBYTECODE

# A .venv is bound to its folder (scripts and the editable install hold absolute paths) and to its
# interpreter: one that moved, or whose Python is gone, is made again.
ifneq ($(shell test "$$(cat $(VENV)/.place 2>/dev/null)" = "$$(pwd)" && $(RUN) -c 'print("works")' 2>/dev/null),works)
$(VENV)/.made: again
endif

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

.PHONY: demo
demo: $(VENV)/.runtime ## ten days of the Hundred Days in about a minute; STAY=1 stays up for a browser
	@$(VENV)/bin/galloper demo $(if $(STAY),--stay)

.PHONY: test
test: lint types contracts pytest ## everything that must hold before a change is merged

.PHONY: lint
lint: $(VENV)/.test ## ruff: rules and formatting
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

.PHONY: format
format: $(VENV)/.test ## let ruff mend and format what it can
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

.PHONY: types
types: $(VENV)/.test ## mypy --strict
	$(RUN) -m mypy

.PHONY: contracts
contracts: $(VENV)/.test ## who may import whom
	$(VENV)/bin/lint-imports --no-cache

.PHONY: pytest
pytest: $(VENV)/.benchmark ## the tests alone
	$(RUN) -m pytest $(if $(WORKERS),-n $(WORKERS) --dist worksteal) $(PYTEST_ARGS)

.PHONY: soak
soak: $(VENV)/.benchmark ## every test with 2,000 examples a property, and those that run for hours
	HYPOTHESIS_PROFILE=soak $(RUN) -m pytest -m "" $(PYTEST_ARGS)

.PHONY: bench
bench: $(VENV)/.benchmark ## letters matured a second, beside a bare loop and two job queues
	$(RUN) tests/benchmarks/mature.py $(BENCH_ARGS)

.PHONY: docs
docs: $(VENV)/.runtime ## write the parts of docs/ that come from the code
	$(VENV)/bin/galloper docs docs

.PHONY: texts
texts: $(VENV)/.test ## gather what people are told for its translators (service/language/locale)
	$(RUN) -m service.language.texts

.PHONY: params
params: $(VENV)/.test ## figures of the campaign rules for which no test shows yet that they bite
	@$(RUN) -c "from tests.world.rules.campaign.figures_awaited import AWAITED; print(*sorted(AWAITED), sep='\n')"

.PHONY: pictures
pictures: $(VENV)/.test ## look at the pages for README and docs (needs Chromium)
	$(RUN) -m tests.browser.pictures

.PHONY: wheel
wheel: $(VENV)/.test ## build dist/*.whl, with what the lock holds
	rm -rf dist
	$(RUN) -m hatchling build -t wheel

.PHONY: clean
clean: ## remove what was built or cached (.venv stays)
	rm -rf dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# --- locks ---------------------------------------------------------------------------------------

# The test lock is resolved first and binds the others, so that no two of them disagree.  Nothing
# written names the index it came from: every machine uses its own.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)

.PHONY: lock
lock: ## resolve requirements/*.txt anew (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH: pip install uv" >&2; exit 2; }
	$(COMPILE) pyproject.toml --group test -o requirements/test.txt
	$(COMPILE) pyproject.toml -c requirements/test.txt -o requirements/runtime.txt
	$(COMPILE) --group build -c requirements/test.txt -o requirements/build.txt
	$(COMPILE) pyproject.toml --group benchmark -c requirements/test.txt -o requirements/benchmark.txt

# --- .venv ---------------------------------------------------------------------------------------

.PHONY: again
again:

$(VENV)/.made:
	@for p in $(python) python3.13 python3.12 python3.11 python3; do \
	  if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$p; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Galloper needs Python 3.11 or newer; none was found as $(strip $(python) python3.13), python3.12," \
	       "python3.11 or python3. Install one, or name it: make python=/path/to/python3 ..." >&2; exit 2; \
	fi; \
	echo "Making $(VENV) with $$("$$found" --version)"; \
	rm -rf $(VENV); \
	if command -v uv >/dev/null; then \
	  uv venv --quiet --python "$$(command -v "$$found")" $(VENV); \
	elif ! "$$found" -m venv $(VENV); then \
	  rm -rf $(VENV); \
	  echo "$$found has no working venv module: install it (Debian, Ubuntu: apt-get install" \
	       "python3-venv) or install uv, then run make again." >&2; exit 2; \
	fi; \
	pwd > $(VENV)/.place; \
	touch $@

# $(call install,LOCK…): what the locks hold, by hash, then the project itself in place.
define install
	@if command -v uv >/dev/null; then \
	  pip="uv pip install --quiet --compile-bytecode --python $(RUN)"; \
	else \
	  $(RUN) -m pip --version >/dev/null 2>&1 || $(RUN) -m ensurepip >/dev/null; \
	  pip="$(RUN) -m pip install --quiet --quiet --disable-pip-version-check --no-input"; \
	fi; \
	echo "Installing $(1)"; \
	$$pip --require-hashes $(addprefix -r ,$(1)) && \
	$$pip --no-deps --no-build-isolation --editable .
	@touch $@
endef

$(VENV)/.runtime: requirements/build.txt requirements/runtime.txt pyproject.toml $(VENV)/.made
	$(call install,requirements/build.txt requirements/runtime.txt)

$(VENV)/.test: requirements/test.txt pyproject.toml $(VENV)/.made
	$(call install,requirements/test.txt)
	@touch $(VENV)/.runtime

$(VENV)/.benchmark: requirements/benchmark.txt $(VENV)/.test
	$(call install,requirements/benchmark.txt)
