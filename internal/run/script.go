package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"krigo/cell"
	"krigo/internal/exit"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/repl/outdir"
	"krigo/internal/sessions"
	"krigo/interp"
)

// Script is a script of cells, a program, or code of the command line.
type Script struct {
	Name  string // of its file, in errors
	Cells []repl.ScriptCell
	Args  []string // its os.Args
	// Modules are those in the header of its file.
	Modules cell.Modules
	// Program is the text of the file if that is a Go program with a func main, or "".
	Program string
}

// Code returns the script of the cells that a command line holds.
func Code(code, args []string) Script {
	s := Script{Name: "-e", Cells: make([]repl.ScriptCell, len(code)), Args: append([]string{"-e"}, args...)}
	for i, source := range code {
		label := "-e"
		if len(code) > 1 {
			label = fmt.Sprint("-e ", i+1)
		}
		s.Cells[i].Cell = cell.Cell{Label: label, Source: source}
	}
	return s
}

// ListParameters prints the parameters of the script.
func (s Script) ListParameters(w io.Writer) error {
	_, set, err := s.parameters()
	if err != nil {
		return exit.Misuse(err)
	}
	return writeParameters(w, set)
}

// readsStdin finds the names by which Go code reads standard input.
var readsStdin = regexp.MustCompile(`\bStdin\b|\bfmt\.Scan(f|ln)?\b`)

// ReadsStdin reports whether the text of the script names os.Stdin, or a function that reads it.
func (s Script) ReadsStdin() bool {
	return slices.ContainsFunc(s.Cells, func(c repl.ScriptCell) bool { return readsStdin.MatchString(c.Source) })
}

// ScriptOptions say how a script runs.
type ScriptOptions struct {
	// Values are the values of parameters and controls by name.
	Values map[string]any
	// Outdir is the folder for figures and tables, or "".
	Outdir string
	// Stdin is the script's os.Stdin, as in [interp.Options].
	Stdin *os.File
	// Timeout, if positive, interrupts a cell that runs longer.
	Timeout time.Duration
	// Allowed are the modules that are downloaded though go.sum does not list them, as in [imports.Options].
	Allowed string
}

// Run runs the script. When it returns, screen has printed what the cells gave, failure
// included. The error has the exit status.
func (s Script) Run(ctx context.Context, screen *repl.Screen, o ScriptOptions) error {
	controls, err := s.setParameters(o.Values)
	if err != nil {
		return exit.Misuse(err)
	}
	var files *outdir.Dir
	if o.Outdir != "" {
		if files, err = outdir.Open(o.Outdir); err != nil {
			return exit.Misusef("--outdir: %w", err)
		}
	}
	err = s.eval(ctx, screen, controls, o, files)
	if files != nil {
		err = errors.Join(inContext("outdir", files.Close()), err)
	}
	return err
}

// eval runs the script in a session of its own.
func (s Script) eval(ctx context.Context, screen *repl.Screen, controls map[string]any, o ScriptOptions, files *outdir.Dir) error {
	world := sessions.Unattended(s.folder(), s.Modules, o.Allowed)
	session, err := sessions.Start(context.WithoutCancel(ctx), interp.Options{
		Symbols: world, Unattended: true, Program: true, Stdin: o.Stdin, Args: s.Args, Given: controls,
	})
	if err != nil {
		return err
	}
	defer exit.OnHurry(ctx, func() { session.Close() })()
	engine := repl.Engine(limited{session, o.Timeout})
	if files != nil {
		engine = files.Saving(engine)
	}
	cells := s.Cells
	if at, failure := interp.FirstFault(repl.Cells(cells), interp.VetOptions{Symbols: world, Program: true}); failure != nil {
		engine, cells = execute.Failing{Err: failure}, cells[at:at+1]
	}
	err = repl.RunScript(ctx, engine, screen, cells)
	return Untaken(session, s.Name, scriptExit(ctx, err, errors.Join(session.Close(), screen.Failure())))
}

// folder returns the folder of the script's file, whose go.mod is its own; "" is the current one.
func (s Script) folder() string {
	if info, err := os.Stat(s.Name); err != nil || !info.Mode().IsRegular() {
		return "" // code of the command line or of standard input
	}
	return filepath.Dir(s.Name)
}

// scriptExit returns the error with which a script ends krigo: err comes from its cells, closeErr
// from its process.
func scriptExit(ctx context.Context, err, closeErr error) error {
	failure := (*cell.Error)(nil)
	code, exits := repl.ExitCode(cmp.Or(err, closeErr))
	status, signalled := exit.SignalStatus(ctx)
	switch {
	case signalled:
		return &exit.Error{Status: status}
	case exits && code == 0:
		return closeErr
	case exits:
		return &exit.Error{Status: code}
	case errors.As(err, &failure):
		return &exit.Error{Status: scriptStatus(failure)}
	}
	return errors.Join(err, closeErr)
}

// scriptStatus returns the exit status of a script that an error has ended: that of a Go
// program if it panicked.
func scriptStatus(e *cell.Error) int {
	status := failureStatus(e)
	if status == 1 && (e.Name == "Panic" || e.Name == "WorkerCrash") {
		return exit.Panicked
	}
	return status
}

// limited is an engine whose cells are interrupted after a time.
type limited struct {
	repl.Engine
	timeout time.Duration
}

func (l limited) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	return execute.Eval(ctx, l.Engine, c, out, l.timeout)
}
