package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"krigo/internal/nbformat/execute"
	"krigo/internal/words"
)

// batch is several notebooks that run side by side.
type batch struct {
	cmd   *cobra.Command
	flags *runFlags
	jobs  []*job
	ends  []ending

	mu     sync.Mutex // of what is printed, and failed
	failed bool

	fault error // why notebooks could not be run at all
}

// ending is how a job ended.
type ending struct {
	began bool
	lost  bool // nobody knows
	took  time.Duration
	err   error // of the run and of what was to be written
}

// runMany runs notebooks side by side, and prints a table of how they ended. Nobody
// is asked anything.
func runMany(cmd *cobra.Command, jobs []*job, f *runFlags) error {
	b := &batch{cmd: cmd, flags: f, jobs: jobs, ends: make([]ending, len(jobs))}
	if f.engine.kind != "" {
		b.fault = b.runOn(&f.engineFlags)
	} else {
		b.runHere()
	}
	return b.end()
}

// runHere runs the notebooks in sessions of this process.
func (b *batch) runHere() {
	next := make(chan int)
	var done sync.WaitGroup
	for range min(b.flags.jobs, len(b.jobs)) {
		done.Go(func() {
			for i := range next {
				b.run(i)
			}
		})
	}
	for i := range b.jobs {
		next <- i
	}
	close(next)
	done.Wait()
}

// run runs one of the notebooks, unless the batch is to end.
func (b *batch) run(i int) {
	if ctx, j := b.cmd.Context(), b.jobs[i]; !b.over(ctx) {
		b.ended(i, j.carryOut(ctx, b.flags.options(), b.flags.omit, told{b, j.path}))
	}
}

// carryOut runs the notebook and writes what was asked for. Progress goes to w.
func (j *job) carryOut(ctx context.Context, o execute.Options, omit []string, w io.Writer) ending {
	start := time.Now()
	o.Observe = execute.NewProgress(w, false).Observe
	j.run(ctx, o)
	written := j.write(omit)
	return ending{began: true, took: time.Since(start), err: errors.Join(inContext(j.path, written), j.end(ctx))}
}

// ended keeps and tells how a notebook ended.
func (b *batch) ended(i int, e ending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	j := b.jobs[i]
	b.ends[i] = e
	b.failed = b.failed || e.err != nil
	tellFailure(b.cmd, j)
	if e.err != nil {
		fmt.Fprintln(b.cmd.ErrOrStderr(), "krigo:", strings.TrimSpace(e.err.Error()))
		return
	}
	fmt.Fprintf(b.cmd.ErrOrStderr(), "%s: ok after %s\n", j.path, words.Duration(e.took))
}

// told is where a notebook's progress goes, line by line, with its name before.
type told struct {
	batch *batch
	name  string
}

func (t told) Write(line []byte) (int, error) {
	t.batch.mu.Lock()
	defer t.batch.mu.Unlock()
	_, err := fmt.Fprintf(t.batch.cmd.ErrOrStderr(), "%s: %s", t.name, line)
	return len(line), err
}

// over tells that no more notebooks are to begin.
func (b *batch) over(ctx context.Context) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return ctx.Err() != nil || b.failed && b.flags.failFast
}

// verdict is how a job ended, in words.
func (e ending) verdict(ctx context.Context) string {
	switch {
	case e.lost:
		return "no result"
	case !e.began:
		return "not run"
	}
	if e.err == nil {
		return "ok"
	}
	switch exitStatus(ctx, e.err) {
	case timedOut:
		return "timeout"
	case killed:
		return "killed"
	case misused, 1:
		return "failed"
	}
	return "interrupted"
}

// end prints and writes what there is of all notebooks. The error has the highest of
// their statuses.
func (b *batch) end() error {
	out := b.cmd.OutOrStdout()
	faults := []error{b.fault}
	for _, j := range b.jobs {
		faults = append(faults, printOutputs(out, j.notebook, b.flags.print))
	}
	faults = append(faults, b.writeTable(out), writeJUnit(b.flags.junit, b.jobs...))
	ctx := b.cmd.Context()
	worst, bad := 0, 0
	for _, e := range b.ends {
		if e.err == nil && e.began {
			continue
		}
		bad++
		if e.err != nil {
			worst = max(worst, exitStatus(ctx, e.err))
		}
	}
	if status, ok := signalStatus(ctx); ok {
		worst = max(worst, status)
	}
	if bad > 0 {
		faults = append(faults, &exitError{max(worst, 1), fmt.Errorf("%d of %d notebooks did not run to their end", bad, len(b.jobs))})
	}
	return errors.Join(faults...)
}

func (b *batch) writeTable(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "notebook\tcells\ttime\tstatus")
	for i, j := range b.jobs {
		e := b.ends[i]
		cells, took := "-", "-"
		if n := len(j.steps); n > 0 {
			cells, took = fmt.Sprintf("%d of %d", n, j.steps[n-1].Of), words.Duration(e.took)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", j.path, cells, took, e.verdict(b.cmd.Context()))
	}
	return table.Flush()
}
