package run

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"krigo/cell"
	"krigo/cluster"
	"krigo/internal/browser"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/preset"
	"krigo/internal/replace"
	"krigo/interp/parameters"
)

// taskKind is the kind of the tasks that run a notebook.
const taskKind = "run"

func init() { cluster.RegisterFarm(taskKind, runTask) }

// Cluster runs notebooks as tasks.
type Cluster struct {
	Engine cluster.Engine
	// Dir is the folder of the tasks' files.
	Dir string
	// Detached reports whether tasks outlive an interrupt of the command, as Slurm's do.
	Detached bool
}

// OnCluster runs notebooks as tasks of a cluster, and prints a table of how they ended. The
// error has the highest of their exit statuses. The program has to call cluster.Main.
func OnCluster(ctx context.Context, paths []string, o Options, c Cluster) error {
	b, err := newBatch(paths, o)
	if err != nil {
		return err
	}
	err = b.runOn(ctx, c)
	return errors.Join(err, b.finish(ctx))
}

// task is a notebook to run in another process.
type task struct {
	// Folder is the folder of the command, to which the names of files are relative.
	Folder string
	Path   string
	// Notebook is the notebook to run, with its parameters set.
	Notebook             []byte
	Output, HTML, Outdir string
	Slides, Live         bool
	Cells                Cells
	Attached             []browser.File
	Controls             json.RawMessage // a note, whose numbers are as they were written
	Omit                 []string
	AllowErrors          bool
	Allowed              string
	Timeout              time.Duration
	MaxOutput            int
	// Stop is a file that exists if no more notebooks are to begin, and gives the reason. Its name
	// belongs to this run of the command, so that results never come from another one.
	Stop     string
	FailFast bool // makes the file Stop if the notebook fails
}

// Reasons why no more notebooks are to begin. After an interrupt, a notebook that a signal ends
// is not run again either.
const (
	afterFailure   = "failure"
	afterInterrupt = "interrupt"
)

// taskResult is the result of a notebook.
type taskResult struct {
	Began, Interrupted bool
	Took               time.Duration
	Notebook           []byte // as it was written
	Steps              []stepResult
	Failed             *cellFailure
	Status             int // of Error
	Error              string
	Progress           string
}

// stepResult is a cell that ended. At is its index among all cells.
type stepResult struct {
	Cell, Of, At int
	Elapsed      time.Duration
	Failed       *cell.Error
	Error        string // of another kind
}

// cellFailure is the cell that ended the run.
type cellFailure struct {
	Cell, Of int
	Err      *cell.Error
}

// runTask runs a notebook in the process of a task.
func runTask(ctx context.Context, t task) (taskResult, error) {
	if err := os.Chdir(t.Folder); err != nil {
		return taskResult{}, fmt.Errorf("the folder in which the command was given is not on this machine: %w; notebooks and outputs must be on a file system that all machines share", err)
	}
	if t.stopped() != "" {
		return taskResult{}, nil
	}
	j, err := t.job()
	if err != nil {
		return taskResult{}, err
	}
	var progress bytes.Buffer
	e := j.complete(ctx, t.execution(), t.Omit, &progress)
	if ctx.Err() != nil && t.stopped() != afterInterrupt {
		return taskResult{}, ctx.Err() // the machine ends the process: the task is run again
	}
	if e.err != nil && t.FailFast {
		e.err = errors.Join(e.err, t.stop(afterFailure))
	}
	r, err := j.result(ctx, e)
	r.Progress = progress.String()
	return r, err
}

// stopped returns why no more notebooks are to begin, or "".
func (t task) stopped() string {
	raw, err := os.ReadFile(t.Stop)
	if err != nil {
		return ""
	}
	return string(raw)
}

func (t task) stop(why string) error { return replace.Bytes(t.Stop, []byte(why)) }

// job returns the job that the task was made of.
func (t task) job() (*job, error) {
	nb, err := nbformat.Parse(t.Notebook)
	if err != nil {
		return nil, err
	}
	modules, err := nb.Modules()
	if err != nil {
		return nil, err
	}
	j := &job{path: t.Path, notebook: nb, output: t.Output, html: t.HTML, slides: t.Slides, live: t.Live, cells: t.Cells, attached: t.Attached, outdir: t.Outdir, modules: modules, allowed: t.Allowed}
	value, err := parameters.ParseJSON(t.Controls)
	if err != nil {
		return nil, err
	}
	note, _ := value.(map[string]any)
	for name := range note {
		if v, ok := preset.FromNote(note, name); ok {
			if j.controls == nil {
				j.controls = map[string]any{}
			}
			j.controls[name] = v
		}
	}
	return j, j.openOutdir()
}

func (t task) execution() execute.Options {
	return execute.Options{AllowErrors: t.AllowErrors, Timeout: t.Timeout, MaxOutput: t.MaxOutput}
}

