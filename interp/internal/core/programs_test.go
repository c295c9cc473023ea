package core_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/internal/testwait"
	"krigo/interp/emit/emittest"
	"krigo/interp/internal/cases"
	"krigo/interp/internal/core"
	"krigo/interp/symbols/tables"
)

// TestProgramsPrintWhatGoPrintsUnraced runs the programs of testdata/go/constructs through emit
// and core, without a worker.
func TestProgramsPrintWhatGoPrintsUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frames where goroutines run")
	}
	for _, c := range cases.ForTest(t, "^constructs/") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if d := c.Compare(cases.Outcome{Stdout: run(t, c)}); d.Verdict != cases.Equal {
				t.Errorf("%s: %s", d.Class, d.Detail)
			}
		})
	}
}

// run returns a program's output, with the panic that ends it.
func run(t *testing.T, c cases.Case) string {
	t.Helper()
	unit, functions := emittest.Unit(t, c.Name, c.Program)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	printed := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(r)
		printed <- text
	}()
	interpreter := yaegi.New(yaegi.Options{Stderr: io.Discard, Unrestricted: true})
	runtime, err := core.New(interpreter, exportsTo(w), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := runtime.Load(unit); err != nil {
		t.Fatalf("the emitted code is wrong (CONTRIBUTING.md, A cell does not do what Go does): %v\n%s", err, lineOf(unit.Source, err))
	}
	for _, name := range functions {
		f, err := interpreter.Eval(name)
		if err != nil {
			t.Fatal(err)
		}
		if text := panicOf(func() { f.Call(nil) }); text != "" {
			fmt.Fprintln(w, text)
			break
		}
	}
	w.Close()
	return string(bytes.ReplaceAll(testwait.Receive(t, "what the program prints", printed), []byte("\r"), nil))
}

// lineOf returns the line of emitted code that an error of the interpreter, such as "7:2: undefined: x", names, with
// the three lines before it.
func lineOf(source string, err error) string {
	lines := strings.Split(source, "\n")
	var line int
	if _, scanned := fmt.Sscanf(err.Error(), "%d:", &line); scanned != nil || line < 2 || line-2 >= len(lines) {
		return ""
	}
	end := line - 1 // Load puts the package clause before the source
	return strings.Join(lines[max(0, end-4):end], "\n")
}

// panicOf returns the text of a call's panic, or empty.
func panicOf(call func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("panic: %v", core.Recovered(p))
		}
	}()
	call()
	return ""
}

// exportsTo returns the exports, with standard output going to w.
func exportsTo(w *os.File) yaegi.Exports {
	all := tables.Exports()
	replace := func(path string, by map[string]any) {
		table := maps.Clone(all[path])
		for name, x := range by {
			table[name] = reflect.ValueOf(x)
		}
		all[path] = table
	}
	replace("fmt/fmt", map[string]any{
		"Print":   func(a ...any) (int, error) { return fmt.Fprint(w, a...) },
		"Printf":  func(format string, a ...any) (int, error) { return fmt.Fprintf(w, format, a...) },
		"Println": func(a ...any) (int, error) { return fmt.Fprintln(w, a...) },
	})
	table := maps.Clone(all["os/os"])
	table["Stdout"] = reflect.ValueOf(&w).Elem()
	all["os/os"] = table
	return all
}
