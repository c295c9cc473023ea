package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/nbformat/export"
	"krigo/internal/repl/outdir"
	"krigo/interp"
)

// job is a notebook to run, and what to write of it.
type job struct {
	path         string
	notebook     *nbformat.Notebook
	output, html string         // files, or ""
	outdir       string         // the folder for what cells show, or ""
	files        *outdir.Dir    // what it is, or nil
	controls     map[string]any // values for controls

	steps []execute.Step // of the cells that ended
	err   error          // how the run ended
}

// newJobs reads notebooks, sets their parameters and finds where their results go.
// What could not end well is refused here, before anything runs.
func newJobs(paths []string, f *runFlags) ([]*job, error) {
	values, err := f.parameterValues()
	if err != nil {
		return nil, err
	}
	var jobs []*job
	var to []destination
	for _, path := range paths {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := nb.CheckGo(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		controls, err := setParameters(path, nb, values)
		if err != nil {
			return nil, err
		}
		j := &job{path: path, notebook: nb, controls: controls}
		if err := j.place(f, len(paths) > 1); err != nil {
			return nil, err
		}
		jobs = append(jobs, j)
		to = append(to, j.destinations()...)
	}
	if f.junit != "" {
		to = append(to, destination{"junit", f.junit})
	}
	if err := checkDestinations(to, paths); err != nil {
		return nil, err
	}
	return jobs, checkTag(f.print, jobs)
}

// place finds where the results of a job go.
func (j *job) place(f *runFlags, several bool) (err error) {
	if j.output, err = inFolder("output", f.output, j.path, ".ipynb", several); err != nil {
		return err
	}
	if j.html, err = inFolder("html", f.html, j.path, ".html", several); err != nil {
		return err
	}
	if f.outdir == "" {
		return nil
	}
	j.outdir = f.outdir
	if several {
		j.outdir = filepath.Join(f.outdir, stem(j.path))
	}
	return j.openOutdir()
}

// openOutdir opens the folder for what cells show, where there is to be one.
func (j *job) openOutdir() (err error) {
	if j.outdir == "" {
		return nil
	}
	if j.files, err = outdir.Open(j.outdir); err != nil {
		return fmt.Errorf("--outdir: %w", err)
	}
	return nil
}

func (j *job) destinations() []destination {
	var all []destination
	if j.output != "" {
		all = append(all, destination{"output", j.output})
	}
	if j.html != "" {
		all = append(all, destination{"html", j.html})
	}
	return all
}

// run executes the notebook in a session of its own. The second signal ends the
// session with the running cell.
func (j *job) run(ctx context.Context, o execute.Options) {
	j.err = j.execute(ctx, o)
	if j.files != nil {
		j.err = errors.Join(j.err, j.files.Close())
	}
}

func (j *job) execute(ctx context.Context, o execute.Options) error {
	dir, err := filepath.Abs(filepath.Dir(j.path))
	if err != nil {
		return err
	}
	// The session outlives an interrupt, which is for the running cell.
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{Unattended: true, Records: true, Given: j.controls, Dir: dir})
	if err != nil {
		return err
	}
	defer onHurry(ctx, func() { session.Close() })()
	engine := execute.Engine(session)
	if j.files != nil {
		engine = j.files.Saving(session)
	}
	observe := o.Observe
	o.Observe = func(s execute.Step) {
		if s.Done {
			j.steps = append(j.steps, s)
		}
		if observe != nil {
			observe(s)
		}
	}
	o.End = session.Close // before the notebook is written, so that nothing more arrives
	err = execute.Notebook(ctx, engine, j.notebook, o)
	return untaken(session, j.path, errors.Join(err, session.Close()))
}

