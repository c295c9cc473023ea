package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"time"
)

// side is one of the two sides of a row: an operation in a process of its own, or a
// fixed time.
type side struct {
	command []string
	env     []string
	// neighbours is the number of processes that compute meanwhile.
	neighbours int
	// fixed, where not 0, is the time in seconds instead.
	fixed float64
}

// answer is a line of JSON that an operation's process writes: once when it is ready,
// then for each line that it reads.
type answer struct {
	Seconds float64 `json:"seconds"`
	Value   float64 `json:"value,omitempty"`
	Error   string  `json:"error,omitempty"`
	// Absent is set if the error is that something is not there, such as a network or a
	// library.
	Absent bool `json:"absent,omitempty"`
}

// absent reports that something outside krigo is not there.
type absent struct{ error }

// failed returns the answer with an error.
func failed(err error) answer {
	return answer{Error: err.Error(), Absent: errors.As(err, &absent{})}
}

// process is a side that runs.
type process struct {
	side   side
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Decoder
	stderr bytes.Buffer
	// spent is the processor time of the neighbours that have ended, in seconds.
	spent float64
}

// settle is the pause before a turn in which threads of the last one go to sleep and neighbours
// start.
const settle = 50 * time.Millisecond

func start(ctx context.Context, s side) (*process, error) {
	p := &process{side: s}
	if s.fixed != 0 {
		return p, nil
	}
	p.cmd = exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	p.cmd.Env = append(os.Environ(), s.env...)
	p.cmd.Stderr = &p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.out = json.NewDecoder(out)
	if _, err := p.read(); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// read waits for an answer.
func (p *process) read() (answer, error) {
	var a answer
	if err := p.out.Decode(&a); err != nil {
		p.in.Close()
		p.cmd.Wait() // then all of standard error is here
		return a, fmt.Errorf("%s ended: %s", strings.Join(p.side.command[1:], " "), lastLine(p.stderr.String()))
	}
	if a.Absent {
		return a, absent{errors.New(a.Error)}
	}
	if a.Error != "" {
		return a, errors.New(a.Error)
	}
	return a, nil
}

// turn runs the operation once, next to its neighbours.
func (p *process) turn(ctx context.Context) (answer, error) {
	if p.side.fixed != 0 {
		return answer{Seconds: p.side.fixed}, nil
	}
	for range p.side.neighbours {
		n, err := neighbour(ctx)
		if err != nil {
			return answer{}, err
		}
		defer func() { p.spent += end(n) }()
	}
	time.Sleep(settle)
	if _, err := fmt.Fprintln(p.in); err != nil {
		return answer{}, err
	}
	return p.read()
}

// stop ends the process, and returns the processor time that it and its
// neighbours took, in seconds.
func (p *process) stop() float64 {
	if p == nil || p.cmd == nil {
		return 0
	}
	p.in.Close()
	p.cmd.Wait() // its error was reported before
	return p.spent + processorTime(p.cmd)
}

// compute keeps one processor busy until ctx ends, and reports when it begins.
func compute(ctx context.Context) {
	fmt.Println()
	for x := 1.0; ctx.Err() == nil; {
		for range 1 << 16 {
			x = math.Sqrt(x + 1)
		}
	}
}

// neighbour starts a process that computes until it is ended.
func neighbour(ctx context.Context) (*exec.Cmd, error) {
	c := exec.CommandContext(ctx, self(), "compute")
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	_, err = out.Read(make([]byte, 1)) // it is about to
	return c, err
}

func end(c *exec.Cmd) (seconds float64) {
	c.Process.Kill() // fails where the process has ended already
	c.Wait()
	return processorTime(c)
}

func processorTime(c *exec.Cmd) (seconds float64) {
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

// self returns the path of this program.
func self() string {
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}
