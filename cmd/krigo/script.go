package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"krigo/cell"
	"krigo/interp"
	"krigo/repl"
)

// runScript runs args[0] with args as its os.Args. Its cells have been printed,
// failure included, when it returns.
func runScript(cmd *cobra.Command, args []string) error {
	source, err := os.ReadFile(args[0])
	if err != nil {
		return usageErrorf("script: %w", err)
	}
	ctx := cmd.Context()
	session, err := interp.Start(context.WithoutCancel(ctx), interp.Options{Unattended: true, Program: true, Args: args})
	if err != nil {
		return err
	}
	err = repl.Script(ctx, session, newScreen(), args[0], string(source))
	closeErr := session.Close()
	failure := (*cell.Error)(nil)
	code, exits := repl.ExitCode(cmp.Or(err, closeErr))
	switch {
	case ctx.Err() != nil:
		status, _ := signalStatus(ctx)
		return &exitError{status: status}
	case exits && code == 0:
		return closeErr
	case exits:
		return &exitError{status: code}
	case errors.As(err, &failure) && (failure.Name == "Panic" || failure.Name == "WorkerCrash"):
		return &exitError{status: panicked}
	case errors.As(err, &failure):
		return &exitError{status: 1}
	}
	return errors.Join(err, closeErr)
}

// runUnknown runs a file whose name does not tell what it is, if its first line
// says that it is a script.
func runUnknown(cmd *cobra.Command, args []string) error {
	f, err := os.Open(args[0])
	if err != nil {
		return &exitError{misused, err}
	}
	line, err := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	f.Close()
	if err == nil && strings.HasPrefix(line, "#!") && strings.Contains(line, "krigo") {
		return runScript(cmd, args)
	}
	return usageErrorf("%s: want a notebook (.ipynb) or a Go file (.go)", args[0])
}

// newScreen prints to this process's output and asks on its input.
func newScreen() *repl.Screen {
	screen := &repl.Screen{Out: os.Stdout, Err: os.Stderr, Color: colored(os.Stderr)}
	var secret func() (string, error)
	if fd := int(os.Stdin.Fd()); term.IsTerminal(fd) {
		secret = func() (string, error) {
			raw, err := term.ReadPassword(fd)
			return string(raw), err
		}
	}
	screen.Ask = repl.AskFrom(bufio.NewReader(os.Stdin), os.Stderr, secret)
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) && os.Getenv("TERM") != "dumb" {
		if columns, _, err := term.GetSize(fd); err == nil {
			screen.Columns = columns
		}
	}
	return screen
}
