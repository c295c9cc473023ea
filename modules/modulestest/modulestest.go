// Package modulestest makes module proxies of folders, for tests.
package modulestest

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/txtar"
)

// Folder makes a folder that serves as a module proxy, of an archive whose files have names such as
// "example.com/a@v1.2.3/go.mod". Versions without go.mod get one, as from a proxy.
func Folder(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[module.Version][]txtar.File{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path, rest, _ := strings.Cut(f.Name, "@")
		version, name, _ := strings.Cut(rest, "/")
		m := module.Version{Path: path, Version: version}
		files[m] = append(files[m], txtar.File{Name: name, Data: f.Data})
	}
	lists := map[string][]string{}
	for m, content := range files {
		path, err := module.EscapePath(m.Path)
		if err != nil {
			t.Fatal(err)
		}
		goMod := []byte("module " + m.Path + "\n")
		for _, f := range content {
			if f.Name == "go.mod" {
				goMod = f.Data
			}
		}
		stem := filepath.Join(dir, filepath.FromSlash(path), "@v", m.Version)
		Put(t, stem+".mod", goMod)
		Put(t, stem+".info", []byte(`{"Version":"`+m.Version+`"}`))
		Put(t, stem+".zip", Archive(t, m, content))
		if !module.IsPseudoVersion(m.Version) {
			lists[path] = append(lists[path], m.Version)
		}
	}
	for path, versions := range lists {
		semver.Sort(versions)
		Put(t, filepath.Join(dir, filepath.FromSlash(path), "@v", "list"), []byte(strings.Join(versions, "\n")+"\n"))
	}
	return dir
}

// Put writes a file, and the folders above it.
func Put(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Archive returns the zip archive of a module as a proxy has it.
func Archive(t testing.TB, m module.Version, files []txtar.File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		to, err := w.Create(m.String() + "/" + f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// URL returns the URL of a folder.
func URL(dir string) string {
	return "file://" + map[bool]string{true: "/"}[!strings.HasPrefix(filepath.ToSlash(dir), "/")] + filepath.ToSlash(dir)
}
