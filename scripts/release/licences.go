package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"runtime/debug"
)

// licenceFile matches the names of licence files, in any folder of a module, and
// licenceFolder those of folders that hold nothing else.
var (
	licenceFile   = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|copyright|notice|patents|unlicen[cs]e)([-._].*)?$`)
	licenceFolder = regexp.MustCompile(`(?i)^(third[-_]?party[-_]?)?licen[cs]es$`)
)

// addLicences adds the licences of Go and of modules, in LICENSES by module.
func addLicences(all files, modules []*debug.Module) error {
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	if err := addLicencesOf(all, "go", os.DirFS(root), false); err != nil {
		return err
	}
	for _, m := range modules {
		dir, err := moduleDir(m)
		if err != nil {
			return err
		}
		if err := addLicencesOf(all, m.Path, os.DirFS(dir), true); err != nil {
			return err
		}
	}
	return nil
}

// addLicencesOf adds the licences of one module, also those of its subfolders if deep.
// Finding none is an error.
func addLicencesOf(all files, module string, source fs.FS, deep bool) error {
	found := 0
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (!deep && name != "." || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !licenceFile.MatchString(d.Name()) && !licenceFolder.MatchString(path.Base(path.Dir(name))):
			return nil
		}
		data, err := fs.ReadFile(source, name)
		all[path.Join("LICENSES", module, name)] = file{data: data}
		found++
		return err
	})
	if err == nil && found == 0 {
		err = fmt.Errorf("it has no licence file")
	}
	if err != nil {
		return fmt.Errorf("licences of %s: %w", module, err)
	}
	return nil
}

// moduleDir returns the folder of a module's sources.
func moduleDir(m *debug.Module) (string, error) {
	text, err := output("go", "mod", "download", "-json", m.Path+"@"+m.Version)
	if err != nil {
		return "", err
	}
	var found struct{ Dir string }
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", m.Path, err)
	}
	return found.Dir, nil
}