// result returns how the job ended.
func (j *job) result(ctx context.Context, e ending) (taskResult, error) {
	raw, err := j.notebook.Encode()
	if err != nil {
		return taskResult{}, err
	}
	r := taskResult{Began: true, Interrupted: errors.Is(j.err, context.Canceled), Took: e.took, Notebook: raw}
	for _, step := range j.steps {
		r.Steps = append(r.Steps, j.stepResult(step))
	}
	if failed := asCellError(j.err); failed != nil {
		r.Failed = &cellFailure{failed.Cell, failed.Of, failed.Err}
	}
	if e.err != nil {
		r.Status, r.Error = exit.Status(ctx, e.err), e.err.Error()
	}
	return r, nil
}

func (j *job) stepResult(step execute.Step) stepResult {
	s := stepResult{Cell: step.Cell, Of: step.Of, At: slices.Index(j.notebook.Cells, step.At), Elapsed: step.Elapsed}
	if step.Err != nil && !errors.As(step.Err, &s.Failed) {
		s.Error = step.Err.Error()
	}
	return s
}

// receive gives the job the state that it has in the process that ran it.
func (j *job) receive(ctx context.Context, r taskResult) (ending, error) {
	nb, err := nbformat.Parse(r.Notebook)
	if err != nil {
		return ending{}, err
	}
	j.notebook = nb
	for _, step := range r.Steps {
		j.steps = append(j.steps, step.receive(nb))
	}
	if r.Failed != nil {
		j.err = &execute.CellError{Cell: r.Failed.Cell, Of: r.Failed.Of, Err: r.Failed.Err}
	}
	e := ending{began: true, took: r.Took}
	if r.Error != "" {
		if r.Interrupted {
			r.Status, _ = exit.SignalStatus(ctx)
		}
		e.err = &exit.Error{Status: max(r.Status, 1), Err: errors.New(r.Error)}
	}
	return e, nil
}

func (s stepResult) receive(nb *nbformat.Notebook) execute.Step {
	step := execute.Step{Cell: s.Cell, Of: s.Of, Done: true, Elapsed: s.Elapsed}
	if s.At >= 0 && s.At < len(nb.Cells) {
		step.At = nb.Cells[s.At]
	}
	switch {
	case s.Failed != nil:
		step.Err = s.Failed
	case s.Error != "":
		step.Err = errors.New(s.Error)
	}
	return step
}

// runOn runs the notebooks as tasks.
func (b *batch) runOn(of context.Context, c Cluster) error {
	tasks, err := b.tasks(filepath.Join(c.Dir, "stop-"+rand.Text()))
	if err != nil {
		return err
	}
	ctx, done := untilStopped(of, tasks[0])
	defer done()
	for i := range b.ends {
		b.ends[i].lost = true
	}
	err = cluster.FarmEach(ctx, c.Engine, c.Dir, taskKind, tasks, func(i int, r taskResult) error { return b.received(of, i, r) })
	interrupted := of.Err() != nil
	if interrupted {
		err = nil // the exit status says it
	}
	if interrupted && c.Detached {
		return nil // tasks are still to see the file
	}
	return errors.Join(err, removeFile(tasks[0].Stop))
}

// tasks returns the notebooks with what tasks have to know; stop is their file Stop.
func (b *batch) tasks(stop string) ([]task, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	o := b.options
	var all []task
	for _, j := range b.jobs {
		raw, err := j.notebook.Encode()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, err)
		}
		controls, err := json.Marshal(preset.ToNote(j.controls))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, err)
		}
		all = append(all, task{
			Folder: folder, Path: j.path, Notebook: raw, Output: j.output, HTML: j.html, Slides: j.slides, Live: j.live, Cells: j.cells, Attached: j.attached, Outdir: j.outdir,
			Controls: controls, Omit: o.Omit, Allowed: j.allowed,
			AllowErrors: o.AllowErrors, Timeout: o.Timeout, MaxOutput: o.MaxOutput, Stop: stop, FailFast: o.FailFast,
		})
	}
	return all, nil
}

// untilStopped returns a context that is cancelled with another one, after tasks have been told
// to stop.
func untilStopped(of context.Context, t task) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(of))
	undo := context.AfterFunc(of, func() {
		_ = t.stop(afterInterrupt) // without it they give no results
		cancel(context.Cause(of))
	})
	return ctx, func() { undo(); cancel(nil) }
}

// received keeps and reports how a task ended.
func (b *batch) received(ctx context.Context, i int, r taskResult) error {
	b.ends[i].lost = false
	if !r.Began {
		return nil
	}
	for line := range strings.Lines(r.Progress) {
		_, _ = io.WriteString(lineWriter{b, b.jobs[i].path}, line) // to the standard error
	}
	e, err := b.jobs[i].receive(ctx, r)
	if err == nil {
		b.ended(ctx, i, e)
	}
	return err
}

// removeFile removes a file if it exists.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
