package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"krigo/cell"
	"krigo/interp"
	"krigo/interp/symbols"
)

// asWorker is the environment variable that makes this executable a worker.
const asWorker = "KRIGO_DIFFERENTIAL_WORKER"

// subject runs programs and sessions of cells through the interpreter, each in
// a session of its own.
type subject struct {
	limit time.Duration // what a program may take
}

// packageClause is blanked, as `krigo run` does it: a session is package main.
var packageClause = regexp.MustCompile(`(?m)^package[ \t]+\w+[ \t]*;?`)

// program runs the text of a Go program: its declarations, then its main.
func (s *subject) program(source string) outcome {
	return s.evaluate([]string{packageClause.ReplaceAllString(source, ""), "main()"}, true)
}

// cells runs cells up to the first that fails.
func (s *subject) cells(cells []string) outcome { return s.evaluate(cells, false) }

// evaluate runs cells, or those of a program, up to the first that fails.
func (s *subject) evaluate(cells []string, program bool) outcome {
	exe, err := os.Executable()
	if err != nil {
		return outcome{exit: -1, failure: err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.limit)
	defer cancel()
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{
		Symbols: symbols.NewWorld(),
		Command: []string{exe}, Env: append(os.Environ(), asWorker+"=1"),
		Unattended: true, StopTimeout: time.Second, Program: program,
	})
	if err != nil {
		return outcome{exit: -1, failure: err.Error()}
	}
	var out screen
	end := outcome{}
	for i, source := range cells {
		before := len(out.text())
		_, err := session.Eval(ctx, cell.Cell{Label: cellLabel(i), Source: source}, &out)
		if err != nil {
			end = ending(err, len(out.text()) > before)
			end.late = ctx.Err() != nil
			break
		}
	}
	if err := session.Close(); err != nil && end.failure == "" {
		end = outcome{exit: -1, failure: err.Error()}
	}
	end.stdout = out.text()
	return end
}

func cellLabel(i int) string { return fmt.Sprintf("cell %d", i+1) }

// ending is what the error of a cell means for a program that does the same.
func ending(err error, printed bool) outcome {
	e := (*cell.Error)(nil)
	if !errors.As(err, &e) {
		return outcome{exit: -1, failure: err.Error()}
	}
	line, _, _ := strings.Cut(e.Message, "\n")
	switch {
	case e.Name == "CompileError":
		return outcome{exit: -1, failure: e.Name + ": " + line, told: !printed}
	case e.Name == "Panic":
		return outcome{exit: panicked, failure: line, lines: programLines(e)}
	case e.Name == "Exit" || e.Exited:
		return outcome{exit: e.Code}
	case e.Name == "WorkerCrash":
		// Go ends by code 2 what its runtime ends, as a deadlock.
		return outcome{exit: panicked, failure: e.Name + ": " + line}
	}
	return outcome{exit: -1, failure: e.Name + ": " + line}
}

// programLines are the lines of the program itself, the first cell, at which a panic
// ended it.
func programLines(e *cell.Error) (lines []int) {
	for _, d := range e.Diagnostics {
		if d.Cell == cellLabel(0) {
			lines = append(lines, d.Line)
		}
	}
	return lines
}

// screen keeps what cells write to standard output.
type screen struct {
	mu     sync.Mutex
	stdout strings.Builder
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stdout.String()
}

func (s *screen) Stream(name, text string) {
	if name != "stdout" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stdout.WriteString(text)
}

func (s *screen) Display(cell.Display)  {}
func (s *screen) Clear(bool)            {}
func (s *screen) Page(cell.Bundle)      {}
func (s *screen) Comm(cell.CommMessage) {}
func (s *screen) Input(context.Context, string, bool) (string, error) {
	return "", cell.ErrNoInput
}
