package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/modules/modulestest"
)

// A go.mod next to a script says which modules it uses; those that go.sum does not list are not asked for.
func TestRunUsesTheGoModNextToAScript(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir) // without a go command, which would write into the home folder
	if err := os.MkdirAll(filepath.Join(dir, "scripts", "near"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "scripts/go.mod", "module example.com/scripts\n\ngo 1.22\n\nrequire (\n\texample.com/near v1.0.0\n\texample.com/far v1.0.0\n)\n\nreplace example.com/near => ./near\n")
	write(t, dir, "scripts/near/go.mod", "module example.com/near\n\ngo 1.22\n")
	write(t, dir, "scripts/near/near.go", "package near\n\nfunc Twice(x int) int { return 2 * x }\n")
	write(t, dir, "scripts/near.go", "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/near\"\n)\n\nfunc main() { fmt.Println(near.Twice(21)) }\n")
	write(t, dir, "scripts/far.go", "package main\n\nimport \"example.com/far\"\n\nfunc main() { far.Away() }\n")
	write(t, dir, "scripts/get.go", "// %%\n%get example.com/far@v1.0.0\n\n// %%\nimport \"example.com/far\"\n\n// %%\nfar.Away()\n")
	if r := krigo(t, dir, "", "run", "scripts/near.go"); r.status != 0 || r.stdout != "42\n" {
		t.Errorf("a module in a folder: %+v", r)
	}
	if r := krigo(t, dir, "", "vet", "scripts/near.go"); r.status != 0 {
		t.Errorf("vet of a module in a folder: %+v", r)
	}
	for _, name := range []string{"scripts/far.go", "scripts/get.go"} {
		r := krigo(t, dir, "", "run", name)
		if r.status == 0 || !strings.Contains(r.stderr, "go.sum does not list it") || !strings.Contains(r.stderr, "--get") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := krigo(t, dir, "", "vet", "scripts/get.go"); r.status != 0 {
		t.Errorf("vet of a module that is not there: %+v", r)
	}
}

// Without a go.mod, the metadata of an executed notebook hold its modules, which all commands use, and a Go file that
// is made of it.
func TestTheModulesOfANotebookGoWithIt(t *testing.T) {
	dir := t.TempDir()
	proxy := modulestest.Folder(t, "-- example.com/near@v1.0.0/near.go --\npackage near\n\nfunc Twice(x int) int { return 2 * x }\n")
	t.Setenv("PATH", dir) // without a go command, which would write into the home folder
	env := []string{"GOPROXY=" + modulestest.URL(proxy), "GOSUMDB=off", "GOMODCACHE=" + t.TempDir()}
	krigo := func(args ...string) result { return krigoWith(t, env, dir, "", args...) }
	nb := nbformat.New()
	nb.CompleteMetadata()
	nb.Add(nbformat.Code, "%get example.com/near")
	nb.Add(nbformat.Code, "import \"example.com/near\"\nnear.Twice(21)").Metadata["tags"] = []any{"answer"}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "in.ipynb", string(raw))
	if r := krigo("run", "in.ipynb"); r.status != 1 || !strings.Contains(r.stderr, "go.sum does not list it") {
		t.Errorf("without --get: %+v", r)
	}
	if r := krigo("run", "--get=example.org/*", "in.ipynb"); r.status != 1 || !strings.Contains(r.stderr, `"example.org/*" does not allow it`) {
		t.Errorf("with --get of others: %+v", r)
	}
	for _, wrong := range []string{"[", "true", "false"} {
		if r := krigo("run", "--get="+wrong, "in.ipynb"); r.status != 2 {
			t.Errorf("with the wrong pattern %s: %+v", wrong, r)
		}
	}
	if r := krigo("run", "--get", "in.ipynb", "-o", "out.ipynb", "--print", "answer"); r.status != 0 || r.stdout != "42\n" {
		t.Fatalf("with --get: %+v", r)
	}
	if r := krigo("convert", "out.ipynb", "out.go"); r.status != 0 || r.stderr != "" {
		t.Fatalf("convert: %+v", r)
	}
	for _, args := range [][]string{
		{"run", "out.ipynb", "--print", "answer"}, {"run", "out.go"}, {"vet", "out.ipynb", "out.go"},
		{"repl", "out.ipynb"}, {"repl", "out.go"}, {"debug", "out.go"},
	} {
		if r := krigo(args...); r.status != 0 || args[0] == "run" && !strings.Contains(r.stdout, "42\n") {
			t.Errorf("%v: %+v", args, r)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		t.Error("go.mod was written")
	}
	empty := t.TempDir()
	elsewhere := []string{"GOPROXY=" + modulestest.URL(proxy), "GOSUMDB=off", "GOMODCACHE=" + empty}
	if r := krigoWith(t, elsewhere, dir, "", "vet", "out.ipynb"); r.status != 0 {
		t.Errorf("vet of a module that is not downloaded: %+v", r) // its %get cell makes it unknown
	}
	if r := krigoWith(t, elsewhere, dir, "", "fmt", "--check", "out.ipynb"); r.status > 1 {
		t.Errorf("fmt: %+v", r)
	}
	if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
		t.Errorf("vet and fmt have put %v into the module cache, %v", entries, err)
	}
	if r := krigo("convert", "--program", "out.ipynb", "program/main.go"); r.status != 0 {
		t.Fatalf("convert --program: %+v", r)
	}
	goMod, err := os.ReadFile(filepath.Join(dir, "program", "go.mod"))
	if err != nil || !strings.Contains(string(goMod), "require example.com/near v1.0.0") {
		t.Errorf("the go.mod of the program is %q, %v", goMod, err)
	}
	damaged, err := os.ReadFile(filepath.Join(dir, "out.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "damaged.ipynb", strings.Replace(string(damaged), `"go.sum": [`, `"go.sum": [7, `, 1))
	for _, args := range [][]string{{"run", "damaged.ipynb"}, {"vet", "damaged.ipynb"}, {"repl", "damaged.ipynb"}} {
		if r := krigo(args...); r.status == 0 || !strings.Contains(r.stderr, "metadata krigo.modules: go.sum: want a list of strings") {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// A script runs as a program of the Go toolchain, which gets its arguments and whose status is krigo's.
func TestRunCompiled(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	write(t, dir, "program.go", "#!/usr/bin/env -S krigo run --compiled\npackage main\n\nimport \"os\"\n\nfunc main() {\n\tprintln(len(os.Args), os.Args[1])\n\tos.Exit(3)\n}\n")
	write(t, dir, "cells.go", "// %% tags=[\"parameters\"]\nn := 2\n// %%\nfmt.Println(n * 21)\n")
	env := []string{"GOCACHE=" + goEnv(t, "GOCACHE"), "GOMODCACHE=" + goEnv(t, "GOMODCACHE"), "XDG_CACHE_HOME=" + t.TempDir(), "GOFLAGS="}
	if r := krigoWith(t, env, dir, "", "run", "--compiled", "program.go", "x"); r.status != 3 || r.stderr != "2 x\n" {
		t.Errorf("a program: %+v", r)
	}
	for range 2 {
		if r := krigoWith(t, env, dir, "", "run", "--compiled", "-p", "n=3", "cells.go"); r.status != 0 || r.stdout != "63\n" {
			t.Errorf("cells: %+v", r)
		}
	}
	writeNotebook(t, dir, "a.ipynb", "1")
	for _, args := range [][]string{{"a.ipynb"}, {"--outdir", "x", "cells.go"}, {"--get=a/*", "cells.go"}} {
		if r := krigoWith(t, env, dir, "", append([]string{"run", "--compiled"}, args...)...); r.status != 2 {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// goEnv returns a setting of the go command.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
