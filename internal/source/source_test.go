package source

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"krigo/internal/exit"
)

// write writes a file below the current folder.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFilesLeavesOutWhatIsHiddenOrIgnored(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"a.go", "b.IPYNB", "c.txt", "sub/d.go", "_e.go", ".f/g.go", "testdata/h.go", "vendor/i.go"} {
		write(t, path, "")
	}
	files, err := Files(nil)
	want := []File{{Path: "a.go"}, {Path: "b.IPYNB"}, {Path: filepath.Join("sub", "d.go")}}
	if err != nil || !slices.Equal(files, want) {
		t.Errorf("Files are %v, %v; want %v", files, err, want)
	}
	if files, err := Files([]string{"testdata", "_e.go"}); err != nil || len(files) != 2 || !files[1].Named {
		t.Errorf("named Files are %v, %v", files, err)
	}
	for _, arg := range []string{"c.txt", "missing.go", "-"} {
		if _, err := Files([]string{arg}); !errors.As(err, new(*exit.Error)) {
			t.Errorf("the error of %s is %v, want wrong use", arg, err)
		}
	}
}

func TestKindOf(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.ipynb", "")
	write(t, "a.go", "")
	write(t, "script", "#!/usr/bin/env -S krigo run\n1")
	write(t, "other", "#!/bin/sh\n")
	for path, want := range map[string]Kind{"a.ipynb": Notebook, "a.go": Script, "-": Script, "script": Script, "other": 0, ".": 0, "missing": 0} {
		if got, err := KindOf(path); got != want || (err == nil) != (want != 0) {
			t.Errorf("the kind of %s is %d, %v; want %d", path, got, err, want)
		}
	}
}

func TestIsScriptTellsProgramsFromPackages(t *testing.T) {
	t.Chdir(t.TempDir())
	const program = "package main\n\nfunc main() {}\n"
	write(t, "alone/a.go", program)
	write(t, "several/a.go", program)
	write(t, "several/b.go", "package main\n\nfunc f() {}\n")
	for path, content := range map[string]string{"alone/a.go": program, "x.go": "x := 1\n", "y.go": "package main\nx := 1\n"} {
		if !IsScript(path, []byte(content)) {
			t.Errorf("%s is not a script", path)
		}
	}
	for path, content := range map[string]string{"several/a.go": program, "x.go": "package stats\n", "x_test.go": program, "y.go": "package stats\nx := 1\n"} {
		if IsScript(path, []byte(content)) {
			t.Errorf("%s is a script", path)
		}
	}
}
