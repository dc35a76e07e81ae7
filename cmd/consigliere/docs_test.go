package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPromises checks that ARCHITECTURE.md explains each promise that a comment cites.
func TestPromises(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	cited := regexp.MustCompile(`promises? (P\d)`)
	found := 0
	require.NoError(t, filepath.WalkDir("../..", func(file string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		source, err := os.ReadFile(file)
		for _, m := range cited.FindAllSubmatch(source, -1) {
			found++
			assert.True(t, strings.Contains(string(page), "\n- **"+string(m[1])+" "), "promise %s, cited in %s", m[1], file)
		}
		return err
	}))
	assert.Greater(t, found, 5, "comments cite promises")
}

// TestLinks checks that the documents link to files that exist.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^):#"\s]+)\)`)
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "BUILDING.md", "PHONES.md"} {
		page, err := os.ReadFile(filepath.Join("../..", name))
		require.NoError(t, err)
		for _, m := range link.FindAllSubmatch(page, -1) {
			assert.FileExists(t, filepath.Join("../..", string(m[1])), "linked in %s", name)
		}
	}
}

// TestPlacesOfChanges checks that what ARCHITECTURE.md says where a change goes is there.
func TestPlacesOfChanges(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	_, places, found := strings.Cut(string(page), "## Where a change goes\n")
	require.True(t, found)
	places, _, _ = strings.Cut(places, "\n## ")
	named := strings.NewReplacer("NAME", "naro", "TAG", "en")
	count := 0
	for _, m := range regexp.MustCompile("`((?:cmd|config|drivers|engine|hw|sim)/[^`]+)`").FindAllStringSubmatch(places, -1) {
		files, err := filepath.Glob(filepath.Join("../..", named.Replace(m[1])))
		require.NoError(t, err)
		assert.NotEmpty(t, files, m[1])
		count++
	}
	assert.Greater(t, count, 30)
}

// TestArchitecture checks that ARCHITECTURE.md names each package that is not for tests.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	out, err := exec.Command("go", "list", "consigliere/...").Output()
	require.NoError(t, err)
	for path := range strings.Lines(string(out)) {
		if path = strings.TrimSpace(path); !exempt(path) {
			path = strings.TrimPrefix(path, "consigliere/")
			assert.True(t, strings.Contains(string(page), path), "%s is not in the picture of the packages", path)
		}
	}
}
