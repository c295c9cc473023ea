package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"krigo/interp/symbols"
)

// writtenOverlay returns the list of replaced files, written in the root of the checkout.
func writtenOverlay(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir(filepath.Join("..", ".."))
	list, err := writeOverlay(t.TempDir(), true)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var written struct{ Replace map[string]string }
	if err := json.Unmarshal(raw, &written); err != nil {
		t.Fatal(err)
	}
	return written.Replace
}

// TestOverlay checks what pages embed against the world of cells: types and documentation of what cells of pages can
// import, of nothing else, and uncompressed.
func TestOverlay(t *testing.T) {
	replace := writtenOverlay(t)
	world := symbols.NewPageWorld()
	var typed []string
	for _, name := range []string{"standard.zip", "dependencies.zip"} {
		typed = append(typed, stored(t, replace[filepath.Join(typesFolder, name)])...)
	}
	for _, p := range world.Paths() {
		if !strings.HasPrefix(p, ownPrefix) && !slices.Contains(typed, p) {
			t.Errorf("the types of %s are missing", p)
		}
	}
	docs, err := docsOfPages()
	file := filepath.Join(t.TempDir(), "docs.zip")
	if err = errors.Join(err, os.WriteFile(file, docs, 0o600)); err != nil {
		t.Fatal(err)
	}
	documented := stored(t, file)
	for _, p := range []string{"krigo/gplib", "krigo/gplib/cov/covtest", "krigo/display"} {
		if !slices.Contains(documented, p+".json") {
			t.Errorf("the documentation of %s is missing", p)
		}
	}
	for _, name := range append(typed, documented...) {
		if p := strings.TrimSuffix(name, ".json"); p != "names" && !symbols.InPages(p) {
			t.Errorf("%s is of a package that pages do not have", name)
		}
	}
	if cluster := filepath.Join(typesFolder, "krigo", "cluster.types"); size(t, replace[cluster]) != 0 {
		t.Error("the types of krigo/cluster are in the module")
	}
	instances := imports(t, replace[filepath.Join(ownTables, "table_instances.go")])
	if !slices.Contains(instances, "math/rand/v2") || slices.Contains(instances, "time") {
		t.Errorf("compiled instances import %v, want math/rand/v2 and not time, which only those of database/sql need", instances)
	}
	for _, p := range instances {
		if !symbols.InPages(p) {
			t.Errorf("compiled instances import %s", p)
		}
	}
	for name, from := range replace {
		if from != "" && !filepath.IsAbs(from) {
			t.Errorf("%s is replaced by %s, which depends on the working directory", name, from)
		}
	}
}

// stored returns the names in an archive that has all of its files uncompressed.
func stored(t *testing.T, archive string) (names []string) {
	t.Helper()
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if f.Method != zip.Store {
			t.Errorf("%s is compressed", f.Name)
		}
		names = append(names, f.Name)
	}
	return names
}

func size(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func imports(t *testing.T, name string) (paths []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, p)
	}
	return paths
}

// TestCopies checks that each replacement and each pattern of left-out files belongs to files of the module, so that a
// newer version of the module does not bring back what pages leave out.
func TestCopies(t *testing.T) {
	replace := writtenOverlay(t)
	for _, c := range copies {
		from, err := moduleFolder(c.module)
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		_ = filepath.WalkDir(from, func(name string, _ os.DirEntry, _ error) error {
			rel, _ := filepath.Rel(from, name)
			if c.leftOut != nil && c.leftOut.MatchString(filepath.ToSlash(rel)) {
				left++
			}
			return nil
		})
		if c.leftOut != nil && left == 0 {
			t.Errorf("%s: no file is left out", c.module)
		}
		root := filepath.Join("scripts", "browser", "copies", c.name)
		_ = filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			rel, _ := filepath.Rel(root, strings.TrimSuffix(name, ".txt"))
			if _, err := os.Stat(filepath.Join(from, rel)); err != nil {
				t.Errorf("%s replaces nothing: %v", name, err)
			}
			if to := filepath.Join(filepath.FromSlash(c.folder()), rel); size(t, replace[to]) != size(t, name) {
				t.Errorf("%s is not in the copy", name)
			}
			return nil
		})
	}
}
