// Package run executes notebooks and scripts for `krigo run`: one that may ask the user,
// several side by side, or several as tasks of a cluster. It sets their parameters, checks
// first that their results can be written, and writes these also if a run fails or is
// interrupted.
package run

import (
	"fmt"
	"io"
	"time"

	"krigo/cell"
	"krigo/internal/destination"
	"krigo/internal/exit"
	"krigo/internal/nbformat/execute"
	"krigo/interp"
)

// Options say how notebooks run and where their results go.
type Options struct {
	// AllowErrors goes on after a cell that fails.
	AllowErrors bool
	// FailFast begins no more notebooks after one that failed.
	FailFast bool
	// Timeout, if positive, interrupts a cell that runs longer.
	Timeout time.Duration
	// MaxOutput is the number of bytes to keep of what each cell prints; 0 keeps all.
	MaxOutput int
	// Allowed are the modules that are downloaded though go.sum does not list them, as in [imports.Options].
	Allowed string
	// Values are the values of parameters and controls by name.
	Values map[string]any

	// Output, HTML and Outdir are the executed notebook, the page, and the folder for figures
	// and tables; for several notebooks they are folders. "" writes none.
	Output, HTML, Outdir string
	// Slides makes the page one of slides.
	Slides bool
	// Live makes explorable figures of the page compute.
	Live bool
	// Cells makes the cells of the page run in the browser.
	Cells Cells
	// CellFiles is the folder whose files the page of Cells may hold, "" for the notebook's own.
	CellFiles string
	// JUnit is the report of all notebooks, or "".
	JUnit string
	// Omit are the MIME types that outputs are written without.
	Omit []string
	// Print is the tag of the cells whose text is printed, AllCells, or "".
	Print string

	// Stdout gets tables and printed cells, Stderr progress and errors.
	Stdout, Stderr io.Writer
	// Color colours tracebacks on Stderr.
	Color bool
}

// execution returns the options of the execution of a notebook.
func (o Options) execution() execute.Options {
	return execute.Options{AllowErrors: o.AllowErrors, Timeout: o.Timeout, MaxOutput: o.MaxOutput}
}

// writeJUnit writes the report of jobs, if one is asked for.
func writeJUnit(path string, jobs []*job) error {
	if path == "" {
		return nil
	}
	var reports []execute.Report
	for _, j := range jobs {
		reports = append(reports, execute.Report{Name: j.path, Notebook: j.notebook, Steps: j.steps})
	}
	raw, err := execute.JUnit(reports)
	if err == nil {
		err = destination.Write(path, raw)
	}
	return inContext("junit", err)
}

// inContext prefixes err, unless it is nil, with what it concerns.
func inContext(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// failureStatus returns the exit status of a notebook that a cell's error has ended.
func failureStatus(e *cell.Error) int {
	switch {
	case e.Name == "Timeout":
		return exit.TimedOut
	case e.Code == exit.Killed:
		return exit.Killed
	}
	return 1
}

// Untaken returns err or, if it is nil, the error of a value that was given with -p and that
// no control of the session took.
func Untaken(session *interp.Session, name string, err error) error {
	if err != nil {
		return err
	}
	if err := session.Untaken(); err != nil {
		return exit.Misuse(fmt.Errorf("%s: -p: %w", name, err))
	}
	return nil
}
