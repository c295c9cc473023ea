package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// A test binary hangs when, since it last printed a line, it and its child processes have been
// idle for hangIdle, or have used hangBusy of processor time. Processor time does not depend on
// other load of the machine. go test prints a line at the start and end of each test.
const (
	hangIdle = 110 * time.Second
	hangBusy = 240 * time.Second
)

// sample is the interval between checks of processes, and idle the share of a processor
// below which they are idle.
const (
	sample = 2 * time.Second
	idle   = 0.03
)

// watch runs a test binary with its arguments, as go test -exec asks for, and ends it with
// the stacks of all goroutines when it hangs.
func watch(args []string) error {
	if len(args) == 0 {
		return errors.New("watch: no test binary")
	}
	var printed atomic.Int64 // counts writes
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = counted{os.Stdout, &printed}, os.Stderr
	cmd.WaitDelay = time.Minute // child processes that outlive the test keep its output open
	runtime.LockOSThread()      // the process dies with the thread that starts it
	dieTogether(cmd)
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGQUIT, syscall.SIGTERM)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	h := hang{used: processorTime(cmd.Process.Pid)}
	ticks := time.NewTicker(sample)
	defer ticks.Stop()
	for {
		select {
		case s := <-signals:
			_ = cmd.Process.Signal(s)
		case err := <-done:
			return ended(err)
		case <-ticks.C:
			if reason := h.look(printed.Load(), processorTime(cmd.Process.Pid)); reason != "" {
				fmt.Printf("tests: %s hangs: %s\n", strings.Join(args[:1], " "), reason)
				return errors.Join(errors.New("the test hangs: "+reason), stop(cmd, done))
			}
		}
	}
}

// ended exits as the test binary did.
func ended(err error) error {
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() > 0 {
		os.Exit(exit.ExitCode())
	}
	return err
}

// stop asks for the stacks of all goroutines, and then kills the process if it does not
// end.
func stop(cmd *exec.Cmd, done <-chan error) error {
	err := cmd.Process.Signal(syscall.SIGQUIT)
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		err = errors.Join(err, cmd.Process.Kill())
	}
	return err
}

// counted counts the writes to a writer.
type counted struct {
	io.Writer
	n *atomic.Int64
}

func (c counted) Write(text []byte) (int, error) {
	c.n.Add(1)
	return c.Writer.Write(text)
}

// hang detects that a process and its children make no progress.
type hang struct {
	printed    int64         // writes at the last look
	used       time.Duration // processor time at the last look
	idle, busy time.Duration // since the last write: time without work, and processor time
}

// look takes the number of writes of the process and the processor time it has used,
// once every sample. It returns why the process hangs, or "".
func (h *hang) look(printed int64, used time.Duration) string {
	spent := max(used-h.used, 0) // less, when a child has ended
	if printed != h.printed {
		h.idle, h.busy = 0, 0
	}
	h.printed, h.used = printed, used
	h.busy += spent
	if spent < time.Duration(idle*float64(sample)) {
		h.idle += sample
	} else {
		h.idle = 0
	}
	switch {
	case h.idle >= hangIdle:
		return fmt.Sprintf("idle for %v since its last line", h.idle)
	case h.busy >= hangBusy:
		return fmt.Sprintf("used %v of processor time since its last line", h.busy.Round(time.Second))
	}
	return ""
}
