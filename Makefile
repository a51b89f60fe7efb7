# Everything that a person or a machine does with Turnkeeper. `make help` lists it.
# Each target sets up what it needs: an environment of its own from the locks, whose hashes are checked.

PORT ?= 8765
DATA ?= data
ARGS ?=
FUZZ ?= 600
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' server/__init__.py)

VENV := .venv
PY := $(VENV)/bin/python
# The first Python that is new enough; `make PYTHON=/path/to/python …` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
NPM := $(shell command -v npm 2>/dev/null)
# In no lock: not every platform has it, and nothing else needs it.
ATHERIS := atheris>=3,<4

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test thorough pythons trial coverage fuzz check format types bench screenshots locks wheel shim image release clean node-tools

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

serve: $(VENV)/runtime.stamp ## start the server (PORT=8765 DATA=data DEMO=1 ARGS='--host 0.0.0.0')
	$(PY) -m server serve --port $(PORT) --data '$(DATA)' $(if $(DEMO),--demo) $(ARGS)

test: $(VENV)/test.stamp node-tools ## run every test; TURNKEEPER_REQUIRE=all lets nothing be skipped (ARGS='-k spell')
	$(PY) -m pytest $(ARGS)

thorough: $(VENV)/test.stamp ## the long forms: 100 kills, 2000 power cuts, 2000 clients, a minute without NATS, ten minutes each of soak and fuzzing
	ulimit -n 10000 && TURNKEEPER_KILLS=100 TURNKEEPER_CUTS=2000 TURNKEEPER_CROWD=2000 TURNKEEPER_HISTORY=100 \
	TURNKEEPER_FUZZ=2000 TURNKEEPER_SOAK=600 TURNKEEPER_CUT=60 $(PY) -m pytest --show-capture=no tests/server tests/cluster $(ARGS)
	$(MAKE) --no-print-directory fuzz
	$(MAKE) --no-print-directory pythons

