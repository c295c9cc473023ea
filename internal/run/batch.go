package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/tabwriter"

	"krigo/internal/exit"
	"krigo/internal/words"
)

// batch is a set of notebooks that run side by side. Cells cannot ask the user.
type batch struct {
	options Options
	jobs    []*job
	ends    []ending

	mu     sync.Mutex // guards Stderr and failed
	failed bool       // whether a notebook has failed
}

// Notebooks runs notebooks in sessions of this process, at most atOnce at a time, and prints
// a table of how they ended. The error has the highest of their exit statuses.
func Notebooks(ctx context.Context, paths []string, o Options, atOnce int) error {
	b, err := newBatch(paths, o)
	if err != nil {
		return err
	}
	b.runHere(ctx, atOnce)
	return b.finish(ctx)
}

func newBatch(paths []string, o Options) (*batch, error) {
	jobs, err := plan(paths, o)
	if err != nil {
		return nil, exit.Misuse(err)
	}
	return &batch{options: o, jobs: jobs, ends: make([]ending, len(jobs))}, nil
}

func (b *batch) runHere(ctx context.Context, atOnce int) {
	next := make(chan int)
	var done sync.WaitGroup
	for range min(atOnce, len(b.jobs)) {
		done.Go(func() {
			for i := range next {
				b.run(ctx, i)
			}
		})
	}
	for i := range b.jobs {
		next <- i
	}
	close(next)
	done.Wait()
}

// run runs one of the notebooks, unless no more are to begin.
func (b *batch) run(ctx context.Context, i int) {
	if j := b.jobs[i]; !b.over(ctx) {
		b.ended(ctx, i, j.complete(ctx, b.options.execution(), b.options.Omit, lineWriter{b, j.path}))
	}
}

// ended keeps and reports how a notebook ended.
func (b *batch) ended(ctx context.Context, i int, e ending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	j, w := b.jobs[i], b.options.Stderr
	b.ends[i] = e
	b.failed = b.failed || e.err != nil
	j.writeFailure(w, b.options.Color)
	if e.err != nil {
		fmt.Fprintln(w, "krigo:", strings.TrimSpace(e.err.Error()))
		return
	}
	fmt.Fprintf(w, "%s: ok after %s\n", j.path, words.Duration(e.took))
}

// lineWriter writes the lines of a notebook's progress with its name before each.
type lineWriter struct {
	batch *batch
	name  string
}

func (w lineWriter) Write(line []byte) (int, error) {
	w.batch.mu.Lock()
	defer w.batch.mu.Unlock()
	_, err := fmt.Fprintf(w.batch.options.Stderr, "%s: %s", w.name, line)
	return len(line), err
}

// over reports whether no more notebooks are to begin.
func (b *batch) over(ctx context.Context) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return ctx.Err() != nil || b.failed && b.options.FailFast
}

// verdict describes in a word or two how a job ended.
func (e ending) verdict(ctx context.Context) string {
	switch {
	case e.lost:
		return "no result"
	case !e.began:
		return "not run"
	case e.err == nil:
		return "ok"
	}
	switch exit.Status(ctx, e.err) {
	case exit.TimedOut:
		return "timeout"
	case exit.Killed:
		return "killed"
	case exit.Misused, 1:
		return "failed"
	}
	return "interrupted"
}

// finish prints and writes the results of all notebooks.
func (b *batch) finish(ctx context.Context) error {
	out := b.options.Stdout
	var faults []error
	for _, j := range b.jobs {
		faults = append(faults, printOutputs(out, j.notebook, b.options.Print))
	}
	faults = append(faults, b.writeTable(ctx, out), writeJUnit(b.options.JUnit, b.jobs))
	return errors.Join(append(faults, b.exit(ctx))...)
}

// exit returns an error with the highest exit status of the notebooks, or nil if all ended well.
func (b *batch) exit(ctx context.Context) error {
	worst, bad := 1, 0
	for _, e := range b.ends {
		if e.err != nil {
			worst = max(worst, exit.Status(ctx, e.err))
		}
		if e.err != nil || !e.began {
			bad++
		}
	}
	if bad == 0 {
		return nil
	}
	if status, ok := exit.SignalStatus(ctx); ok {
		worst = max(worst, status)
	}
	return &exit.Error{Status: worst, Err: fmt.Errorf("%d of %d notebooks did not run to the end", bad, len(b.jobs))}
}

func (b *batch) writeTable(ctx context.Context, out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "notebook\tcells\ttime\tstatus")
	for i, j := range b.jobs {
		e := b.ends[i]
		cells, took := "-", "-"
		if n := len(j.steps); n > 0 {
			cells, took = fmt.Sprintf("%d of %d", n, j.steps[n-1].Of), words.Duration(e.took)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", j.path, cells, took, e.verdict(ctx))
	}
	return table.Flush()
}
