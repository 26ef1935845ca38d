# Two commands are enough: make demo, make test. Both install what is missing first.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
TANDEM := .build/release/tandem
# The program links the Swift library statically, so that it runs where no toolchain is.
RELEASE := -c release --static-swift-stdlib --product tandem

.PHONY: help deps build demo test test-swift check lab benchmark install uninstall clean

help:
	@echo "make demo       record ten seconds from two cameras, or from test sources"
	@echo "make test       every test, the device lab included"
	@echo "make check      formatting, imports, and other things that need no build"
	@echo "make build      the release program: $(TANDEM)"
	@echo "make lab        the tests on real camera and sound drivers, in a virtual machine"
	@echo "make benchmark  Tandem beside gst-launch-1.0, as ratios"
	@echo "make install PREFIX=/usr/local   (and make uninstall)"
	@echo "make deps       install the Debian packages that all this needs"

deps:
	@Support/install-packages Support/packages.txt Tests/DeviceLab/packages.txt

build: deps
	$(SWIFT) build $(RELEASE)

demo: build
	@Support/demo $(TANDEM) demo

test: test-swift lab

# A misuse that GLib or GStreamer notices ends a test run. What is held to a deadline, and the films, which must be
# whole on two cores, run one at a time, without the other tests' load.
ALONE := 'FilmTests|FaultTests'
test-swift: build
	$(SWIFT) build --build-tests
	G_DEBUG=fatal-criticals $(SWIFT) test --skip-build --skip $(ALONE)
	G_DEBUG=fatal-criticals $(SWIFT) test --skip-build --no-parallel --filter $(ALONE)

check: deps
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@Support/check-sources

lab: build
	@Tests/DeviceLab/lab --binary $(TANDEM)

benchmark: build
	@Benchmarks/compare $(TANDEM)

install: build
	install -D -m 755 $(TANDEM) "$(DESTDIR)$(PREFIX)/bin/tandem"
	install -d "$(DESTDIR)$(PREFIX)/share/tandem/pipelines"
	install -m 644 pipelines/*.json5 "$(DESTDIR)$(PREFIX)/share/tandem/pipelines/"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/tandem"
	rm -rf "$(DESTDIR)$(PREFIX)/share/tandem"

clean:
	rm -rf .build demo
