package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"time"
)

// bomName is the bill of materials in an archive, and bomExtension the extension of its
// copy next to the archive.
const (
	bomName      = "krigo" + bomExtension
	bomExtension = ".cdx.json"
)

// A bill of materials by CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json).
type (
	bill struct {
		Format       string       `json:"bomFormat"`
		SpecVersion  string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Ref        string     `json:"bom-ref"`
		Type       string     `json:"type"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		PURL       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref       string   `json:"ref"`
		DependsOn []string `json:"dependsOn"`
	}
)

// billOf lists the content of a program: the standard library and modules with the sums
// that Go checks them by.
func billOf(b binary, modules []*debug.Module, c commit, goos string) ([]byte, error) {
	main := component{Ref: "krigo", Type: "application", Name: "krigo", Version: c.version, Properties: []property{{"krigo:platform", goos + "/" + setting(b.info, "GOARCH")}, {"krigo:commit", setting(b.info, "vcs.revision")}}}
	standard := component{Ref: "std", Type: "library", Name: "std", Version: b.info.GoVersion, PURL: "pkg:golang/std@" + strings.TrimPrefix(b.info.GoVersion, "go")}
	doc := bill{
		Format: "CycloneDX", SpecVersion: "1.5", Version: 1,
		Metadata:   metadata{c.time.Format(time.RFC3339), main},
		Components: []component{standard},
	}
	for _, m := range modules {
		purl := "pkg:golang/" + m.Path + "@" + strings.ReplaceAll(m.Version, "+", "%2B")
		doc.Components = append(doc.Components, component{
			Ref: purl, Type: "library", Name: m.Path, Version: m.Version, PURL: purl,
			Properties: []property{{"krigo:gosum", m.Sum}},
		})
	}
	needs := dependency{Ref: main.Ref}
	for _, part := range doc.Components {
		needs.DependsOn = append(needs.DependsOn, part.Ref)
	}
	doc.Dependencies = []dependency{needs}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

// setting returns one of a build's settings.
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