# Each in an environment of its own. A name may lead to a Python of another version, or to none.
pythons: ## the tests of rules, protocol, vectors, server and the installed wheel on every other Python that is here (3.11 or newer)
	@own=$$($(PY) -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null); \
	for python in python3.11 python3.12 python3.13 python3.14; do \
		version=$$($$python -c 'import ensurepip, sys, venv; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || \
			{ echo "not tried: $$python is not here"; continue; }; \
		test "python$$version" = "$$python" && test "$$python" != "$$own" || continue; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=$$python trial || exit 1; \
	done

trial: $(VENV)/test.stamp
	$(PY) -VV
	$(PY) -m pytest -q tests/rules tests/protocol tests/vectors tests/server \
		tests/deploy/test_wheel.py $(ARGS)

# By sentences alone: what a state machine comes by depends on chance, and takes ten times as long.
coverage: $(VENV)/test.stamp ## branches of rules and protocol that their own tests reach, with a floor; of permissions all
	$(PY) -m coverage run -m pytest -q --ignore-glob='*_machine.py' tests/rules tests/protocol tests/vectors $(ARGS)
	$(PY) -m coverage report
	$(PY) -m coverage report --include=rules/engine/permissions.py --fail-under=100

fuzz: $(VENV)/test.stamp ## fuzzing guided by coverage, for ten minutes (FUZZ=600)
	$(PIP) '$(ATHERIS)'
	@mkdir -p .fuzz
	$(PY) -m tests.server.fuzz .fuzz/corpus -max_total_time=$(FUZZ) -max_len=4096 -len_control=0 \
	-timeout=60 -artifact_prefix=.fuzz/

check: $(VENV)/dev.stamp ## lint, format, types of Python and JavaScript, architecture
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(PY) -m pytest -q tests/test_architecture.py tests/test_architecture_clients.py
ifneq ($(NPM),)
	$(MAKE) --no-print-directory node_modules/stamp
	npx --no-install tsc --project tsconfig.json
	npx --no-install biome ci --error-on-warnings
else ifeq ($(TURNKEEPER_REQUIRE),all)
	@echo 'npm is missing, and TURNKEEPER_REQUIRE=all lets nothing be skipped' >&2; exit 1
else
	@echo 'skipped: types, lint and format of the JavaScript, npm is missing'
endif

format: $(VENV)/dev.stamp ## put Python and JavaScript into their form
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
ifneq ($(NPM),)
	$(MAKE) --no-print-directory node_modules/stamp
	npx --no-install biome check --write
else
	@echo 'skipped: the JavaScript, npm is missing'
endif

types: $(VENV)/runtime.stamp ## write the messages' types for the clients: TypeScript, JSON Schema, AsyncAPI
	$(call generated,protocol.dts,clients/js-shim/protocol.d.ts)
	$(call generated,protocol.schema,protocol/schema.json)
	$(call generated,protocol.asyncapi,protocol/asyncapi.json)

# A module that fails leaves the old file as it was.
generated = $(PY) -m $(1) > $(2).new && mv $(2).new $(2)

bench: $(VENV)/test.stamp ## measure, and print the tables of ratios
	$(PY) -m bench $(ARGS)

screenshots: $(VENV)/test.stamp ## take the pictures of the README anew (needs Chromium)
	$(PY) -m pytest -q tests/browser/screenshots.py

locks: $(VENV)/dev.stamp ## choose the newest versions that pyproject.toml and package.json allow
	$(call lock,requirements.lock,--extra cluster)
	$(call lock,requirements-test.lock,--extra test)
	$(call lock,requirements-dev.lock,--extra dev)
	npm install --package-lock-only --omit-lockfile-registry-resolved

# Versions and hashes for every platform, but no address: where packages come from is up to the machine.
lock = $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-package turnkeeper --custom-compile-command 'make locks' \
	$(2) --output-file $(1) pyproject.toml

wheel: $(VENV)/test.stamp ## build dist/*.whl
	$(PY) -m hatchling build --target wheel

shim: node_modules/stamp ## build dist/turnkeeper-shim-*.tgz, the shim as an npm package
	@mkdir -p dist
	node deploy/pack-shim.mjs dist

image: ## build the image turnkeeper:VERSION, where docker, podman or buildah works
	@for engine in docker podman buildah; do \
		$$engine info >/dev/null 2>&1 || continue; \
		$$engine build --tag turnkeeper:$(VERSION) --file deploy/Dockerfile . && exit 0 || exit 1; \
	done; echo 'not built: no docker, podman or buildah works here, so no image turnkeeper:$(VERSION)'

# The notes come first, since a version without them is none; nothing is built before all has passed.
release: $(VENV)/dev.stamp ## what must pass, then dist/: wheel, npm package, notes from CHANGELOG.md; image where one can be built
	@test -z "$$(git status --porcelain)" || { echo 'commit first: a release is made of what is committed' >&2; exit 1; }
	rm -rf dist && mkdir dist
	$(PY) deploy/notes.py $(VERSION) > dist/NOTES.md
	TURNKEEPER_REQUIRE=all $(MAKE) --no-print-directory check
	TURNKEEPER_REQUIRE=all $(MAKE) --no-print-directory test
	TURNKEEPER_REQUIRE=all $(MAKE) --no-print-directory coverage
	$(MAKE) --no-print-directory wheel
	$(MAKE) --no-print-directory shim
	$(MAKE) --no-print-directory image
	@echo 'dist/ holds $(VERSION). Tag it v$(VERSION), and publish it with dist/NOTES.md.'

clean: ## remove what make has made; the data stay
	rm -rf $(VENV) .venv-3.* .fuzz .coverage node_modules dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@test -n '$(PYTHON)' || { echo 'Turnkeeper needs Python 3.11 or newer with venv (Debian: apt install python3-venv)' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/runtime.stamp: requirements.lock | $(VENV)/bin/python
	$(PIP) --require-hashes -r $<
	@touch $@

$(VENV)/test.stamp: requirements-test.lock | $(VENV)/bin/python
	$(PIP) --require-hashes -r $<
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(VENV)/bin/python
	$(PIP) --require-hashes -r $<
	@touch $@

# Without npm, or without a network, the tests that need these say so and are skipped.
node-tools:
ifneq ($(NPM),)
	-@$(MAKE) --no-print-directory node_modules/stamp
endif

node_modules/stamp: package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
