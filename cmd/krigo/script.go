package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/repl/outdir"
	"krigo/interp"
)

// script is Go to run whose cells are printed as they go.
type script struct {
	name  string // of the file
	cells []repl.ScriptCell
	args  []string // its os.Args

	controls map[string]any // values for controls
}

// evalCells are the cells of -e.
func evalCells(code []string) []repl.ScriptCell {
	cells := make([]repl.ScriptCell, len(code))
	for i, source := range code {
		label := "-e"
		if len(code) > 1 {
			label = fmt.Sprint("-e ", i+1)
		}
		cells[i].Cell = cell.Cell{Label: label, Source: source}
	}
	return cells
}

// readScript reads the script args[0], or standard input for "-".
func readScript(cmd *cobra.Command, args []string) (script, error) {
	name := filepath.Clean(args[0]) // as line directives have it
	if flag := notebookFlag(cmd); flag != "" {
		return script{}, fmt.Errorf("--%s is for notebooks; %s is a script", flag, name)
	}
	source, err := readSource(name, cmd.InOrStdin())
	if err != nil {
		return script{}, fmt.Errorf("script: %w", err)
	}
	if name == standard {
		name = "stdin"
		if _, err := nbformat.Parse(source); err == nil {
			return script{}, errors.New("standard input is a notebook: krigo run wants the name of its file, in whose folder it runs")
		}
	}
	cells, err := repl.ScriptCells(name, string(source))
	return script{name: name, cells: cells, args: args}, err
}

// runScript runs a script. Its cells have been printed, failure included, when it
// returns.
func runScript(cmd *cobra.Command, s script, f *runFlags) error {
	if f.list {
		_, set, err := scriptParameters(s.name, s.cells)
		if err != nil {
			return &exitError{misused, err}
		}
		return writeParameters(cmd.OutOrStdout(), set)
	}
	values, err := f.parameterValues()
	if err != nil {
		return &exitError{misused, err}
	}
	if s.controls, err = setScriptParameters(&s, values); err != nil {
		return &exitError{misused, err}
	}
	var files *outdir.Dir
	if f.outdir != "" {
		if files, err = outdir.Open(f.outdir); err != nil {
			return usageErrorf("--outdir: %w", err)
		}
	}
	err = evalScript(cmd.Context(), s, f.timeout, files)
	if files != nil {
		err = errors.Join(inContext("outdir", files.Close()), err)
	}
	return err
}

// evalScript runs a script in a session of its own, and gives its end as krigo's.
func evalScript(ctx context.Context, s script, timeout time.Duration, files *outdir.Dir) error {
	screen := newScreen()
	// What is typed is the script's, so that the terminal is not asked what it can draw.
	if _, err := drawInline(screen, "", false); err != nil {
		return err
	}
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{Unattended: true, Program: true, Args: s.args, Given: s.controls})
	if err != nil {
		return err
	}
	defer onHurry(ctx, func() { session.Close() })()
	engine := repl.Engine(limited{session, timeout})
	if files != nil {
		engine = files.Saving(engine)
	}
	err = repl.RunScript(ctx, engine, screen, s.cells)
	end := scriptEnd(ctx, err, errors.Join(session.Close(), screen.Failure()))
	return untaken(session, s.name, end)
}

// scriptEnd is the end of krigo for that of a script: of its cells, and of its
// process.
func scriptEnd(ctx context.Context, err, closeErr error) error {
	failure := (*cell.Error)(nil)
	code, exits := repl.ExitCode(cmp.Or(err, closeErr))
	status, signalled := signalStatus(ctx)
	switch {
	case signalled:
		return &exitError{status: status}
	case exits && code == 0:
		return closeErr
	case exits:
		return &exitError{status: code}
	case errors.As(err, &failure):
		return &exitError{status: scriptStatus(failure)}
	}
	return errors.Join(err, closeErr)
}

// scriptStatus is the status of a script that an error has ended: that of a Go
// program where it panicked.
func scriptStatus(e *cell.Error) int {
	status := failureStatus(e)
	if status == 1 && (e.Name == "Panic" || e.Name == "WorkerCrash") {
		return panicked
	}
	return status
}

// limited is an engine whose cells may not run longer than a time.
type limited struct {
	repl.Engine
	timeout time.Duration
}

func (l limited) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	return execute.Eval(ctx, l.Engine, c, out, l.timeout)
}
