package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/internal/words"
)

// The statuses with which krigo ends, besides 0, and 1 for what has failed. A
// script's own (os.Exit) are passed on.
const (
	// misused tells of wrong use: an unknown command or flag, a value that a flag
	// cannot have, a file that is not there.
	misused = 2
	// panicked is the status of a Go program that has panicked.
	panicked = 2
	// timedOut is that of timeout(1).
	timedOut = 124
	// bySignal and the signal's number are that of a program that it ended.
	bySignal = 128
	// killed tells that the process which ran the code was killed, as a system
	// does that is out of memory: 128 + SIGKILL.
	killed = bySignal + 9
)

// exitError ends krigo with a status of its own. Its error, where there is one,
// is printed first.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageErrorf tells of wrong use.
func usageErrorf(format string, args ...any) error {
	return &exitError{misused, fmt.Errorf(format, args...)}
}

// exitStatus is the status with which an error ends krigo.
func exitStatus(ctx context.Context, err error) int {
	if e := (*exitError)(nil); errors.As(err, &e) {
		return e.status
	}
	if status, ok := signalStatus(ctx); ok {
		return status
	}
	return 1
}

// wantArgs refuses fewer arguments than least and more than most.
func wantArgs(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s: want %s, got %d", cmd.Name(), what, len(args))
		}
		return nil
	}
}

// obey runs a command line. What fails before a command begins is wrong use:
// cobra has then refused the command, its arguments or its flags.
func obey(ctx context.Context, root *cobra.Command) error {
	began := false
	eachCommand(root, func(c *cobra.Command) {
		if run := c.RunE; run != nil {
			c.RunE = func(c *cobra.Command, args []string) error {
				began = true
				return run(c, args)
			}
		}
	})
	root.SetFlagErrorFunc(flagError)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil || began {
		return err
	}
	return usageErrorf("%s\n(%s --help tells what it takes)", strings.TrimSpace(err.Error()), cmd.CommandPath())
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, do)
	}
}

// flagError adds to the error of an unknown flag the one that may be meant.
func flagError(c *cobra.Command, err error) error {
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := words.Nearest(unknown.GetSpecifiedName(), names); name != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return err
}
