package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The generated files were made from the sources as they are.
func TestGeneratedFilesAreFresh(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("..", inputsFile))
	if err != nil {
		t.Fatal(err)
	}
	got, err := inputs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.TrimSpace(string(want)) {
		t.Error("gplib, display, the generator or a dependency changed since: run go generate ./interp/symbols")
	}
}
