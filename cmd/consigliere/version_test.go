package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVersion(t *testing.T) {
	platform := ", " + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH
	info := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "2284dbdc0ffee"}
	date := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-21T22:58:04Z"}
	for _, c := range []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"no-modules", nil, "consigliere devel"},
		{"no-vcs", info("(devel)"), "consigliere devel"},
		{"clean", info("v0.0.0-20261121225804-2284dbdc0ffe", revision, date, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), "consigliere devel, revision 2284dbdc0ffee, 2026-11-21T22:58:04Z"},
		{"modified", info("v0.0.0-20261121225804-2284dbdc0ffe+dirty", revision, date, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), "consigliere devel, revision 2284dbdc0ffee, 2026-11-21T22:58:04Z, modified"},
		{"tagged", info("v1.2.0", revision, date), "consigliere v1.2.0, revision 2284dbdc0ffee, 2026-11-21T22:58:04Z"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want+platform, version(c.info)) })
	}
}
