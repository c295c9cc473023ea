package interp_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"krigo/cell"
)

// The programs of testdata/panics panic: what their panics leave, by function and
// line, is what the program of the Go toolchain says.
func TestPlacesOfPanicsAreThoseOfGoUnraced(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("builds programs with the Go toolchain")
	}
	files, err := filepath.Glob("testdata/panics/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	dir := t.TempDir()
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			want := panicsInGo(t, file, dir)
			if got := panicsHere(t, file); got != want {
				t.Errorf("the panic leaves\n%swant\n%s", got, want)
			}
		})
	}
}

// panicsInGo builds and runs a program and returns the places of its trace.
func panicsInGo(t *testing.T, file, dir string) string {
	t.Helper()
	binary := filepath.Join(dir, "program")
	if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var trace strings.Builder
	run := exec.CommandContext(t.Context(), binary)
	run.Stderr = &trace
	if err := run.Run(); err == nil || run.ProcessState.ExitCode() != 2 {
		t.Fatalf("the program ends with %v", err)
	}
	return placesOf(trace.String())
}

// panicsHere runs a program in a session.
func panicsHere(t *testing.T, file string) string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Program = true
	s, r := start(t, o), newRecord()
	label := filepath.Base(file)
	program := cell.Cell{Label: label, Source: strings.Replace(string(source), "package main", "", 1)}
	_, err = s.Eval(t.Context(), program, r)
	if err == nil {
		_, err = s.Eval(t.Context(), cell.Cell{Label: "main", Source: "main()"}, r)
	}
	if err == nil {
		err = s.Close() // main has ended before
	}
	e, ok := errors.AsType[*cell.Error](err)
	switch {
	case !ok:
		t.Fatalf("the program ends with %v", err)
	case e.Exited && e.Code == 2:
		if !regexp.MustCompile(`panic: .*\n\ngoroutine \d+ \[running\]:\n`).MatchString(r.text()) {
			t.Errorf("standard error is\n%s", r.text())
		}
		return placesOf(r.text())
	}
	var b strings.Builder
	for _, d := range e.Diagnostics {
		if d.Cell == label {
			fmt.Fprintf(&b, "%s:%d\n", plainFunction("main."+strings.TrimPrefix(d.Message, "in ")), d.Line)
		}
	}
	return b.String()
}

// frame is a function of the program in a trace, and where it is.
var frame = regexp.MustCompile(`(?m)^(main\..*)\([^()]*\)\n\t\S+?\.go:(\d+)`)

// placesOf lists the functions of a trace's first goroutine.
func placesOf(trace string) string {
	_, trace, _ = strings.Cut(trace, "goroutine ")
	trace, _, _ = strings.Cut(trace, "created by ")
	trace, _, _ = strings.Cut(trace, "\n\n")
	var b strings.Builder
	for _, m := range frame.FindAllStringSubmatch(trace, -1) {
		fmt.Fprintf(&b, "%s:%s\n", plainFunction(m[1]), m[2])
	}
	return b.String()
}

var (
	typeArguments = regexp.MustCompile(`\[[^\]]*\]`)
	initNumber    = regexp.MustCompile(`^main\.init[.#]\d+$`)
)

// plainFunction is the name of a function without type arguments.
func plainFunction(name string) string {
	return initNumber.ReplaceAllString(typeArguments.ReplaceAllString(name, ""), "main.init")
}
