package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// liteSite is a site of JupyterLite with krigo as its kernel, in a static server.
type liteSite struct {
	server *staticServer
	dir    string // with the sources of the site
}

// buildLite builds a site of JupyterLite with notebooks: the project's first lesson and one of cells for each name.
func buildLite(t *testing.T, notebooks map[string][]string) *liteSite {
	t.Helper()
	needs(t, "chromium", jupyter("lite"))
	s := &liteSite{dir: t.TempDir()}
	extension := filepath.Join(s.dir, "krigo-lite")
	build := exec.Command("go", "run", "./scripts/browser", "-out", filepath.Join(s.dir, "module"), "-lite", extension)
	build.Dir = krigo.root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("scripts/browser -lite: %v\n%s", err, out)
	}
	for name, cells := range notebooks {
		path := filepath.Join(s.dir, "files", "notebooks", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeNotebook(t, path, cells...)
	}
	s.copy(t, "notebooks/"+firstLesson)
	s.copy(t, "testdata/co2/mauna-loa-monthly.csv")
	for name, content := range map[string]string{"odd.txt": "\ufeffcaf\xe9\n", "odd.json": `{"n":  12345678901234567890}`} {
		if err := os.WriteFile(filepath.Join(s.dir, "files", name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.write(t, "jupyter-lite.json", map[string]any{"jupyter-lite-schema-version": 0, "jupyter-config-data": map[string]any{"exposeAppInBrowser": true}})
	widgets := filepath.Join(environment, "share", "jupyter", "labextensions", "@jupyter-widgets", "jupyterlab-manager")
	s.write(t, "jupyter_lite_config.json", map[string]any{"LiteBuildConfig": map[string]any{
		"contents": []string{"files"}, "output_dir": "site", "apps": []string{"lab"}, "no_sourcemaps": true,
		"federated_extensions": []string{extension, widgets}, "ignore_sys_prefix": []string{"federated_extensions"},
	}})
	lite := exec.Command(jupyter("lite"), "build")
	lite.Dir, lite.Env = s.dir, krigo.env()
	if out, err := lite.CombinedOutput(); err != nil {
		t.Fatalf("jupyter lite build: %v\n%s", err, out)
	}
	s.server = serveFiles(t, filepath.Join(s.dir, "site"))
	return s
}

// copy puts a file of the project into the site, at the same place.
func (s *liteSite) copy(t *testing.T, name string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(krigo.root, filepath.FromSlash(name)))
	to := filepath.Join(s.dir, "files", filepath.FromSlash(name))
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (s *liteSite) write(t *testing.T, name string, value any) {
	t.Helper()
	raw, err := json.Marshal(value)
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, name), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a notebook of the site in a new browser.
func (s *liteSite) open(t *testing.T, name string) *labPage {
	t.Helper()
	p := &labPage{window{t, newBrowser(t, chromedp.WindowSize(1400, 1000))}, "notebooks/" + name}
	browse(t, p.ctx, chromedp.Navigate(s.server.URL+"/lab/index.html?path=notebooks/"+name))
	p.ready()
	return p
}

// JupyterLite runs cells by the module of pages, with nothing but static files.
func TestJupyterLite(t *testing.T) {
	t.Parallel()
	s := buildLite(t, map[string][]string{
		"faults.ipynb": {"x, runs := 1, 0", "for { time.Sleep(time.Millisecond) }", "x", "y := x +", "fmt.Println(1/(x-1))", "os.Exit(3)", "runs++\nruns",
			"sum := 0.0\nfor { sum += math.Sqrt(2) }", "1 + 1"},
		"help.ipynb": {""},
		"talk.ipynb": {"name := input(\"Your name? \")\nfmt.Println(\"Hello\", name)", "n := widget.Int(\"n\", 0, 10).Value(4)\nn", "n.Get()"},
		"files.ipynb": {"table := must(dataset.ReadCSV(\"../testdata/co2/mauna-loa-monthly.csv\"))\nlen(must(table.Data(\"co2\", \"year\")).Y)",
			"_, err := os.ReadFile(\"missing.csv\")\nerr != nil",
			"fmt.Printf(\"%q %s\", must(os.ReadFile(\"../odd.txt\")), must(os.ReadFile(\"../odd.json\")))"},
	})
	for name, test := range map[string]func(*testing.T, *liteSite){
		"RunsALesson": liteRunsALesson, "InterruptsAndRestarts": liteInterruptsAndRestarts, "HelpsToWrite": liteHelpsToWrite, "Asks": liteAsks, "ReadsFiles": liteReadsFiles,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

// The first lesson runs to its end, with the figures and the file that it has elsewhere.
func liteRunsALesson(t *testing.T, s *liteSite) {
	want := figures(t, filepath.Join(krigo.root, "notebooks", firstLesson))
	p := s.open(t, firstLesson)
	start := time.Now()
	p.runAll()
	t.Logf("lesson 01 took %v", time.Since(start))
	p.looksWhole(want)
	p.screenshot("lite-01-first-fit.png")
}

// Faults of every kind, an interrupt and a restart leave a kernel in which the next cell runs.
func liteInterruptsAndRestarts(t *testing.T, s *liteSite) {
	p := s.open(t, "faults.ipynb")
	p.run(0)
	p.idle()
	p.interrupts(1, "interrupted")
	p.run(2)
	p.wants("a variable after an interrupt", labOutput(2), "1")
	for n, want := range []string{"expected operand", "divide by zero", "os.Exit(3)"} {
		p.run(3 + n)
		p.await(labOutput(3+n) + `.includes("` + want + `")`)
		p.idle()
		p.run(6)
		p.wants("the cell after "+want, labOutput(6), fmt.Sprint(n+1))
	}
	p.idle()
	p.interrupts(7, "interrupt") // its process may have been replaced
	p.run(8)
	p.wants("the cell after a loop that computes", labOutput(8), "2")
	p.screenshot("lite-faults.png")

	p.restarts(2)
	p.run(8)
	p.wants("the cell after a restart", labCell(8)+`.model.executionCount + " " + `+labOutput(8), "2 2")
}

// Tab completes with types, and Shift-Tab explains.
func liteHelpsToWrite(t *testing.T, s *liteSite) {
	p := s.open(t, "help.ipynb")
	p.completes()
	p.explains()
	p.screenshot("lite-help.png")
}

// Input asks below the cell, and a control's value arrives in the kernel.
func liteAsks(t *testing.T, s *liteSite) {
	p := s.open(t, "talk.ipynb")
	p.greets()
	p.idle()
	p.run(1)
	p.await(labCell(1) + `.node.querySelector(".noUi-handle")`)
	p.js(labCell(1) + `.node.querySelector(".noUi-handle").focus()`)
	p.press("Right")
	p.await(labCell(1) + `.node.querySelector(".widget-readout")?.innerText == "5"`)
	p.idle()
	p.run(2)
	p.wants("the value that a control was moved to", labOutput(2), "5")
	p.screenshot("lite-controls.png")
}

// Cells read files of JupyterLite that they name, and others are not there.
func liteReadsFiles(t *testing.T, s *liteSite) {
	p := s.open(t, "files.ipynb")
	p.runAll()
	csv, err := os.ReadFile(filepath.Join(s.dir, "files", "testdata", "co2", "mauna-loa-monthly.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(csv)) {
		if line[0] >= '0' && line[0] <= '9' {
			rows++
		}
	}
	if got := p.number(labOutput(0)); int(got) != rows {
		t.Errorf("the cell reads %v rows, want %d", got, rows)
	}
	p.wants("whether a file is missing", labOutput(1), "true")
	p.wants("files that JupyterLite would decode", labOutput(2), `"\ufeffcaf\xe9\n" {"n":  12345678901234567890}`)
}
