package toolchain

import (
	"errors"
	"fmt"
	"go/version"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// Module says where the source of krigo's packages is: a version of a module that proxies have, or a folder.
type Module struct {
	Path    string
	Version string // "" for a folder
	Dir     string
}

// OwnModule returns the module of this program: the version that it was built from if that is released, and else the
// clone that it was built in. The path of a released one has a dot.
func OwnModule() Module {
	m := Module{Path: path.Dir(path.Dir(reflect.TypeFor[Module]().PkgPath()))}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == m.Path {
		if v := info.Main.Version; semver.IsValid(v) && !strings.Contains(v, "+dirty") && module.CheckPath(m.Path) == nil && strings.Contains(m.Path, ".") {
			m.Version = v
			return m
		}
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		m.Dir = filepath.Dir(filepath.Dir(filepath.Dir(file)))
	}
	return m
}

// stamp tells builds of krigo apart.
func (m Module) stamp() string { return m.Path + " " + m.Version + " " + m.Dir }

// addTo adds to a go.mod that it requires krigo, unless it does already. From a folder come its requirements and sums,
// too, so that nothing has to be resolved.
func (m Module) addTo(mod *modfile.File, f *files) error {
	for _, r := range mod.Require {
		if r.Mod.Path == m.Path {
			return nil
		}
	}
	if m.Version != "" {
		f.fetches = true
		return mod.AddRequire(m.Path, m.Version)
	}
	goMod, err := os.ReadFile(filepath.Join(m.Dir, "go.mod"))
	if m.Dir == "" || err != nil {
		return errors.Join(fmt.Errorf("the program imports packages of %s, whose source this krigo does not know: "+
			"put a go.mod next to it that requires that module", m.Path), err)
	}
	own, err := modfile.Parse(filepath.Join(m.Dir, "go.mod"), goMod, nil)
	if err != nil {
		return err
	}
	if own.Module == nil || own.Module.Mod.Path != m.Path {
		return fmt.Errorf("%s is not the source of %s", m.Dir, m.Path)
	}
	sums, err := os.ReadFile(filepath.Join(m.Dir, "go.sum"))
	if err != nil {
		return err
	}
	f.local = true
	f.goSum = merged(f.goSum, sums)
	return require(mod, m, own)
}

// require adds a module in a folder, with what it requires, in the higher of two versions.
func require(mod *modfile.File, m Module, own *modfile.File) error {
	have := map[string]string{}
	for _, r := range mod.Require {
		have[r.Mod.Path] = r.Mod.Version
	}
	all := []*modfile.Require{{Mod: module.Version{Path: m.Path, Version: "v0.0.0"}}}
	for _, r := range mod.Require {
		all = append(all, &modfile.Require{Mod: r.Mod, Indirect: r.Indirect})
	}
	for _, r := range own.Require {
		switch old := have[r.Mod.Path]; {
		case old == "":
			all = append(all, &modfile.Require{Mod: r.Mod, Indirect: true})
		case semver.Compare(old, r.Mod.Version) < 0:
			for _, a := range all {
				if a.Mod.Path == r.Mod.Path {
					a.Mod.Version = r.Mod.Version
				}
			}
		}
	}
	mod.SetRequireSeparateIndirect(all)
	if own.Go != nil && mod.Go != nil && version.Compare("go"+mod.Go.Version, "go"+own.Go.Version) < 0 {
		if err := mod.AddGoStmt(own.Go.Version); err != nil {
			return err
		}
	}
	return mod.AddReplace(m.Path, "", m.Dir, "")
}

// merged returns the lines of two go.sum files.
func merged(a, b []byte) []byte {
	lines := map[string]bool{}
	var out strings.Builder
	for line := range strings.Lines(string(a) + "\n" + string(b)) {
		if line = strings.TrimSpace(line); line != "" && !lines[line] {
			lines[line] = true
			out.WriteString(line + "\n")
		}
	}
	return []byte(out.String())
}
