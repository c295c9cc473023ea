package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// licenceFile matches the files by which modules tell their terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|authors)([-.].*)?$`)

// licencesOf collects the licences of all modules in a program, and Go's own. A
// module without one may not be given away, and is an error.
func licencesOf(info *debug.BuildInfo) ([]file, error) {
	files, err := licencesIn(runtime.GOROOT(), "go")
	if err != nil {
		return nil, err
	}
	for _, m := range info.Deps {
		dir, err := output("go", "list", "-m", "-f", "{{.Dir}}", m.Path)
		if err != nil {
			return nil, err
		}
		more, err := licencesIn(dir, m.Path+"@"+m.Version)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// licencesIn reads the licences at the root of a module.
func licencesIn(dir, module string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []file
	licensed := false
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		lower := strings.ToLower(e.Name())
		licensed = licensed || strings.HasPrefix(lower, "licen") || strings.HasPrefix(lower, "copying")
		files = append(files, file{"LICENSES/" + module + "/" + e.Name(), 0o644, data})
	}
	if !licensed {
		return nil, fmt.Errorf("%s has no licence in %s", module, dir)
	}
	return files, nil
}

// component is a module in a CycloneDX list.
type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
}

// billOfMaterials lists the modules of a program as CycloneDX 1.5, JSON. It has
// no serial number, so that it is the same for the same program.
func billOfMaterials(info *debug.BuildInfo, at time.Time) ([]byte, error) {
	components := []component{goModule("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		components = append(components, goModule(m.Path, m.Version))
	}
	self := component{"application", "krigo", released(info), "pkg:golang/" + info.Main.Path + "@" + released(info)}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"timestamp": at.Format(time.RFC3339), "component": self},
		"components": components,
	}, "", "  ")
}

func goModule(path, version string) component {
	return component{"library", path, version, "pkg:golang/" + path + "@" + version}
}
