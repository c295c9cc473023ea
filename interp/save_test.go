package interp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/cell"
)

// Each file of testdata/saved is a session: cells, the notes of %save ("notes"), and the
// error that ends the program ("fails"). Once saved, the Go toolchain's program prints
// what the session has shown.
func TestSavedSessionsPrintTheSameUnraced(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("builds programs with the Go toolchain")
	}
	files, err := filepath.Glob("testdata/saved/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			testSaved(t, archive)
		})
	}
}

func testSaved(t *testing.T, archive *txtar.Archive) {
	s, r := start(t, options(t)), newRecord()
	var shown, notes, fails string
	for _, f := range archive.Files {
		switch {
		case f.Name == "notes":
			notes = string(f.Data)
		case f.Name == "fails":
			fails = string(f.Data)
		default:
			r.reset()
			b, err := s.Eval(t.Context(), cell.Cell{Label: f.Name, Source: string(f.Data)}, r)
			if failing := strings.HasSuffix(f.Name, "fails"); failing != (err != nil) {
				t.Fatalf("%s: %v\n%s", f.Name, err, traceback(err))
			} else if !failing {
				shown += printed(r) + ended(plainText(b))
			}
		}
	}
	dir := t.TempDir()
	r.reset()
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "save", Source: "%save " + filepath.Join(dir, "main.go")}, r); err != nil {
		t.Fatal(err)
	}
	_, told, _ := strings.Cut(strings.ReplaceAll(r.text()+"\n", "stderr: ", ""), "main.go\n")
	if strings.TrimSpace(told) != strings.TrimSpace(notes) {
		t.Errorf("%%save tells\n%s\nwant\n%s", told, notes)
	}
	got, failed := runSaved(t, dir)
	if got != shown || strings.TrimSpace(failed) != strings.TrimSpace(fails) {
		source, _ := os.ReadFile(filepath.Join(dir, "main.go"))
		t.Errorf("the program prints\n%s%s\nthe session\n%s%s\n%s", got, failed, shown, fails, source)
	}
}

// runSaved builds and runs the program in a folder.
func runSaved(t *testing.T, dir string) (stdout, stderr string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module saved\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "saved", ".")
	build.Dir = dir
	if text, err := build.CombinedOutput(); err != nil {
		source, _ := os.ReadFile(filepath.Join(dir, "main.go"))
		t.Fatalf("%v\n%s\n%s", err, text, source)
	}
	var out, errs strings.Builder
	run := exec.CommandContext(t.Context(), filepath.Join(dir, "saved"))
	run.Stdout, run.Stderr = &out, &errs
	_ = run.Run() // how it ends is in what it prints
	return out.String(), errs.String()
}

// printed returns the standard output of a cell.
func printed(r *record) string {
	return ended(strings.TrimPrefix(r.text(), "stdout: "))
}

// ended returns a text that ends with a line.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// What only a notebook shows is evaluated by the saved program and not printed.
func TestSavedSessionsPrintNoTablesAndFigures(t *testing.T) {
	s, r := start(t, options(t)), newRecord()
	file := filepath.Join(t.TempDir(), "main.go")
	shown := []string{`display.Table([]string{"a"}, nil)`, `display.Plot(display.NewPlot()).Title("b")`, `display.Of("c")`, `display.Results().Title("d")`}
	for _, source := range append(shown, "%save "+file) {
		if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell", Source: source}, r); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range shown {
		if !strings.Contains(string(program), "\t_ = "+source+"\n") {
			t.Errorf("%s is not evaluated in\n%s", source, program)
		}
	}
}
