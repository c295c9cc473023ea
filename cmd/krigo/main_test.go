package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/install"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
)

// TestMain lets the test's binary be krigo itself, so that commands run whole,
// with their workers; these write the file KRIGO_TEST_WORKERS.
func TestMain(m *testing.M) {
	if os.Getenv("KRIGO_TEST_MAIN") == "1" {
		if traces := os.Getenv("KRIGO_TEST_WORKERS"); traces != "" && slices.Contains(os.Args, "worker") {
			if err := os.WriteFile(traces, nil, 0o644); err != nil {
				panic(err)
			}
		}
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// result is the result of a run of krigo.
type result struct {
	stdout, stderr string
	status         int
}

// atMost returns a context for a program that may take five minutes, long beyond what it
// takes on a busy machine. Then it is killed.
func atMost(t *testing.T) context.Context {
	const limit = 5 * time.Minute
	ctx, cancel := context.WithTimeoutCause(t.Context(), limit, fmt.Errorf("it has not ended in %v and was killed", limit))
	t.Cleanup(cancel)
	return ctx
}

// krigo runs the command with a fresh home, in dir.
func krigo(t *testing.T, dir, stdin string, args ...string) result {
	t.Helper()
	return krigoWith(t, nil, dir, stdin, args...)
}

// krigoWith is krigo with more variables in the environment.
func krigoWith(t *testing.T, env []string, dir, stdin string, args ...string) result {
	t.Helper()
	home := t.TempDir()
	ctx := atMost(t)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append([]string{
		"KRIGO_TEST_MAIN=1", "KRIGO_TEST_WORKERS=" + os.Getenv("KRIGO_TEST_WORKERS"), "HOME=" + home, "TMPDIR=" + home,
		"PATH=" + os.Getenv("PATH"), "JUPYTER_DATA_DIR=" + filepath.Join(dir, "jupyter"),
	}, env...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("krigo %s: %v: %v\n%s%s", strings.Join(args, " "), err, context.Cause(ctx), &stdout, &stderr)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeNotebook(t *testing.T, dir, name string, sources ...string) {
	t.Helper()
	nb := nbformat.New()
	for _, s := range sources {
		nb.Add(nbformat.Code, s)
	}
	if err := nbformat.WriteFile(filepath.Join(dir, name), nb); err != nil {
		t.Fatal(err)
	}
}

func TestRunNotebookWritesItsOutputsAndAPage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "data.txt", "from the notebook's folder")
	writeNotebook(t, dir, "nb.ipynb", "raw, err := os.ReadFile(\"data.txt\")\nerr", "fmt.Println(string(raw))\n6 * 7")
	r := krigo(t, t.TempDir(), "", "run", filepath.Join(dir, "nb.ipynb"),
		"-o", filepath.Join(dir, "out.ipynb"), "--html", filepath.Join(dir, "out.html"))
	if r.status != 0 || r.stderr != "" {
		t.Fatalf("status %d, stderr %s", r.status, r.stderr)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "out.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	out := nb.Cells[1].Outputs
	if len(out) != 2 || out[0].Text != "from the notebook's folder\n" || out[1].Data["text/plain"] != "42" {
		t.Errorf("outputs %+v", out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "out.html"))
	if err != nil || !bytes.Contains(page, []byte(">42</pre>")) || !bytes.Contains(page, []byte(`<a href="out.ipynb" download>`)) {
		t.Errorf("the page lacks the value or the link to the notebook: %v", err)
	}
}

func TestRunOmitsRepresentations(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "nb.ipynb", `display.Bundle{Data: map[string]any{"text/plain": "x", "text/html": "<b>x</b>"}}`)
	if r := krigo(t, dir, "", "run", "nb.ipynb", "-o", "out.ipynb", "--omit", "text/html"); r.status != 0 {
		t.Fatalf("status %d, stderr %s", r.status, r.stderr)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "out.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if data := nb.Cells[0].Outputs[0].Data; len(data) != 1 || data["text/plain"] != "x" {
		t.Errorf("the output is %v", data)
	}
	if r := krigo(t, dir, "", "run", "nb.ipynb", "--omit", "pdf"); r.status == 0 || !strings.Contains(r.stderr, "--omit pdf") {
		t.Errorf("what is no MIME type: status %d, stderr %s", r.status, r.stderr)
	}
}

func TestRunPrintsWhatTaggedCellsGave(t *testing.T) {
	dir := t.TempDir()
	nb := nbformat.New()
	for _, source := range []string{"1 + 1", "fmt.Println(\"out\")\n2 + 2"} {
		nb.Add(nbformat.Code, source)
	}
	nb.Cells[1].Metadata = map[string]any{"tags": []any{"scores"}}
	if err := nbformat.WriteFile(filepath.Join(dir, "a.ipynb"), nb); err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"scores": "out\n4\n", "all": "2\nout\n4\n", "none": ""} {
		if r := krigo(t, dir, "", "run", "a.ipynb", "--print", tag); r.stdout != want {
			t.Errorf("--print %s printed %q, want %q", tag, r.stdout, want)
		}
	}
}

func TestRunNotebookStopsAtAnErrorAndWritesWhatThereIs(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "nb.ipynb", "1", "panic(\"boom\")", "3")
	r := krigo(t, dir, "", "run", "-o", "out.ipynb", "nb.ipynb")
	if r.status != 1 || !strings.Contains(r.stderr, "boom") || !strings.Contains(r.stderr, "  nb.ipynb:cell 2:1\n") || !strings.Contains(r.stderr, "krigo: nb.ipynb: cell 2 of 3 failed") {
		t.Errorf("status %d, stderr %s", r.status, r.stderr)
	}
	nb, err := nbformat.ReadFile(filepath.Join(dir, "out.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	if nb.Cells[1].Outputs[0].Type != nbformat.Error || nb.Cells[2].ExecutionCount != 0 {
		t.Error("the error is not recorded, or the next cell ran")
	}
	if r := krigo(t, dir, "", "run", "nb.ipynb", "--allow-errors"); r.status != 0 {
		t.Errorf("with --allow-errors: status %d, stderr %s", r.status, r.stderr)
	}
}

func TestRunRefusesBeforeItRuns(t *testing.T) {
	dir := t.TempDir()
	writeNotebook(t, dir, "nb.ipynb", "1")
	write(t, dir, "a.go", "1")
	write(t, dir, "a.txt", "1")
	write(t, dir, "py.ipynb", `{"nbformat":4,"nbformat_minor":5,"metadata":{"language_info":{"name":"python"}},"cells":[]}`)
	for want, args := range map[string][]string{
		"no such file":            {"missing.ipynb"},
		"--output: ":              {"nb.ipynb", "-o", "missing/out.ipynb"},
		"the notebook is for py":  {"py.ipynb"},
		"several files":           {"nb.ipynb", "a.go"},
		"unknown flag: --nothing": {"nb.ipynb", "--nothing"},
		"--html is for notebooks": {"--html", "x.html", "a.go"},
		"a.txt: want a notebook":  {"a.txt"},
		"want a notebook, a Go f": {},
	} {
		r := krigo(t, dir, "", append([]string{"run"}, args...)...)
		if r.status != exit.Misused || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: status %d, stderr %s, want %q", args, r.status, r.stderr, want)
		}
	}
}

