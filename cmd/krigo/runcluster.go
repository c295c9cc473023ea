package main

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
	"krigo/internal/given"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/replace"
	"krigo/interp/parameters"
)

// kindRun is the kind of a notebook that is run.
const kindRun = "run"

func init() { cluster.RegisterFarm(kindRun, runSent) }

// sentJob is a notebook that a task runs.
type sentJob struct {
	// Folder is where the command was given, which names of files are seen from.
	Folder string
	Path   string
	// Notebook is what to run, with its parameters set.
	Notebook             []byte
	Output, HTML, Outdir string
	Controls             json.RawMessage // a note, whose numbers are as they were written
	Omit                 []string
	AllowErrors          bool
	Timeout              time.Duration
	MaxOutput            int
	// Stop is a file that tells, where it is there, why no more notebooks are to begin. It
	// has the name of this run of the command, so that results are never those of another.
	Stop     string
	FailFast bool // makes that file where the notebook fails
}

// Why no more notebooks are to begin: after an interrupt what a signal ends is not run
// again, either.
const (
	afterFailure   = "failure"
	afterInterrupt = "interrupt"
)

// sentEnd is how a notebook ended.
type sentEnd struct {
	Began, Interrupted bool
	Took               time.Duration
	Notebook           []byte // as it was written
	Steps              []sentStep
	Failed             *sentFailure
	Status             int // with Error
	Error              string
	Progress           string
}

// sentStep is a cell that ended; At is its place among all cells.
type sentStep struct {
	Cell, Of, At int
	Elapsed      time.Duration
	Failed       *cell.Error
	Error        string // another one
}

// sentFailure is the cell that ended the run.
type sentFailure struct {
	Cell, Of int
	Err      *cell.Error
}

// runSent runs a notebook where a task is.
func runSent(ctx context.Context, s sentJob) (sentEnd, error) {
	if err := os.Chdir(s.Folder); err != nil {
		return sentEnd{}, fmt.Errorf("the folder in which the command was given is not on this machine: %w; notebooks and outputs have to be on a file system that all machines share", err)
	}
	if s.stopped() != "" {
		return sentEnd{}, nil
	}
	j, err := s.job()
	if err != nil {
		return sentEnd{}, err
	}
	var progress bytes.Buffer
	e := j.carryOut(ctx, s.options(), s.Omit, &progress)
	if ctx.Err() != nil && s.stopped() != afterInterrupt {
		return sentEnd{}, ctx.Err() // the machine wants the process to end: it is run again
	}
	if e.err != nil && s.FailFast {
		e.err = errors.Join(e.err, s.stop(afterFailure))
	}
	end, err := j.sendEnd(ctx, e)
	end.Progress = progress.String()
	return end, err
}

// stopped tells why no more are to begin, or "".
func (s sentJob) stopped() string {
	raw, err := os.ReadFile(s.Stop)
	if err != nil {
		return ""
	}
	return string(raw)
}

func (s sentJob) stop(why string) error { return replace.Bytes(s.Stop, []byte(why)) }

func (s sentJob) job() (*job, error) {
	nb, err := nbformat.Parse(s.Notebook)
	if err != nil {
		return nil, err
	}
	j := &job{path: s.Path, notebook: nb, output: s.Output, html: s.HTML, outdir: s.Outdir}
	value, err := parameters.ParseJSON(s.Controls)
	if err != nil {
		return nil, err
	}
	note, _ := value.(map[string]any)
	for name := range note {
		if v, ok := given.FromNote(note, name); ok {
			if j.controls == nil {
				j.controls = map[string]any{}
			}
			j.controls[name] = v
		}
	}
	return j, j.openOutdir()
}

func (s sentJob) options() execute.Options {
	return execute.Options{AllowErrors: s.AllowErrors, Timeout: s.Timeout, MaxOutput: s.MaxOutput}
}

// sendEnd is how the job ended, as it is sent to the command.
func (j *job) sendEnd(ctx context.Context, e ending) (sentEnd, error) {
	raw, err := j.notebook.Encode()
	if err != nil {
		return sentEnd{}, err
	}
	s := sentEnd{Began: true, Interrupted: errors.Is(j.err, context.Canceled), Took: e.took, Notebook: raw}
	for _, step := range j.steps {
		s.Steps = append(s.Steps, j.sendStep(step))
	}
	if failed := (*execute.CellError)(nil); errors.As(j.err, &failed) {
		s.Failed = &sentFailure{failed.Cell, failed.Of, failed.Err}
	}
	if e.err != nil {
		s.Status, s.Error = exitStatus(ctx, e.err), e.err.Error()
	}
	return s, nil
}

