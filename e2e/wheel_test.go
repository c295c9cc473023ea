package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The tools that a wheel serves. The test takes the newest versions.
var toolsOfWheel = []string{"jupyterlab", "jupyterlab_widgets", "papermill", "nbgrader"}

// TestWheel installs a wheel next to the newest JupyterLab in an environment that is not activated,
// for a user with an empty home: the wheel that KRIGO_WHEEL names, or one that pip builds. Front ends
// find the kernel, papermill passes parameters, nbgrader knows Go, and what pip then removes leaves
// nothing.
func TestWheel(t *testing.T) {
	wheel := os.Getenv("KRIGO_WHEEL")
	if wheel == "" {
		t.Skip("it downloads JupyterLab: make check-wheel runs it")
	}
	needs(t, "/usr/bin/python3", "chromium")
	e := newPythonSite(t)
	dir := t.TempDir()
	if wheel == "build" {
		wheel = e.buildWheel(t, dir)
	}
	before := e.files(t, e.venv)
	e.run(t, 5*time.Minute, "", e.bin("pip"), "install", "-q", wheel+"[lab]")

	if out := e.run(t, time.Minute, "", e.bin("jupyter"), "kernelspec", "list"); !strings.Contains(out, "krigo ") {
		t.Errorf("jupyter kernelspec list prints\n%s", out)
	}
	if out := e.run(t, time.Minute, "", e.bin("krigo"), "doctor"); !strings.Contains(out, "of the Python package krigo") {
		t.Errorf("krigo doctor prints\n%s", out)
	}
	executed := filepath.Join(dir, "executed.ipynb")
	lesson := filepath.Join(e.root, "notebooks", firstLesson)
	want := figures(t, lesson)
	e.run(t, 10*time.Minute, "", e.bin("jupyter"), "execute", "--output="+executed, lesson)
	if got := figures(t, executed); got != want {
		t.Errorf("jupyter execute draws %d figures, want %d", got, want)
	}
	setsParameters(t, func(args ...string) { e.run(t, 5*time.Minute, "", e.bin("papermill"), args...) })
	e.testNbgrader(t)
	t.Run("lab", e.testLab)

	e.run(t, 5*time.Minute, "", e.bin("pip"), "uninstall", "-q", "--yes", "krigo")
	left := without(e.files(t, e.venv), before)
	// The history of a user's cells is theirs, as are files that tests of Jupyter wrote.
	for _, name := range e.files(t, e.home) {
		if own, _ := filepath.Rel(e.home, name); strings.Contains(own, "krigo") && !strings.HasPrefix(own, filepath.Join(".local", "share", "krigo")) {
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		t.Errorf("pip uninstall leaves\n%s", strings.Join(left, "\n"))
	}
}

// without returns the names that are not in others.
func without(names, others []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(others, name) })
}

// buildWheel has pip build a wheel of this checkout in a folder.
func (e pythonSite) buildWheel(t *testing.T, dir string) string {
	t.Helper()
	e.run(t, 20*time.Minute, "", e.bin("pip"), "wheel", "-q", "--no-deps", "-w", dir, ".")
	wheels, err := filepath.Glob(filepath.Join(dir, "krigo-*.whl"))
	if err != nil || len(wheels) != 1 {
		t.Fatalf("pip made %q, %v", wheels, err)
	}
	return wheels[0]
}

// pythonSite is a fresh home and a virtual environment with toolsOfWheel.
type pythonSite struct {
	site
	venv string
	// machine is the root of the file system of a pristine machine, in which commands run and which
	// also has this checkout and /tmp (scripts/fresh-wheel), or "".
	machine string
}

func newPythonSite(t *testing.T) pythonSite {
	t.Helper()
	e := pythonSite{site: krigo, venv: filepath.Join(t.TempDir(), "env"), machine: os.Getenv("KRIGO_MACHINE")}
	e.home = t.TempDir()
	e.run(t, 5*time.Minute, "", "/usr/bin/python3", "-m", "venv", e.venv)
	e.run(t, 20*time.Minute, "", e.bin("pip"), append([]string{"install", "-q"}, toolsOfWheel...)...)
	return e
}

