# The commands of the project that are longer than go build and go test.

# The version of the packages.
VERSION ?= $(shell $(dir $(lastword $(MAKEFILE_LIST)))systemd/version)
OUT ?= dist

.PHONY: version deb deb-armhf deb-arm64 deb-amd64 vm-test

# deb makes packages for Debian and Raspberry Pi OS: armhf (all Pis, also the Zero), arm64, amd64.
deb: deb-armhf deb-arm64 deb-amd64

# version prints the version of the packages.
version:
	@echo $(VERSION)

deb-armhf: GO_ARCH := GOARCH=arm GOARM=6
deb-arm64: GO_ARCH := GOARCH=arm64
deb-amd64: GO_ARCH := GOARCH=amd64

deb-armhf deb-arm64 deb-amd64: deb-%: $(OUT)/package
	mkdir -p $(OUT)/$*
	CGO_ENABLED=0 GOOS=linux $(GO_ARCH) go build -trimpath -ldflags=-s -o $(OUT)/$*/consigliere ./cmd/consigliere
	mkdir -p $(OUT)/$*/builds
	for build in config/*.toml; do \
		sed 's|^journals = .*|journals = "/var/lib/consigliere/journals"|' $$build >$(OUT)/$*/builds/$${build##*/} || exit; done
	DEB_ARCH=$* DEB_ROOT=$(OUT)/$* VERSION=$(or $(VERSION),$(error there is no version; outside of a repository give one: make VERSION=1.0 $@)) $(OUT)/package systemd/nfpm.yaml $(OUT)

# The program that makes packages is a module of its own.
$(OUT)/package: systemd/package/main.go systemd/package/go.mod
	mkdir -p $(OUT)
	go build -C systemd/package -o $(abspath $@) .

# vm-test boots a real kernel with simulated lines, buses and keyboards, and plays on it; see
# systemd/vm/test for what makes it longer.
vm-test: deb-amd64
	systemd/vm/test $(OUT)
