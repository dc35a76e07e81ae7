package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A document is a list of what a program is made of, as SPDX 2.3 has it.
type document struct {
	Version   string     `json:"spdxVersion"`
	License   string     `json:"dataLicense"`
	ID        string     `json:"SPDXID"`
	Name      string     `json:"name"`
	Namespace string     `json:"documentNamespace"`
	Creation  creation   `json:"creationInfo"`
	Packages  []part     `json:"packages"`
	Relations []relation `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

// A part is the program or a module in it.
type part struct {
	ID        string     `json:"SPDXID"`
	Name      string     `json:"name"`
	Version   string     `json:"versionInfo"`
	Location  string     `json:"downloadLocation"`
	Analyzed  bool       `json:"filesAnalyzed"`
	Checksums []checksum `json:"checksums,omitempty"`
	Refs      []ref      `json:"externalRefs,omitempty"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type ref struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relation struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// sbom writes what a program says of the modules that it was built from.
func sbom(w io.Writer, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	made := int64(0)
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		if made, err = strconv.ParseInt(epoch, 10, 64); err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
	}
	name := filepath.Base(program)
	version := info.Main.Version
	if v := os.Getenv("VERSION"); v != "" {
		version = v
	}
	doc := document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: name,
		Namespace: "urn:sha256:" + hex.EncodeToString(sum[:]),
		Creation:  creation{time.Unix(made, 0).UTC().Format(time.RFC3339), []string{"Tool: consigliere-package"}},
		Packages: []part{{
			ID: "SPDXRef-program", Name: name, Version: version, Location: "NOASSERTION",
			Checksums: []checksum{{"SHA256", hex.EncodeToString(sum[:])}},
		}},
		Relations: []relation{{"SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-program"}},
	}
	add := func(name, version, purl string) {
		id := fmt.Sprintf("SPDXRef-%d", len(doc.Packages))
		doc.Packages = append(doc.Packages, part{
			ID: id, Name: name, Version: version, Location: "NOASSERTION",
			Refs: []ref{{"PACKAGE-MANAGER", "purl", purl}},
		})
		doc.Relations = append(doc.Relations, relation{"SPDXRef-program", "DEPENDS_ON", id})
	}
	add("stdlib", strings.TrimPrefix(info.GoVersion, "go"), "pkg:golang/stdlib@"+strings.TrimPrefix(info.GoVersion, "go"))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		add(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}
