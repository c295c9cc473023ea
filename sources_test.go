package krigo

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Cells read documentation from the sources of all packages, but for what judges the course's
// answers. Tests would add megabytes to the program.
func TestSourcesAreAllButTests(t *testing.T) {
	carried := 0
	for _, dir := range []string{"cell", "display", "display/*", "gplib", "gplib/*", "gplib/*/*", "widget", "course", "cluster"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			file = filepath.ToSlash(file)
			judge, err := path.Match("course/lesson[0-9]*.go", file)
			if err != nil {
				t.Fatal(err)
			}
			want := !judge && !strings.HasSuffix(file, "_test.go")
			if _, err := fs.Stat(Sources, file); (err == nil) != want {
				t.Errorf("%s is in the program: %v, want %v", file, err == nil, want)
			}
			if want {
				carried++
			}
		}
	}
	err := fs.WalkDir(Sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			carried--
		}
		return err
	})
	if err != nil || carried != 0 {
		t.Errorf("%d more files are in the program than listed, %v", -carried, err)
	}
}
