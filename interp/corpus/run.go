package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"krigo/interp/internal/child"
)

// result is the result of a program: failure is empty if it passed.
type result struct {
	program
	failure string // its message
}

// runner runs programs.
type runner struct {
	binary string
	limit  time.Duration
}

// all runs the programs, several at once, and returns their results in order.
func (r *runner) all(programs []program, parallel int) []result {
	results := make([]result, len(programs))
	var group sync.WaitGroup
	slots := make(chan struct{}, max(parallel, 1))
	for i, p := range programs {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			results[i] = result{p, r.run(p)}
		})
	}
	group.Wait()
	return results
}

const (
	timedOut    = "does not end in time"
	wrongOutput = "prints something else than its .out file"
)

// notes matches lines with which a session reports its rules.
var notes = regexp.MustCompile(`(?m)^note: .*\n`)

// run runs a program and returns why it fails, or nothing.
func (r *runner) run(p program) string {
	ctx, cancel := context.WithTimeout(context.Background(), r.limit)
	defer cancel()
	path, err := filepath.Abs(p.path)
	if err != nil {
		return err.Error()
	}
	cmd := exec.CommandContext(ctx, r.binary, "run", path)
	cmd.Dir = filepath.Dir(path)
	cmd.Env = append(cmd.Environ(), "NO_COLOR=1")
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = child.NewGroup(cmd).Run()
	printed := notes.ReplaceAllString(output.String(), "")
	switch {
	case ctx.Err() != nil:
		return timedOut
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil
	case err != nil && output.Len() > 0:
		return output.String()
	case err != nil:
		return err.Error() + "\n" + output.String()
	case p.prints && printed != p.output:
		return wrongOutput
	case strings.Contains(output.String(), "BUG"):
		return "reports a BUG: " + output.String()
	}
	return ""
}