// bin returns the path of a command of the environment.
func (e pythonSite) bin(command string) string { return filepath.Join(e.venv, "bin", command) }

// run runs a command in the project's root for a user who has not activated the environment.
func (e pythonSite) run(t *testing.T, limit time.Duration, stdin, name string, args ...string) string {
	t.Helper()
	command := slices.Concat([]string{"env", "-i"}, e.env(), []string{name}, args)
	if e.machine != "" {
		command = slices.Concat([]string{"unshare", "--root=" + e.machine, "--wd=" + e.root}, command)
	}
	return e.site.run(t, limit, stdin, command[0], command[1:]...)
}

// server returns a command of the environment for startLab, which does not know of the machine.
func (e pythonSite) server(t *testing.T, command string) string {
	t.Helper()
	if e.machine == "" {
		return e.bin(command)
	}
	script := filepath.Join(t.TempDir(), command)
	text := fmt.Sprintf("#!/bin/sh\nexec unshare --root='%s' --wd=\"$PWD\" '%s' \"$@\"\n", e.machine, e.bin(command))
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return script
}

func (e pythonSite) env() []string {
	env := []string{"HOME=" + e.home, "PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"}
	for _, kept := range os.Environ() { // ways to the network, and Go's caches
		name, _, _ := strings.Cut(kept, "=")
		if strings.HasSuffix(strings.ToLower(name), "_proxy") || strings.HasPrefix(name, "PIP_") || strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "SSL_") {
			env = append(env, kept)
		}
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY"} {
		if value, err := exec.Command("go", "env", name).Output(); err == nil {
			env = append(env, name+"="+strings.TrimSpace(string(value)))
		}
	}
	return env
}

// files lists the files and folders below dir but what Python has compiled.
func (e pythonSite) files(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) != ".pyc" && d.Name() != "__pycache__" {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// nbgrader writes Go's stub in place of a solution.
func (e pythonSite) testNbgrader(t *testing.T) {
	t.Helper()
	const program = `
from traitlets.config import Config
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import ClearSolutions
from krigo_kernel import nbgrader
c = Config()
nbgrader.configure(c)
cell = new_code_cell("func f() int {\n\t// BEGIN SOLUTION\n\treturn 1\n\t// END SOLUTION\n}")
cell.metadata.nbgrader = dict(grade_id="f", solution=True, grade=False, locked=False, schema_version=3)
notebook = new_notebook(cells=[cell], metadata=dict(kernelspec=dict(name="krigo", display_name="Go (krigo)", language="go")))
ClearSolutions(config=c).preprocess(notebook, {})
print(cell.source)
`
	out := e.run(t, time.Minute, program, e.bin("python"), "-")
	if want := "func f() int {\n\t// YOUR CODE HERE\n\tpanic(\"no answer yet\")\n}\n"; !strings.HasSuffix(out, want) {
		t.Errorf("the student's cell is\n%s\nwant\n%s", out, want)
	}
}

// JupyterLab, in a headless Chromium, runs the first lesson without an error and shows its figures,
// and the wheel's extension formats Go.
func (e pythonSite) testLab(t *testing.T) {
	s := startLab(t, e.env(), e.server(t, "jupyter-lab"))
	p := s.open(t, "lab", "notebooks/"+firstLesson)
	if kernel := p.text(labPanel + `.sessionContext.session.kernel.name`); kernel != "krigo" {
		t.Errorf("the kernel is %s", kernel)
	}
	p.runAll()
	p.looksWhole(figures(t, filepath.Join(e.root, p.path)))
	p.screenshot("wheel-lab.png")
	labFormatsGo(t, s)
}
