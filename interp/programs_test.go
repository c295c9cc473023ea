package interp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krigo/cell"
)

// TestProgramsUnraced runs whole programs as cells. What they must print is what the
// Go toolchain made of them: go run NAME.go > NAME.out.
func TestProgramsUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frames where goroutines run")
	}
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			t.Parallel()
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			s, r := start(t, options(t)), newRecord()
			for _, text := range []string{string(source), "main()"} {
				if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: text}, r); err != nil {
					t.Fatal(err)
				}
			}
			compareLines(t, strings.TrimPrefix(r.text(), "stdout: "), string(want))
		})
	}
}

func compareLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			t.Fatalf("line %d is missing: %s", i+1, w[i])
		case i >= len(w):
			t.Fatalf("line %d is too much: %s", i+1, g[i])
		case g[i] != w[i]:
			t.Errorf("line %d is  %s\nwant       %s", i+1, g[i], w[i])
		}
	}
}
