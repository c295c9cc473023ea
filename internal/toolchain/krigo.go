package toolchain

import (
	"cmp"
	"errors"
	"fmt"
	"go/version"
	"io"
	"io/fs"
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
	"golang.org/x/mod/sumdb/dirhash"

	"krigo"
)

// Module says where the source of krigo's packages is: a version of a module that proxies have, or a folder.
type Module struct {
	Path    string
	Version string // "" for a folder
	Dir     string
	// Files has the go.mod and go.sum of the version; of a folder, they are read there.
	Files fs.FS
	// Sum is the hash of the version as go.sum has it, or "" if it is unknown.
	Sum string
}

// OwnModule returns the module of this program: the version that it was built from if that is released, and else the
// clone that it was built in. The path of a released one has a dot.
func OwnModule() Module {
	m := Module{Path: path.Dir(path.Dir(reflect.TypeFor[Module]().PkgPath()))}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == m.Path {
		if v := info.Main.Version; semver.IsValid(v) && !strings.Contains(v, "+dirty") && module.CheckPath(m.Path) == nil && strings.Contains(m.Path, ".") {
			m.Version, m.Sum, m.Files = v, info.Main.Sum, krigo.Requirements
			return m
		}
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		m.Dir = filepath.Dir(filepath.Dir(filepath.Dir(file)))
		m.Files = os.DirFS(m.Dir)
	}
	return m
}

// stamp tells builds of krigo apart.
func (m Module) stamp() string { return m.Path + " " + m.Version + " " + m.Dir }

// addTo adds to a go.mod that it requires krigo, unless it does already, with krigo's requirements and sums, so that
// nothing has to be resolved.
func (m Module) addTo(mod *modfile.File, f *files) error {
	for _, r := range mod.Require {
		if r.Mod.Path == m.Path {
			return nil
		}
	}
	if m.Files == nil {
		return m.unknown(nil)
	}
	goMod, err := fs.ReadFile(m.Files, "go.mod")
	if err != nil {
		return m.unknown(err)
	}
	own, err := modfile.Parse("krigo's go.mod", goMod, nil)
	if err != nil {
		return err
	}
	if own.Module == nil || own.Module.Mod.Path != m.Path {
		return fmt.Errorf("%s is not the source of %s", m.Dir, m.Path)
	}
	sums, err := fs.ReadFile(m.Files, "go.sum")
	if err != nil {
		return err
	}
	f.goSum = merged(f.goSum, sums)
	if m.Version == "" {
		f.local = true
		if err := mod.AddReplace(m.Path, "", m.Dir, ""); err != nil {
			return err
		}
	} else if m.Sum != "" {
		hash, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return m.Files.Open("go.mod") })
		if err != nil {
			return err
		}
		f.goSum = merged(f.goSum, fmt.Appendf(nil, "%s %s %s\n%s %s/go.mod %s\n", m.Path, m.Version, m.Sum, m.Path, m.Version, hash))
	}
	return require(mod, m, own)
}

// unknown is the error for a program that needs krigo's source, which is not known.
func (m Module) unknown(err error) error {
	return errors.Join(fmt.Errorf("the program imports packages of %s, whose source this krigo does not know: "+
		"put a go.mod next to it that requires that module", m.Path), err)
}

// require adds a module with what it requires, in the higher of two versions.
func require(mod *modfile.File, m Module, own *modfile.File) error {
	have := map[string]string{}
	for _, r := range mod.Require {
		have[r.Mod.Path] = r.Mod.Version
	}
	all := []*modfile.Require{{Mod: module.Version{Path: m.Path, Version: cmp.Or(m.Version, "v0.0.0")}}}
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
		return mod.AddGoStmt(own.Go.Version)
	}
	return nil
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
