package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/internal/nbformat"
)

// Each notebook of testdata/vet.txtar has the findings listed below it.
func TestVetFindsWhatIsWrongAndNothingElse(t *testing.T) {
	if testing.Short() {
		t.Skip("starts krigo many times")
	}
	const file = "testdata/vet.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range archive.Files {
		cells, want, _ := strings.Cut(string(f.Data), "=== findings\n")
		dir := t.TempDir()
		writeTagged(t, filepath.Join(dir, "a.ipynb"), cells)
		r := krigo(t, dir, "", "vet", "a.ipynb")
		wantStatus := 0
		if strings.Contains(r.stdout, "a.ipynb:") && strings.Count(r.stdout, "a.ipynb:") > strings.Count(r.stdout, ": note: ") {
			wantStatus = 1
		}
		if r.stderr != "" || r.status != wantStatus {
			t.Errorf("%s: status %d, want %d; stderr %s", f.Name, r.status, wantStatus, r.stderr)
		}
		if r.stdout != want && os.Getenv("UPDATE") == "" {
			t.Errorf("%s:\n%s\nkrigo vet says\n%s\nwant\n%s", f.Name, cells, r.stdout, want)
		}
		archive.Files[i].Data = []byte(cells + "=== findings\n" + r.stdout)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// writeTagged writes a notebook whose cells stand below lines "=== TAGS".
func writeTagged(t *testing.T, path, cells string) {
	t.Helper()
	nb := nbformat.New()
	for _, text := range strings.Split("\n"+cells, "\n===")[1:] {
		tags, source, _ := strings.Cut(text, "\n")
		c := nb.Add(nbformat.Code, strings.TrimSuffix(source, "\n"))
		var all []any
		for _, tag := range strings.Fields(tags) {
			all = append(all, tag)
		}
		c.Metadata["tags"] = all
	}
	if err := nbformat.WriteFile(path, nb); err != nil {
		t.Fatal(err)
	}
}

func TestVetOfScriptsAndPrograms(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"cells.go":         "#!/usr/bin/env -S krigo run\nx := 1\n// %% next\n\ny := x + late\n// %%\nlate := 2\nhelp\n",
		"clause.go":        "package main\n\nx := undefined\n",
		"alone/program.go": "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(undefined, later)\n}\n\nvar later = 1\n",
		"parts/main.go":    "package main\n\nfunc main() { other() }\n",
		"parts/other.go":   "package main\n\nfunc other() {}\n",
		"lib/lib.go":       "package lib\n\nvar x = undefined\n",
		"lib/a_test.go":    "package main\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, dir, name, content)
	}
	want := `alone/program.go:6:14: undefined: undefined
cells.go:5:10: undefined: late
    hint: late is declared in line 7, which comes later
cells.go:8:1: undefined: help
clause.go:3:6: undefined: undefined
`
	if r := krigo(t, dir, "", "vet"); r.status != 1 || r.stdout != want || r.stderr != "" {
		t.Errorf("%+v, want\n%s", r, want)
	}
	if r := krigo(t, dir, "", "vet", "parts/main.go"); r.status != 1 || r.stdout != "parts/main.go:3:15: undefined: other\n" {
		t.Errorf("a part by its name: %+v", r)
	}
}

func TestVetWritesJSON(t *testing.T) {
	dir := t.TempDir()
	writeTagged(t, filepath.Join(dir, "a.ipynb"), "===\nlength := 1\n===\nfmt.Println(lenght < 2)\n===\nruntime.NumGoroutine()\n")
	write(t, dir, "b.go", "x\n")
	want := `{"file":"a.ipynb","cell":2,"line":1,"column":13,"severity":"error","message":"undefined: lenght","hint":"did you mean length?"}
{"file":"a.ipynb","cell":3,"line":1,"column":9,"severity":"note","message":"counts of the runtime: goroutines and allocations of the interpreter are counted too; compare two counts, or use %bench and %jobs"}
{"file":"b.go","line":1,"column":1,"severity":"error","message":"undefined: x"}
`
	if r := krigo(t, dir, "", "vet", "--json", "a.ipynb", "b.go"); r.status != 1 || r.stdout != want {
		t.Errorf("%+v, want\n%s", r, want)
	}
}

// What is vetted is not run, and no process is started that could.
func TestVetRunsNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("KRIGO_TEST_WORKERS", filepath.Join(dir, "workers"))
	writeTagged(t, filepath.Join(dir, "a.ipynb"), "===\n"+`os.WriteFile("ran", nil, 0o644)`+"\n===\n!touch ran\n===\n%%bash\ntouch ran\n===\n%%writefile ran\nx\n")
	if r := krigo(t, dir, "", "vet", "a.ipynb"); r.status != 0 || r.stdout+r.stderr != "" {
		t.Errorf("%+v", r)
	}
	for _, name := range []string{"ran", "workers"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Error("there is a file", name)
		}
	}
	if r := krigo(t, dir, "", "run", "a.ipynb"); r.status != 0 {
		t.Errorf("krigo run: %+v", r)
	}
	if _, err := os.Stat(filepath.Join(dir, "workers")); err != nil {
		t.Error("a worker leaves no trace:", err)
	}
}

// The notebooks of the repository are in order, and formatted.
func TestNotebooksAreInOrder(t *testing.T) {
	if r := krigo(t, "../..", "", "vet", "notebooks"); r.status != 0 || r.stdout+r.stderr != "" {
		t.Errorf("krigo vet: %+v", r)
	}
	if r := krigo(t, "../..", "", "fmt", "--check", "notebooks"); r.status != 0 || r.stdout+r.stderr != "" {
		t.Errorf("krigo fmt --check: %+v", r)
	}
}