func TestRunScriptHasItsArgumentsAndStatus(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "program.go", "#!/usr/bin/env -S krigo run\npackage main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n"+
		"func main() {\n\tfmt.Println(os.Args[1:])\n\tos.Exit(3)\n}\n")
	r := krigo(t, dir, "", "run", "--", "program.go", "data.csv", "--html", "-o")
	if r.status != 3 || r.stdout != "[data.csv --html -o]\n" || r.stderr != "" {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
	write(t, dir, "cells.go", "x := 20\n// %%\nx + 1\n// %%\nundefined\n")
	r = krigo(t, dir, "", "run", "cells.go")
	if r.status != 1 || r.stdout != "" || !strings.Contains(r.stderr, "cells.go:5:1") {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}

func TestRunPrintsBytesAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "program.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n"+
		"func main() {\n\tfmt.Print(\"\\x85a\\n\")\n\tos.Stdout.Write([]byte{0xff, 0, 0xc3})\n}\n")
	r := krigo(t, dir, "", "run", "program.go")
	if want := "\x85a\n\xff\x00\xc3"; r.status != 0 || r.stdout != want {
		t.Errorf("status %d, stdout %q, want %q", r.status, r.stdout, want)
	}
}

func TestReplReadsAPipe(t *testing.T) {
	r := krigo(t, t.TempDir(), "x := 20\nx + 1\nfmt.Println(\"hi\")\n", "repl")
	if r.status != 0 || r.stdout != "21\nhi\n" {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
	if r := krigo(t, t.TempDir(), "undefined\n", "repl"); r.status != 1 {
		t.Errorf("a cell failed: status %d", r.status)
	}
}

func TestInstallDoctorUninstall(t *testing.T) {
	dir := t.TempDir()
	prefix := filepath.Join(dir, "prefix")
	if r := krigo(t, dir, "", "install", "--prefix", prefix, "--name", "mine"); r.status != 0 {
		t.Fatalf("install: %s", r.stderr)
	}
	specs := install.Find([]string{install.PrefixDataDir(prefix)})
	if len(specs) != 1 || specs[0].Name != "mine" {
		t.Fatalf("found %v", specs)
	}
	if _, err := os.Stat(specs[0].Binary()); err != nil {
		t.Errorf("the kernelspec starts nothing: %v", err)
	}
	if r := krigo(t, dir, "", "uninstall", "--prefix", prefix); r.status != 0 {
		t.Errorf("uninstall: %s", r.stderr)
	}
	if r := krigo(t, dir, "", "uninstall", "--prefix", prefix); r.status != 1 {
		t.Error("uninstalling nothing is no error")
	}
	if r := krigo(t, dir, "", "install", "--user", "--sys-prefix"); r.status != exit.Misused {
		t.Error("two places are no error")
	}
	r := krigo(t, dir, "", "doctor")
	if !strings.Contains(r.stdout, "worker") || !strings.Contains(r.stdout, "runs 1 + 1") {
		t.Errorf("doctor: %s%s", r.stdout, r.stderr)
	}
}

func TestDoctorFindsAKernelspecOfAMissingBinary(t *testing.T) {
	dir := t.TempDir()
	spec, err := install.Install(install.Options{Binary: filepath.Join(dir, "gone"), DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	f := aboutKernelspec(spec, "")
	if f.verdict != failed || !strings.Contains(f.text, "gone, which does not exist") || f.advice == "" {
		t.Errorf("%+v", f)
	}
}

func TestJupyterVersionsPicksTheFrontEnds(t *testing.T) {
	const out = "Selected Jupyter core packages...\nIPython          : 8.5.0\njupyter_client   : 7.4.9\njupyterlab       : not installed\nnotebook         : 6.4.12\n"
	if got, want := jupyterVersions(out), "jupyter_client 7.4.9, notebook 6.4.12"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// read returns the content of a file.
func read(t *testing.T, path ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
