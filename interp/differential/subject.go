package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"krigo/cell"
	"krigo/interp"
	"krigo/interp/internal/cases"
	"krigo/interp/symbols"
)

// asWorker is the environment variable that makes this executable a worker.
const asWorker = "KRIGO_DIFFERENTIAL_WORKER"

// subject runs programs and sessions of cells through the interpreter, each in
// a session of its own.
type subject struct {
	limit time.Duration // what a program may take
}

// run runs a case: its cells, or its program.
func (s *subject) run(c cases.Case) cases.Outcome {
	if c.Cells != nil {
		return s.cells(c.Cells)
	}
	return s.program(c.Program)
}

// program runs the text of a Go program: its declarations, then its main. The package clause is
// blanked, as krigo run does: a session is package main.
func (s *subject) program(source string) cases.Outcome {
	return s.evaluate([]string{cases.PackageClause.ReplaceAllString(source, ""), "main()"}, true)
}

// cells runs cells up to the first that fails.
func (s *subject) cells(cells []string) cases.Outcome { return s.evaluate(cells, false) }

// evaluate runs cells, or a program's cells, up to the first that fails.
func (s *subject) evaluate(cells []string, program bool) cases.Outcome {
	exe, err := os.Executable()
	if err != nil {
		return cases.Outcome{Exit: -1, Failure: err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	var faults faultLog
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{
		Symbols: symbols.NewWorld(),
		Command: []string{exe}, Env: append(os.Environ(), asWorker+"=1"),
		Unattended: true, StopTimeout: time.Second, Program: program, Log: slog.New(&faults),
	})
	if err != nil {
		return cases.Outcome{Exit: -1, Failure: err.Error()}
	}
	out := screen{texts: map[string]string{}}
	var failed error
	printed := false
	for i, source := range cells {
		before := len(out.text("stdout"))
		_, failed = session.Eval(ctx, cell.Cell{Label: cellLabel(i, program), Source: source}, &out)
		if failed != nil {
			printed = len(out.text("stdout")) > before
			break
		}
	}
	late := failed != nil && ctx.Err() != nil
	// A goroutine may have ended the session after its last cell.
	if err := session.Close(); failed == nil {
		failed = err
	}
	if fault := faults.first(); fault != "" {
		return cases.Outcome{Exit: -1, Failure: fault}
	}
	end := ending(failed, printed, out.text("stderr"))
	end.Late, end.Stdout = late, out.text("stdout")
	return end
}

// cellLabel names a cell of a session, or of a program, whose name is in traces of panics.
func cellLabel(i int, program bool) string {
	if program && i == 0 {
		return cases.ProgramName
	}
	return fmt.Sprintf("cell %d", i+1)
}

// ending returns the outcome of a program that ends with a cell's error.
func ending(err error, printed bool, stderr string) cases.Outcome {
	if err == nil {
		return cases.Outcome{}
	}
	e := (*cell.Error)(nil)
	if !errors.As(err, &e) {
		return cases.Outcome{Exit: -1, Failure: err.Error()}
	}
	line, _, _ := strings.Cut(e.Message, "\n")
	switch {
	case e.Name == "CompileError":
		return cases.Outcome{Exit: -1, Failure: e.Name + ": " + line, Refused: !printed}
	case e.Name == "Panic":
		return cases.Outcome{Exit: cases.Panicked, Failure: line, Places: places(e)}
	case (e.Name == "Exit" || e.Exited) && e.Code == cases.Panicked && panicReport.MatchString(stderr):
		failure, places := cases.PanicOf(stderr)
		return cases.Outcome{Exit: e.Code, Failure: failure, Places: places}
	case e.Name == "Exit" || e.Exited:
		return cases.Outcome{Exit: e.Code}
	case e.Name == "WorkerCrash":
		// Go ends by code 2 what its runtime ends, as a deadlock.
		return cases.Outcome{Exit: cases.Panicked, Failure: e.Name + ": " + line}
	}
	return cases.Outcome{Exit: -1, Failure: e.Name + ": " + line}
}

// panicReport matches krigo's report on standard error, in Go's form, of a panic in a goroutine.
var panicReport = regexp.MustCompile(`panic: .*\n\ngoroutine \d+ \[running\]:\n`)

// places returns the places in the program itself, the first cell, at which a panic ended it.
func places(e *cell.Error) (all []cases.Place) {
	for _, d := range e.Diagnostics {
		if d.Cell == cases.ProgramName {
			all = append(all, cases.Place{Function: cases.PlainFunction("main." + strings.TrimPrefix(d.Message, "in ")), Line: d.Line})
		}
	}
	return all
}

// faultLog keeps the faults that a session logs: krigo's own, which cost a program only speed.
type faultLog struct {
	mu     sync.Mutex
	faults []string
}

func (l *faultLog) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

func (l *faultLog) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := r.Message
	r.Attrs(func(a slog.Attr) bool { text += "; " + a.String(); return true })
	l.faults = append(l.faults, text)
	return nil
}

func (l *faultLog) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *faultLog) WithGroup(string) slog.Handler { return l }

// first returns the first fault, or "".
func (l *faultLog) first() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.faults) == 0 {
		return ""
	}
	return l.faults[0]
}

// screen keeps what cells write, by stream.
type screen struct {
	mu    sync.Mutex
	texts map[string]string
}

func (s *screen) text(stream string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.texts[stream]
}

func (s *screen) Stream(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts[name] += text
}

func (s *screen) Display(cell.Display)  {}
func (s *screen) Clear(bool)            {}
func (s *screen) Page(cell.Bundle)      {}
func (s *screen) Comm(cell.CommMessage) {}
func (s *screen) Input(context.Context, string, bool) (string, error) {
	return "", cell.ErrNoInput
}
