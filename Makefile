# The commands of the project that are longer than go build and go test.

# The version of the packages.
VERSION ?= $(shell $(dir $(lastword $(MAKEFILE_LIST)))systemd/version)
OUT ?= dist
MAINTAINER ?= The Consigliere authors <consigliere@localhost>
# All that is made has the time of its commit, so that it is the same whenever it is made. A tarball's files have it, too.
export SOURCE_DATE_EPOCH ?= $(shell [ -e .git ] && git log -1 --format=%ct || stat -c %Y $(firstword $(MAKEFILE_LIST)))

# Pages and web sockets speak HTTP/1.1 alone, so what is packed leaves half a megabyte of HTTP/2 out.
TAGS = -tags nethttpomithttp2

# A Pi Zero reads its card slowly. What is packed for it inlines the functions of this module and of the small packages that
# it is made of, and none of the large libraries, nor of what a game says and shows: that leaves out 2 MB, and no benchmark of
# what is computed is slower. Of a page, which is packed, it leaves out a sixteenth.
INLINED = consigliere/... runtime/... internal/... sync/... math/... unicode/... image/... slices strings bytes strconv sort cmp iter maps
SMALL = -gcflags=all=-l $(foreach p,$(INLINED),-gcflags=$(p)=) -gcflags=consigliere/engine/.../face=-l

# flags prints what a program for a Pi Zero is built with.
flags:
	@echo $(TAGS) $(SMALL)

.PHONY: flags version release release-test print image image-test site deb deb-armhf deb-arm64 deb-amd64 vm-test gauntlet

# deb makes packages of the box and of the hub for Debian and Raspberry Pi OS: armhf (all Pis, also the Zero), arm64, amd64.
deb: deb-armhf deb-arm64 deb-amd64

# version prints the version of the packages.
version:
	@echo $(VERSION)

deb-armhf: GO_ARCH := GOARCH=arm GOARM=6
deb-armhf: GO_SMALL := $(SMALL)
deb-arm64: GO_ARCH := GOARCH=arm64
deb-amd64: GO_ARCH := GOARCH=amd64