// write writes what was asked for, whether the run ended well or not.
func (j *job) write(omit []string) error {
	j.notebook.Omit(omit...)
	var faults []error
	if j.output != "" {
		raw, err := j.notebook.Encode()
		if err == nil {
			err = keep(j.output, raw)
		}
		faults = append(faults, inContext("output", err))
	}
	if j.html != "" {
		page, err := export.HTML(j.notebook, export.Options{Name: stem(j.path), Files: os.DirFS(filepath.Dir(j.path)), Notebook: j.link()})
		if err == nil {
			err = keep(j.html, page)
		}
		faults = append(faults, inContext("html", err))
	}
	return errors.Join(faults...)
}

// inContext says before an error, where there is one, of what it is.
func inContext(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// link is the address of the executed notebook, or of the one that was run where
// that is not written, seen from the page; "" where no relative one leads there.
func (j *job) link() string {
	path := j.path
	if j.output != "" && j.output != standard {
		path = j.output
	}
	from, err := filepath.Abs(filepath.Dir(j.html))
	if err != nil {
		return ""
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	link, err := filepath.Rel(from, to)
	if err != nil {
		return "" // on another drive
	}
	return (&url.URL{Path: filepath.ToSlash(link)}).String()
}

// failure is the error of the cell that ended the run, or nil.
func (j *job) failure() *cell.Error {
	failed := (*execute.CellError)(nil)
	if !errors.As(j.err, &failed) {
		return nil
	}
	return failed.Err.In(j.path)
}

// end is the error with which the run ends krigo.
func (j *job) end(ctx context.Context) error {
	failed, misuse := (*execute.CellError)(nil), (*exitError)(nil)
	switch {
	case errors.As(j.err, &misuse):
		return misuse
	case errors.As(j.err, &failed):
		return &exitError{failureStatus(failed.Err), fmt.Errorf("%s: cell %d of %d failed", j.path, failed.Cell, failed.Of)}
	case errors.Is(j.err, context.Canceled):
		status, _ := signalStatus(ctx)
		return &exitError{max(status, 1), fmt.Errorf("%s: interrupted", j.path)}
	case j.err != nil:
		return fmt.Errorf("%s: %w", j.path, j.err)
	}
	return nil
}

// failureStatus is the status of a run that a cell's error has ended.
func failureStatus(e *cell.Error) int {
	switch {
	case e.Name == "Timeout":
		return timedOut
	case e.Code == killed:
		return killed
	}
	return 1
}

// options are those of a run by the flags.
func (f *runFlags) options() execute.Options {
	o := execute.Options{AllowErrors: f.allowErrors, Timeout: f.timeout, MaxOutput: f.maxOutput}
	if f.full {
		o.MaxOutput = 0
	}
	return o
}

// runOne runs a single notebook, which may ask the user.
func runOne(cmd *cobra.Command, j *job, f *runFlags) error {
	ctx := cmd.Context()
	o := f.options()
	o.Ask = newScreen().Ask
	o.Observe = execute.NewProgress(os.Stderr, term.IsTerminal(int(os.Stderr.Fd()))).Observe
	j.run(ctx, o)
	faults := []error{j.write(f.omit), writeJUnit(f.junit, j), printOutputs(cmd.OutOrStdout(), j.notebook, f.print)}
	tellFailure(cmd, j)
	return errors.Join(append(faults, j.end(ctx))...)
}

// tellFailure prints the error of a cell as the notebook shows it.
func tellFailure(cmd *cobra.Command, j *job) {
	if failed := j.failure(); failed != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), strings.Join(failed.Traceback(colored(os.Stderr)), "\n"))
	}
}

// writeJUnit writes the report of jobs, where one is asked for.
func writeJUnit(path string, jobs ...*job) error {
	if path == "" {
		return nil
	}
	var reports []execute.Report
	for _, j := range jobs {
		reports = append(reports, execute.Report{Name: j.path, Notebook: j.notebook, Steps: j.steps})
	}
	raw, err := execute.JUnit(reports)
	if err == nil {
		err = keep(path, raw)
	}
	return inContext("junit", err)
}
