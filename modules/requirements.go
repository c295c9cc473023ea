package modules

import (
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// requirements are those of the go.mod file of a session. They are immutable.
type requirements struct {
	path     string            // of the module itself
	language string            // "go1.26"
	roots    map[string]string // the required versions by path
	excluded map[module.Version]bool
	replaced map[module.Version]module.Version // an empty version stands for all
	dir      string                            // the folder of go.mod, for replacements by folders
}

// legacy is the language version of go.mod files that name none.
const legacy = "go1.16"

// newRequirements reads a parsed go.mod file in a folder.
func newRequirements(f *modfile.File, dir string) (*requirements, error) {
	r := &requirements{language: languageOf(f), dir: dir, roots: map[string]string{},
		excluded: map[module.Version]bool{}, replaced: map[module.Version]module.Version{}}
	if f.Module != nil {
		r.path = f.Module.Mod.Path
	}
	for _, x := range f.Exclude {
		r.excluded[x.Mod] = true
	}
	for _, x := range f.Replace {
		if other, twice := r.replaced[x.Old]; twice && other != x.New {
			return nil, fmt.Errorf("go.mod replaces %s twice, by %s and by %s", x.Old, other, x.New)
		}
		if x.New.Version == "" && dir == "" {
			return nil, fmt.Errorf("%s is replaced by the folder %s, which needs a go.mod file next to the notebook", x.Old, x.New.Path)
		}
		r.replaced[x.Old] = x.New
	}
	for _, x := range f.Require {
		if !r.excluded[x.Mod] && semver.Compare(x.Mod.Version, r.roots[x.Mod.Path]) > 0 {
			r.roots[x.Mod.Path] = x.Mod.Version
		}
	}
	return r, nil
}

// languageOf returns the language version of a go.mod file.
func languageOf(f *modfile.File) string {
	if f.Go == nil {
		return legacy
	}
	return "go" + f.Go.Version
}

// prunes reports whether modules of a language version list all that their packages need, so that the
// requirements of what they require do not count.
func prunes(language string) bool { return version.Compare(language, "go1.17") >= 0 }

// with returns the requirements with other roots.
func (r *requirements) with(roots map[string]string) *requirements {
	changed := *r
	changed.roots = roots
	return &changed
}

// actual returns what stands for a module: its replacement, or the module.
func (r *requirements) actual(m module.Version) module.Version {
	if other, ok := r.replaced[m]; ok {
		return other
	}
	if other, ok := r.replaced[module.Version{Path: m.Path}]; ok {
		return other
	}
	return m
}

// folder returns the folder of a module that is replaced by one.
func (r *requirements) folder(actual module.Version) string {
	if filepath.IsAbs(actual.Path) {
		return actual.Path
	}
	return filepath.Join(r.dir, filepath.FromSlash(actual.Path))
}

// needs are the requirements of the go.mod file of a required module.
type needs struct {
	language string
	require  []module.Version
}

// readNeeds reads the go.mod file of m, or of what replaces it.
func readNeeds(m, actual module.Version, data []byte) (needs, error) {
	f, err := modfile.ParseLax("go.mod", data, nil)
	if err != nil {
		return needs{}, fmt.Errorf("%s: %w", actual, err)
	}
	switch name := declared(f); {
	case actual.Version == "":
	case name == "":
		return needs{}, fmt.Errorf("%s: its go.mod has no module directive", actual)
	case name != m.Path && name != actual.Path:
		return needs{}, fmt.Errorf("%s: its go.mod says module %s: require it by that path", m, name)
	}
	n := needs{language: languageOf(f)}
	for _, x := range f.Require {
		n.require = append(n.require, x.Mod)
	}
	return n, nil
}

func declared(f *modfile.File) string {
	if f.Module == nil {
		return ""
	}
	return f.Module.Mod.Path
}

// readFolder reads the go.mod file of a folder that replaces a module.
func readFolder(m, actual module.Version, dir string) (needs, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return needs{}, fmt.Errorf("%s, which replaces %s: %w", actual.Path, m, err)
	}
	return readNeeds(m, actual, data)
}

// sortedRoots returns the roots in the order of their paths.
func (r *requirements) sortedRoots() []module.Version { return versions(r.roots) }

// versions returns the modules of a map from paths to versions, in order.
func versions(by map[string]string) []module.Version {
	var all []module.Version
	for _, path := range slices.Sorted(maps.Keys(by)) {
		all = append(all, module.Version{Path: path, Version: by[path]})
	}
	return all
}

// parents returns the paths that may be that of the module of a package, longest first.
func parents(path string) []string {
	var all []string
	for path != "" {
		all = append(all, path)
		path = path[:max(0, strings.LastIndexByte(path, '/'))]
	}
	return all
}
