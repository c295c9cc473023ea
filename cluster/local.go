package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Local runs tasks in processes of this machine.
type Local struct {
	// Workers is the number of tasks that run at the same time; 0 is one per processor.
	// They share the processors (GOMAXPROCS).
	Workers int
	// Observe receives the progress of a job about once a second; it may be nil.
	Observe func(Progress)
}

const localName = "local"

func (l Local) settings() settings       { return settings{localName, options{Workers: l.Workers}} }
func (l Local) observer() func(Progress) { return l.Observe }
func (l Local) crew(s *Session, _ bool) (crew, error) {
	if l.Workers < 0 {
		return nil, fmt.Errorf("cluster: Local has %d workers; want 1 or more, or 0 for one for each processor", l.Workers)
	}
	n := l.Workers
	if n == 0 {
		n = processors()
	}
	return &processes{s, n}, nil
}

// processes is the crew of Local: a submission is a process with some tasks.
type processes struct {
	s       *Session
	workers int
}

// turns is the number of submissions per worker for equal tasks: few leave workers idle
// at the end if tasks differ, many cost starts of processes.
const turns = 4

func (c *processes) deal(waiting []int, underWay int) (tasks []int, ranks int) {
	if underWay >= c.workers {
		return nil, 0
	}
	n := (len(waiting) + turns*c.workers - 1) / (turns * c.workers)
	return waiting[:n], 1
}

func (c *processes) submit(ctx context.Context, p place, r round) (*submission, error) {
	ctx, cancel := context.WithCancel(ctx)
	said := &tail{}
	cmd, err := start(func() (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, c.s.file(c.s.program), p.arguments(r, "0", "--tied")...)
		cmd.Env, cmd.Stderr = shareOf(processors()/c.workers), said
		gentle(cmd)
		_, err := cmd.StdinPipe() // which ends with this process, whatever ends it
		return cmd, err
	})
	if err != nil {
		cancel()
		return nil, fmt.Errorf("cluster: start a process: %w", err)
	}
	s := newSubmission(r, cancel, "running")
	go func() {
		_ = cmd.Wait() // its status is in the report
		s.finish(ending(cmd.ProcessState, said.String()))
	}()
	return s, nil
}

// ending describes how a process of tasks has ended.
func ending(state *os.ProcessState, said string) report {
	last := report{text: strings.TrimSpace(said + " (" + state.String() + ")")}
	if state.ExitCode() == statusFinal {
		last.err = errors.New("cluster: " + last.text)
	}
	return last
}

func (c *processes) close() error { return nil }