deb-armhf deb-arm64 deb-amd64: deb-%: $(OUT)/package $(OUT)/consigliere.1 $(OUT)/consigliere-hub.1
	mkdir -p $(OUT)/$*
	CGO_ENABLED=0 GOOS=linux $(GO_ARCH) go build -trimpath $(TAGS) $(GO_SMALL) -ldflags=-s -o $(OUT)/$*/consigliere ./cmd/consigliere
	mkdir -p $(OUT)/$*/builds
	for build in config/*.toml; do \
		sed 's|^journals = .*|journals = "/var/lib/consigliere/journals"|' $$build >$(OUT)/$*/builds/$${build##*/} || exit; done
	mv $(OUT)/$*/builds/box.toml $(OUT)/$*/builds/full.toml
	gzip -9nc $(OUT)/consigliere.1 >$(OUT)/$*/consigliere.1.gz
	printf 'consigliere (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' '$(VERSION)' '$(MAINTAINER)' \
		"$$(LC_ALL=C TZ=UTC0 date -R -d @$$SOURCE_DATE_EPOCH)" | gzip -9nc >$(OUT)/$*/changelog.gz
	{ printf 'Consigliere is under the Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0\n\n'; cat NOTICES; } >$(OUT)/$*/copyright
	DEB_ARCH=$* DEB_ROOT=$(OUT)/$* MAINTAINER='$(MAINTAINER)' VERSION=$(or $(VERSION),$(error there is no version; outside of a repository give one: make VERSION=1.0 $@)) $(OUT)/package systemd/nfpm.yaml $(OUT)
	CGO_ENABLED=0 GOOS=linux $(GO_ARCH) go build -trimpath -ldflags=-s -o $(OUT)/$*/consigliere-hub ./cmd/consigliere-hub
	gzip -9nc $(OUT)/consigliere-hub.1 >$(OUT)/$*/consigliere-hub.1.gz
	gzip -dc $(OUT)/$*/changelog.gz | sed '1s/^consigliere /consigliere-hub /' | gzip -9nc >$(OUT)/$*/hub-changelog.gz
	DEB_ARCH=$* DEB_ROOT=$(OUT)/$* MAINTAINER='$(MAINTAINER)' VERSION=$(VERSION) $(OUT)/package systemd/hub/nfpm.yaml $(OUT)

# The manual is what the program says of itself.
$(OUT)/consigliere.1: systemd/manual $(OUT)/consigliere
	systemd/manual $(OUT)/consigliere >$@

$(OUT)/consigliere-hub.1: systemd/manual $(shell git ls-files 'cmd/consigliere-hub/*.go' 2>/dev/null)
	mkdir -p $(OUT)
	go build -trimpath -o $(OUT)/consigliere-hub ./cmd/consigliere-hub
	systemd/manual $(OUT)/consigliere-hub >$@

# release makes all that is published, the same bytes each time: the packages, a tarball of the source,
# what the programs are made of, the notes of the newest changes, and the checksums of all that.
release: deb
	rm -rf $(OUT)/release && mkdir -p $(OUT)/release
	for arch in armhf arm64 amd64; do cp $(OUT)/consigliere_$(VERSION)_$$arch.deb $(OUT)/consigliere-hub_$(VERSION)_$$arch.deb $(OUT)/release/ && \
		VERSION=$(VERSION) $(OUT)/package sbom $(OUT)/$$arch/consigliere-hub >$(OUT)/release/consigliere-hub_$(VERSION)_$$arch.spdx.json && \
		VERSION=$(VERSION) $(OUT)/package sbom $(OUT)/$$arch/consigliere >$(OUT)/release/consigliere_$(VERSION)_$$arch.spdx.json || exit; done
	git archive --format=tar --prefix=consigliere-$(VERSION)/ HEAD | gzip -9nc >$(OUT)/release/consigliere-$(VERSION).tar.gz
	awk '/^## /{n++} n==1' CHANGELOG.md >$(OUT)/release/NOTES.md
	cd $(OUT)/release && sha256sum * >SHA256SUMS

# release-test makes all that is published twice, the second time from a clone in another folder, with nothing built yet, another
# clock zone and other rights of new files, and compares; then lintian looks at the packages. It needs lintian, and all committed.
release-test: AGAIN = $(abspath $(OUT))/again
release-test: release
	[ -z "$$(git status --porcelain --untracked-files=no)" ] || { echo 'commit first: the clone has only what is committed' >&2; exit 1; }
	rm -rf '$(AGAIN)' && git clone -q . '$(AGAIN)'
	unset SOURCE_DATE_EPOCH; umask 077; TZ=Asia/Tehran GOCACHE='$(AGAIN)/cache' $(MAKE) -C '$(AGAIN)' release OUT='$(AGAIN)/dist' VERSION='$(VERSION)'
	cd $(OUT)/release && sha256sum --check --quiet '$(AGAIN)/dist/release/SHA256SUMS' && diff SHA256SUMS '$(AGAIN)/dist/release/SHA256SUMS'
	lintian --fail-on error,warning --allow-root $(OUT)/release/*.deb
	rm -rf '$(AGAIN)'

# print makes what is printed, in its real size: the quick card, and the fronts of the pods of each build that has some.
# It needs rsvg-convert, of librsvg2-bin.
print: $(OUT)/consigliere
	mkdir -p $(OUT)/print
	$(OUT)/consigliere wiring --card >$(OUT)/print/card.svg
	for build in bare full cable wireless; do $(OUT)/consigliere wiring --config $$build --labels >$(OUT)/print/$$build-labels.svg || exit; done
	for file in $(OUT)/print/*.svg; do rsvg-convert -f pdf -o $${file%.svg}.pdf $$file || exit; done

$(OUT)/consigliere: $(shell git ls-files 'cmd/consigliere/*.go' 'config/*' 2>/dev/null)
	mkdir -p $(OUT)
	go build -trimpath -o $@ ./cmd/consigliere

# The program that makes packages is a module of its own.
$(OUT)/package: systemd/package/main.go systemd/package/sbom.go systemd/package/go.mod
	mkdir -p $(OUT)
	go build -C systemd/package -o $(abspath $@) .

# image makes what is flashed onto the card of a Pi 3, 4 or Zero 2 W; see systemd/image/make. KEY is the file of the key
# that packages on a USB stick are signed with.
KEY ?=
image: deb-arm64
	systemd/image/make $(OUT) $(KEY)

# image-test starts that image in an emulator, plays on it and pulls its plug CUTS times, counts how long it takes to its
# first screen, lets a radio join its own Wi-Fi, and updates it from USB sticks. It needs qemu-system-arm, gpg, dpkg-dev,
# dosfstools and mtools.
CUTS ?= 3
image-test:
	go test -tags vm ./systemd/image -v -count 1 -timeout 0 -out $(abspath $(OUT)) -cuts $(CUTS)

# vm-test boots a real kernel with simulated lines, buses and keyboards, and plays on it; see
# systemd/vm/test for what makes it longer.
vm-test: deb-amd64
	systemd/vm/test $(OUT)

# gauntlet attacks the box for HOURS with trials of all kinds, and goes on where it stopped; see
# CONTRIBUTING.md. Stopped early, it keeps how far it is, and writes no line into its log.
HOURS ?= 1
gauntlet:
	mkdir -p $(OUT)
	go test ./sim -run 'TestGauntlet$$' -v -count 1 -timeout 0 -gauntlet.for $(HOURS)h \
		-gauntlet.state $(abspath $(OUT))/gauntlet.json -gauntlet.log testdata/gauntlet.log

# site makes the box as a page: a folder of static files for any web server, with compressed copies beside them.
# QUALITY is that of brotli; 11 takes a minute or two.
QUALITY ?= 11
SITE = cmd/consigliere-page/site
site:
	mkdir -p $(OUT)
	GOOS=js GOARCH=wasm go build -trimpath $(TAGS) $(SMALL) -ldflags='-s -w' -o $(OUT)/box.wasm ./cmd/consigliere-page
	GOOS=js GOARCH=wasm go build -trimpath $(TAGS) $(SMALL) -ldflags='-s -w' -o $(OUT)/reader.wasm ./cmd/consigliere-page/reader
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(OUT)/
	go run ./$(SITE)/make $(OUT)
	node $(SITE)/make/pack.js $(OUT) $(QUALITY)
