package static

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/cell"
	"krigo/display"
	"krigo/internal/testwait"
	"krigo/interp/internal/cases"
	"krigo/interp/internal/core"
	"krigo/interp/static/effects"
	"krigo/interp/symbols"
	"krigo/interp/symbols/tables"
)

// world is shared: it only reads.
var world = symbols.NewWorld()

// runner runs lowered cells in this process.
type runner struct {
	t        *testing.T
	session  *Session
	interp   *yaegi.Interpreter
	core     *core.Runtime
	output   *buffer
	cells    int
	returned bool         // from the cell that runs
	failure  string       // with which it has
	effects  cell.Effects // of the cell that ran last
}

// buffer collects what cells and their goroutines print.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *buffer) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	r := &runner{t: t, session: New(world), output: &buffer{}}
	r.session.FollowEffects()
	r.restart(t)
	return r
}

// answer answers input(prompt). "wait TEXT" is answered when the cell's output
// holds the text, so that a cell can wait for its goroutines.
func (r *runner) answer(prompt string) string {
	if text, ok := strings.CutPrefix(prompt, "wait "); ok {
		for end := time.Now().Add(testwait.Limit); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
			if strings.Contains(r.output.String(), text) {
				return ""
			}
		}
		return fmt.Sprintf("waited %v for: %s", testwait.Limit, text)
	}
	return "answer to " + prompt
}

// returns notes that a cell has returned.
func (r *runner) returns(err error, cell string, line int) {
	r.returned = true
	if err != nil {
		r.failure = fmt.Sprintf("returned: %v (%s, line %d)\n", err, cell, line)
	}
}

// restart gives the session a fresh interpreter.
func (r *runner) restart(t *testing.T) {
	t.Helper()
	r.interp = yaegi.New(yaegi.Options{Stdout: r.output, Stderr: &bytes.Buffer{}})
	exports := tables.Exports()
	exports[SessionPackage+"/session"] = map[string]reflect.Value{
		"Context":  reflect.ValueOf(context.Background),
		"Input":    reflect.ValueOf(r.answer),
		"Password": reflect.ValueOf(func(string) string { return "" }),
		"Fail":     reflect.ValueOf(func(err error, _ string, _ int) { panic(err) }),
		"Return":   reflect.ValueOf(r.returns),
	}
	printing := maps.Clone(exports["fmt/fmt"])
	printing["Print"] = reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(r.output, a...) })
	printing["Printf"] = reflect.ValueOf(func(f string, a ...any) (int, error) { return fmt.Fprintf(r.output, f, a...) })
	printing["Println"] = reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(r.output, a...) })
	exports["fmt/fmt"] = printing
	var err error
	if r.core, err = core.New(r.interp, exports, r.output); err != nil {
		t.Fatal(err)
	}
	r.core.Panicked = func(v any) { fmt.Fprintf(r.output, "a goroutine panicked: %v\n", core.Recovered(v)) }
	for _, u := range r.session.Replay() {
		if err := r.core.Load(u); err != nil {
			t.Fatalf("replay: %v\n%s", err, u.Source)
		}
	}
}

// run checks and runs a cell and returns all that it shows.
func (r *runner) run(t *testing.T, source string) string {
	t.Helper()
	r.cells++
	r.output.Reset()
	p, faults := r.session.Check(cell.Cell{Label: fmt.Sprintf("cell %d", r.cells), Source: source})
	if len(faults) > 0 {
		var b strings.Builder
		for _, d := range faults {
			fmt.Fprintln(&b, d.Error())
			if d.Hint != "" {
				fmt.Fprintln(&b, "  "+d.Hint)
			}
		}
		return b.String()
	}
	if p.Unit != nil {
		if err := r.core.Load(p.Unit); err != nil {
			t.Errorf("%v in the unit\n%s", err, p.Unit.Source)
			return "unit: " + err.Error() + "\n"
		}
	}
	r.session.Commit(p)
	r.effects = p.Effects()
	if len(r.effects.Notes) > 0 && strings.HasPrefix(r.effects.Notes[0], effects.Failed) {
		t.Errorf("%s\n%s", source, r.effects.Notes[0])
	}
	r.returned, r.failure = false, ""
	for _, run := range p.Runs {
		if _, err := r.interp.Eval(run + "()"); err != nil {
			fmt.Fprintf(r.output, "run: %v\n", errorText(err))
			return r.output.String()
		}
	}
	if r.returned {
		return r.output.String() + r.failure
	}
	r.show(t, p.Value)
	return r.output.String()
}

// errorText returns the text of a panic's value.
func errorText(err error) string {
	if p, ok := errors.AsType[yaegi.Panic](err); ok {
		return fmt.Sprint(core.Recovered(p.Value))
	}
	return err.Error()
}

func (r *runner) show(t *testing.T, v *Value) {
	t.Helper()
	if v == nil {
		return
	}
	if v.Failure != "" && r.value(t, v.Failure) != nil {
		fmt.Fprintf(r.output, "failed: %v\n", r.value(t, v.Failure))
		return
	}
	shown, _ := r.value(t, v.Expr).([]any)
	if len(shown) == 0 {
		return
	}
	x := shown[0]
	switch {
	case v.Error && x != nil:
		fmt.Fprintf(r.output, "failed: %v\n", x)
	case !v.Error:
		fmt.Fprintf(r.output, "= %s\n", display.Of(x).Plain())
	}
}

func (r *runner) value(t *testing.T, expr string) any {
	t.Helper()
	v, err := r.interp.Eval(expr)
	if err != nil {
		t.Errorf("value %s: %v", expr, err)
		return nil
	}
	if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
		return nil
	}
	return v.Interface()
}

// Restart gives the session a fresh interpreter.
func (r *runner) Restart() { r.restart(r.t) }

// Eval checks and runs a cell and returns all that it shows.
func (r *runner) Eval(_, source string) string {
	return r.run(r.t, strings.TrimSuffix(source, "\n"))
}

// unraced are the transcripts in which yaegi grows the frame of globals and keeps closures,
// unlocked, while goroutines read them.
const unraced = "cells/goroutines"

func TestSessions(t *testing.T) {
	for _, x := range cases.Transcripts(t, "^cells/") {
		if x.Name != unraced {
			t.Run(x.Name, func(t *testing.T) { x.Run(t, func() cases.Session { return newRunner(t) }) })
		}
	}
}

func TestSessionsUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frame of globals where goroutines run")
	}
	for _, x := range cases.Transcripts(t, unraced) {
		x.Run(t, func() cases.Session { return newRunner(t) })
	}
	for _, c := range cases.ForTest(t, "^constructs/") {
		if strings.Contains(c.Program, "os.Stdout") {
			continue // a runner keeps what fmt prints
		}
		t.Run(c.Name, func(t *testing.T) {
			r := newRunner(t)
			declared := r.run(t, c.Program)
			if d := c.Compare(cases.Outcome{Stdout: declared + r.run(t, "main()")}); d.Verdict != cases.Equal {
				t.Errorf("%s: %s", d.Class, d.Detail)
			}
		})
	}
}
