package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// The README's Go runs: the program with the Go toolchain, the cells under krigo.
func TestReadmeExamplesRun(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(krigo.root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) != 2 {
		t.Fatalf("the README has %d blocks of Go, want a first cell and a program", len(blocks))
	}
	for _, block := range blocks {
		path := filepath.Join(t.TempDir(), "example.go")
		if err := os.WriteFile(path, []byte(block[1]), 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(block[1], "package main") {
			if out := krigo.run(t, time.Minute, "", krigo.krigo, "run", path); !strings.Contains(out, "figure") {
				t.Errorf("the first cell shows no figure:\n%s", out)
			}
			continue
		}
		if out := goRun(t, path); !strings.HasPrefix(out, "f(2.5) = 0.") {
			t.Errorf("the program printed %q", out)
		}
	}
}