func (j *job) sendStep(step execute.Step) sentStep {
	s := sentStep{Cell: step.Cell, Of: step.Of, At: slices.Index(j.notebook.Cells, step.At), Elapsed: step.Elapsed}
	if step.Err != nil && !errors.As(step.Err, &s.Failed) {
		s.Error = step.Err.Error()
	}
	return s
}

// receive makes the job what it is where it was run.
func (j *job) receive(ctx context.Context, s sentEnd) (ending, error) {
	nb, err := nbformat.Parse(s.Notebook)
	if err != nil {
		return ending{}, err
	}
	j.notebook = nb
	for _, step := range s.Steps {
		j.steps = append(j.steps, step.receive(nb))
	}
	if s.Failed != nil {
		j.err = &execute.CellError{Cell: s.Failed.Cell, Of: s.Failed.Of, Err: s.Failed.Err}
	}
	e := ending{began: true, took: s.Took}
	if s.Error != "" {
		if s.Interrupted {
			s.Status, _ = signalStatus(ctx)
		}
		e.err = &exitError{max(s.Status, 1), errors.New(s.Error)}
	}
	return e, nil
}

func (s sentStep) receive(nb *nbformat.Notebook) execute.Step {
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

// runOn runs the notebooks as tasks of an engine.
func (b *batch) runOn(f *engineFlags) (err error) {
	atOnce := 0
	if b.flags.jobsSet || f.engine.kind == engineLocal {
		atOnce = b.flags.jobs
	}
	to, err := f.open(len(b.jobs), atOnce, b.cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	specs, err := b.send(filepath.Join(to.dir, "stop-"+rand.Text()))
	if err != nil {
		return err
	}
	ctx, done := b.untilStopped(specs[0])
	defer done()
	for i := range b.ends {
		b.ends[i].lost = true
	}
	err = cluster.FarmEach(ctx, to.engine, to.dir, kindRun, specs, b.received)
	interrupted := b.cmd.Context().Err() != nil
	if interrupted {
		err = nil // the status tells it
	}
	if interrupted && f.engine.kind == engineSlurm {
		return nil // tasks end yet
	}
	return errors.Join(err, removeFile(specs[0].Stop))
}

// send are the notebooks with what tasks have to know.
func (b *batch) send(stop string) ([]sentJob, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	o := b.flags.options()
	var all []sentJob
	for _, j := range b.jobs {
		raw, err := j.notebook.Encode()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, err)
		}
		controls, err := json.Marshal(given.ToNote(j.controls))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, err)
		}
		all = append(all, sentJob{
			Folder: folder, Path: j.path, Notebook: raw, Output: j.output, HTML: j.html, Outdir: j.outdir,
			Controls: controls, Omit: b.flags.omit,
			AllowErrors: o.AllowErrors, Timeout: o.Timeout, MaxOutput: o.MaxOutput, Stop: stop, FailFast: b.flags.failFast,
		})
	}
	return all, nil
}

// untilStopped ends with the command's context, but tells the tasks before.
func (b *batch) untilStopped(s sentJob) (ctx context.Context, done func()) {
	of := b.cmd.Context()
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(of))
	undo := context.AfterFunc(of, func() {
		_ = s.stop(afterInterrupt) // without it they give no results
		cancel(context.Cause(of))
	})
	return ctx, func() { undo(); cancel(nil) }
}

// received keeps and tells how a task ended.
func (b *batch) received(i int, s sentEnd) error {
	b.ends[i].lost = false
	if !s.Began {
		return nil
	}
	for line := range strings.Lines(s.Progress) {
		_, _ = io.WriteString(told{b, b.jobs[i].path}, line) // to the standard error
	}
	e, err := b.jobs[i].receive(b.cmd.Context(), s)
	if err == nil {
		b.ended(i, e)
	}
	return err
}

// removeFile removes a file that need not be there.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
