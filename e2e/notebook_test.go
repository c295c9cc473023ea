package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// notebooks lists the course, notebooks/*.ipynb and below.
func notebooks(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"notebooks/*.ipynb", "notebooks/*/*.ipynb"} {
		files, err := filepath.Glob(filepath.Join(krigo.root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, files...)
	}
	if len(found) == 0 {
		t.Fatal("no notebooks found")
	}
	return found
}

// executed has the parts of a notebook that the tests read.
type executed struct {
	Cells []struct {
		Type    string `json:"cell_type"`
		Source  any    `json:"source"`
		Outputs []struct {
			Type string         `json:"output_type"`
			Data map[string]any `json:"data"`
			Name string         `json:"ename"`
		} `json:"outputs"`
	} `json:"cells"`
}

func readExecuted(t *testing.T, path string) executed {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var nb executed
	if err := json.Unmarshal(raw, &nb); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return nb
}

// figures counts the outputs that hold an image and fails on error outputs.
func figures(t *testing.T, path string) int {
	t.Helper()
	count := 0
	for _, cell := range readExecuted(t, path).Cells {
		for _, out := range cell.Outputs {
			if out.Type == "error" {
				t.Errorf("%s: an error output: %s", path, out.Name)
			}
			if _, ok := out.Data["image/png"]; ok {
				count++
			}
		}
	}
	return count
}

// Every notebook is committed with its outputs, runs without errors, and draws as many
// figures as it was committed with. Lessons run under nbclient, by way of the kernel, and
// other notebooks under krigo run.
func TestNotebooksRun(t *testing.T) {
	t.Parallel()
	needsModule(t, "nbclient")
	lesson := regexp.MustCompile(`^\d\d-`)
	for _, path := range notebooks(t) {
		want := figures(t, path)
		if want == 0 {
			t.Errorf("%s is committed without figures", path)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ipynb"), func(t *testing.T) {
			t.Parallel()
			to := filepath.Join(t.TempDir(), "executed.ipynb")
			args := []string{krigo.krigo, "run", path, "-o", to}
			if lesson.MatchString(filepath.Base(path)) {
				args = []string{python, "e2e/nbclient_run.py", path, to}
			}
			krigo.run(t, 10*time.Minute, "", args[0], args[1:]...)
			if got := figures(t, to); got != want {
				t.Errorf("%d figures were drawn, want %d", got, want)
			}
		})
	}
}

// nbconvert runs a lesson and writes a page with its figures.
func TestNbconvertExecutesToHTML(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("nbconvert"))
	dir := t.TempDir()
	krigo.run(t, 5*time.Minute, "", jupyter("nbconvert"), "--to", "html", "--execute",
		"--ExecutePreprocessor.timeout=300", "--output-dir", dir, "notebooks/01-first-fit.ipynb")
	page, err := os.ReadFile(filepath.Join(dir, "01-first-fit.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "data:image/png;base64") && !strings.Contains(string(page), "<img") {
		t.Error("the page has no figure")
	}
	if strings.Contains(string(page), "jp-RenderedError") || strings.Contains(string(page), "output_error") {
		t.Error("the page has an error output")
	}
}

// jupyter console runs cells from a pipe.
func TestConsoleRunsPipedCell(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("console"))
	out := krigo.run(t, 5*time.Minute, "6*7\n", jupyter("console"), "--kernel", "krigo", "--simple-prompt")
	if !strings.Contains(out, "42") {
		t.Errorf("the console did not print 42:\n%s", out)
	}
}
