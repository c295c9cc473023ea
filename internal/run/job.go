package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"krigo/cell"
	"krigo/internal/browser"
	"krigo/internal/destination"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl/outdir"
	"krigo/internal/sessions"
	"krigo/internal/source"
	"krigo/internal/textwidth"
	"krigo/interp"
	"krigo/interp/imports"
)

// job is a notebook to run and what to write of it.
type job struct {
	path         string
	notebook     *nbformat.Notebook
	controls     map[string]any // values of controls
	output, html string         // files, or ""
	slides, live bool           // whether the page is one of slides, and whether its figures compute
	cells        Cells          // whether the page's cells run
	attached     []browser.File // that the page holds for its cells
	outdir       string         // the folder for what cells show, or ""
	modules      cell.Modules   // of its metadata
	allowed      string         // modules that go.sum does not list, as in imports.Options
	files        *outdir.Dir    // the opened outdir, or nil

	steps []execute.Step // of the cells that have ended
	err   error          // how the run ended
}

// run executes the notebook in a session of its own. A second signal ends the session with the
// running cell.
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
	world := sessions.Unattended(dir, j.modules, j.allowed)
	options := interp.Options{Symbols: world, Unattended: true, Records: true, Given: j.controls, Dir: dir}
	if j.html != "" {
		options.Env = append(os.Environ(), cell.FigureVariable+"=1")
	}
	session, err := sessions.Start(context.WithoutCancel(ctx), options)
	if err != nil {
		return err
	}
	defer exit.OnHurry(ctx, func() { session.Close() })()
	engine := execute.Engine(session)
	if j.files != nil {
		engine = j.files.Saving(session)
	}
	observe := o.Observe
	o.Observe = func(s execute.Step) {
		if s.Done {
			j.steps = append(j.steps, s)
		}
		observe(s)
	}
	o.Foreseen = j.foreseen(world, o)
	o.End = session.Close // before the notebook is written, so that nothing more arrives
	err = errors.Join(execute.Notebook(ctx, engine, j.notebook, o), j.keepModules(world))
	return Untaken(session, j.path, errors.Join(err, session.Close()))
}

// foreseen returns the failure of a cell that cannot compile, or nil: so that a run fails before the cells ahead of it
// have taken their time. A notebook that may have faulty cells has none.
func (j *job) foreseen(world *imports.World, o execute.Options) *execute.CellError {
	cells := execute.Runnable(j.notebook)
	if o.AllowErrors || slices.ContainsFunc(cells, func(c *nbformat.Cell) bool { return c.HasTag(execute.TagRaises) }) {
		return nil
	}
	at, failure := interp.FirstFault(execute.Cells(j.notebook), interp.VetOptions{Symbols: world})
	if failure == nil {
		return nil
	}
	return &execute.CellError{Cell: at + 1, Of: len(cells), Err: failure}
}

// keepModules notes in the notebook which modules the session has used, if its folder has no go.mod.
func (j *job) keepModules(world *imports.World) error {
	world.Quiet(false) // as in a cell
	kept, changed, err := world.KeptChange()
	if changed {
		j.notebook.KeepModules(kept)
	}
	return err
}

// ending is the result of a job.
type ending struct {
	began bool
	lost  bool // a task that gave no result
	took  time.Duration
	err   error // of the run and of what was to be written
}

// complete runs the notebook and writes its results. Progress goes to w.
func (j *job) complete(ctx context.Context, o execute.Options, omit []string, w io.Writer) ending {
	start := time.Now()
	o.Observe = execute.NewProgress(w, false).Observe
	j.run(ctx, o)
	written := j.write(omit)
	return ending{began: true, took: time.Since(start), err: errors.Join(inContext(j.path, written), j.exit(ctx))}
}

// write writes what is asked for, whether the run ended well or not.
func (j *job) write(omit []string) error {
	j.notebook.Omit(omit...)
	var faults []error
	if j.output != "" {
		raw, err := j.notebook.Encode()
		if err == nil {
			err = destination.Write(j.output, raw)
		}
		faults = append(faults, inContext("output", err))
	}
	if j.html != "" {
		page, err := j.page()
		if err == nil {
			err = destination.Write(j.html, page)
		}
		faults = append(faults, inContext("html", err))
	}
	return errors.Join(faults...)
}

// link returns the address, relative to the page, of the executed notebook, or of the one that
// was run if that is not written; "" if no relative address leads there.
func (j *job) link() string {
	path := j.path
	if j.output != "" && j.output != source.Standard {
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

// writeFailure prints the error of the cell that ended the run, if one did, as the notebook
// shows it.
func (j *job) writeFailure(w io.Writer, color bool) {
	if failed := asCellError(j.err); failed != nil {
		for _, line := range failed.Err.In(j.path).Traceback(color) {
			fmt.Fprintln(w, textwidth.VisibleInColour(line))
		}
	}
}

// asCellError returns the error of the cell that ended a run, or nil.
func asCellError(err error) *execute.CellError {
	failed := (*execute.CellError)(nil)
	errors.As(err, &failed)
	return failed
}

// exit returns the error with which the run ends krigo.
func (j *job) exit(ctx context.Context) error {
	failed, own := asCellError(j.err), (*exit.Error)(nil)
	switch {
	case errors.As(j.err, &own):
		return own
	case failed != nil:
		return &exit.Error{Status: failureStatus(failed.Err), Err: fmt.Errorf("%s: cell %d of %d failed", j.path, failed.Cell, failed.Of)}
	case errors.Is(j.err, context.Canceled):
		status, _ := exit.SignalStatus(ctx)
		return &exit.Error{Status: max(status, 1), Err: fmt.Errorf("%s: interrupted", j.path)}
	case j.err != nil:
		return fmt.Errorf("%s: %w", j.path, j.err)
	}
	return nil
}
