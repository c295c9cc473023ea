package page

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// outside are the modules that scripts of exported pages do not have.
var outside = []string{"worker.js", "kinds.js", "kept.js"}

// Each module of JavaScript is in a script once, after those that it imports, unless it is none of
// exported pages. A script has no module of another kind of figures.
func TestTheScriptHasTheModulesInOrder(t *testing.T) {
	names, err := fs.Glob(Files, "*.js")
	if err != nil {
		t.Fatal(err)
	}
	all, err := Script(Kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	place := func(name string) int {
		text, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		if n := strings.Count(all, first+"\n"); n > 1 {
			t.Errorf("%s is in the script %d times", name, n)
		}
		return strings.Index(all, first+"\n")
	}
	for _, name := range names {
		if place(name) < 0 != slices.Contains(outside, name) {
			t.Errorf("%s is at %d in the script", name, place(name))
		}
		text, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := imports.FindAllStringSubmatch(string(text), -1)
		for _, m := range found {
			if place(m[1]) >= place(name) && !slices.Contains(outside, name) {
				t.Errorf("%s imports %s, which is not before it", name, m[1])
			}
		}
		if strings.Contains(string(text), "import(") || strings.Count("\n"+string(text), "\nimport ") != len(found) {
			t.Errorf("%s imports in a form that the script does not know", name)
		}
	}
	race, err := Script("race")
	if err != nil || !strings.Contains(race, "class Race ") || strings.Contains(race, "class Figure ") || len(race) > 40_000 {
		t.Errorf("the script of a race has %d bytes: %v", len(race), err)
	}
}

// The script is one of JavaScript: no two modules declare the same name.
func TestTheScriptIsValid(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	text, err := Script(Kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), node, "--check", "-")
	check.Stdin = strings.NewReader(text)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if strings.Contains(text, "\nexport ") || strings.Contains(text, "\nimport ") {
		t.Error("the script exports or imports")
	}
}

// The library is a module of JavaScript that draws each kind of figures and keeps its model.
func TestTheLibraryDrawsAllKinds(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	text, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "\nimport ") || strings.Count(text, "\nexport ") != 1 {
		t.Error("the library imports, or exports more than once")
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"package.json": `{"type": "module"}`, "library.js": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	script := `await import("./document.js"); const l = await import("./library.js");
console.log(Object.keys(l.kinds).join(" "), typeof l.keep, typeof l.Questions)`
	check := exec.CommandContext(t.Context(), node, "--input-type=module", "-e", script)
	check.Dir = dir
	out, err := check.CombinedOutput()
	if want := strings.Join(Kinds(), " ") + " function function\n"; err != nil || string(out) != want {
		t.Errorf("the library exports %q, want %q: %v", out, want, err)
	}
}

// A program without the module says how to build it.
func TestTheModuleIsThereOrMissed(t *testing.T) {
	module, err := Module()
	worker, errOfWorker := Worker()
	if _, absent := fs.Stat(built, path.Join("built", "module.wasm.gz")); absent != nil {
		if err != ErrNotBuilt || errOfWorker != ErrNotBuilt {
			t.Errorf("the errors are %v and %v", err, errOfWorker)
		}
		return
	}
	if err != nil || errOfWorker != nil || len(module) < 1e6 || !strings.Contains(worker, "class extends") && !strings.Contains(worker, "Go = class") {
		t.Errorf("the module has %d bytes, the worker %d: %v, %v", len(module), len(worker), err, errOfWorker)
	}
}

// The tests of the scripts themselves, in testdata, run under node with a document of their own.
func TestTheScriptsPassTheirTests(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	for _, files := range []fs.FS{Files, os.DirFS("testdata")} {
		if err := os.CopyFS(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob(filepath.Join(dir, "*.test.js"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("there are %d files of tests: %v", len(tests), err)
	}
	check := exec.CommandContext(t.Context(), node, append([]string{"--test"}, tests...)...)
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
