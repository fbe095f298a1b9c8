# The commands of everyday work; "make" alone lists them. Everything is Maven underneath.
MODULE ?= accountant/losses
QUICK = mvn -B -q -ntp -Pquick
CLASS_FILE = $(firstword $(shell find . -path '*/src/test/java/*' -name '$(CLASS).java' -not -path './*/target/*'))
CLASS_MODULE = $(patsubst ./%,%,$(firstword $(subst /src/test/, ,$(CLASS_FILE))))

.PHONY: help test one fmt check docs nightly assay hook

help: ## This list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

test: ## The quick tests of one module: make test MODULE=verify/auditor
	$(QUICK) -T2 -pl $(MODULE) -am install -Dmaven.test.skip=true
	mvn -B -ntp -Pquick -pl $(MODULE) test

one: ## One test class, wherever it is: make one CLASS=RdpCurveTest
	@[ -n '$(CLASS_FILE)' ] || { echo "no test class is called '$(CLASS)'" >&2; exit 2; }
	$(QUICK) -T2 -pl $(CLASS_MODULE) -am install -Dmaven.test.skip=true
	mvn -B -ntp -Pquick -pl $(CLASS_MODULE) test -Dtest='$(CLASS)' -Dtest.excludedGroups=

fmt: ## Format what is not formatted
	mvn -B -q -ntp spotless:apply

check: ## Everything that breaks the build, with the ordinary tests
	mvn -B -ntp -Pstrict clean verify

docs: ## What README and docs show, run and compared
	$(QUICK) -T2 -pl verify/cli -am install -Dmaven.test.skip=true
	mvn -B -ntp -Pquick -pl verify/cli,verify/site test -Dtest='DocumentedCommandsTest,org.assay.cli.documented.**,SiteTest' \
	  -Dsurefire.failIfNoSpecifiedTests=false

nightly: ## Everything that must hold before a change is accepted, which takes an hour
	.ci/run

hook: ## Format before every commit
	printf '#!/bin/sh\nmvn -B -q -ntp spotless:apply && git diff --quiet || { echo "formatted: add the changes and commit again" >&2; exit 1; }\n' > .git/hooks/pre-commit
	chmod +x .git/hooks/pre-commit
