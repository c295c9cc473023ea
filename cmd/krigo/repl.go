package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"krigo/internal/replace"
	"krigo/interp"
	"krigo/repl"
	"krigo/repl/lineedit"
)

func replCommand() *cobra.Command {
	var figures string
	cmd := &cobra.Command{
		Use:   "repl",
		Short: "Type cells in a terminal",
		Long: `Repl reads Go from the terminal and prints what it gives, in the same sessions
as the notebook's: declare anything again, end in an expression to see its value.
Enter goes on to the next line until the cell is complete. Tab completes, the
arrow keys and Ctrl-R find earlier cells, Ctrl-C interrupts the running cell,
exit or Ctrl-D leaves.

Input that is no terminal is read and evaluated cell by cell; the status is then
1 if any of them failed.`,
		Example: `  krigo repl
  krigo repl --figures .
  echo 'math.Sqrt(2)' | krigo repl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runRepl(cmd, figures)
		},
	}
	cmd.Flags().StringVar(&figures, "figures", "", "save figures as PNG files to `DIR`, which must exist, and print their paths")
	return cmd
}

func runRepl(cmd *cobra.Command, figures string) error {
	if figures != "" {
		if err := replace.Probe(filepath.Join(figures, "figure-1.png")); err != nil {
			return usageErrorf("--figures: %w", err)
		}
	}
	// Ctrl-C is for the running cell, not for the session.
	ctx := context.WithoutCancel(cmd.Context())
	session, err := interp.Start(ctx, interp.Options{Leaves: true})
	if err != nil {
		return err
	}
	screen := newScreen()
	screen.Figures = figures
	failed, err := 0, error(nil)
	if term.IsTerminal(int(os.Stdin.Fd())) {
		err = interactive(ctx, session, screen)
	} else {
		screen.Ask = nil // what is piped in are the cells
		failed, err = repl.Loop(ctx, session, repl.NewLines(os.Stdin, session.IsComplete), screen)
	}
	if err := errors.Join(err, session.Close()); err != nil {
		return err
	}
	if failed > 0 {
		return &exitError{status: 1}
	}
	return nil
}

// interactive runs the loop with a line editor, or with plain lines where the
// terminal obeys no sequences.
func interactive(ctx context.Context, session *interp.Session, screen *repl.Screen) error {
	log, told := openHistory()
	defer log.Close()
	warn := func(err error) { fmt.Fprintln(os.Stderr, "krigo:", err) }
	engine := repl.Recorded(session, log, warn)
	fmt.Printf("krigo %s: Gaussian processes in Go. %%help tells what there is, exit leaves.\n", version)
	if told != "" {
		fmt.Fprintln(os.Stderr, "krigo:", told)
	}
	if os.Getenv("TERM") == "dumb" {
		lines := repl.NewLines(os.Stdin, session.IsComplete)
		lines.Prompt = printPrompt
		_, err := repl.Loop(ctx, engine, lines, screen)
		return err
	}
	editor := lineedit.New(lineedit.Options{
		In: os.Stdin, Out: os.Stdout, Assistant: session, Color: colored(os.Stdout),
		Earlier: func() ([]string, error) { return log.Inputs() },
	})
	restore, err := keepTerminal(editor)
	if err != nil {
		return err
	}
	defer restore()
	screen.Out, screen.Err = editor.Above(screen.Out), editor.Above(screen.Err)
	screen.Ask = repl.AskFrom(bufio.NewReader(editor.Stdin()), os.Stderr, readSecret(os.Stdin))
	_, err = repl.Loop(ctx, engine, editor, screen)
	return err
}

// printPrompt prints what the line editor shows before a line.
func printPrompt(more bool) {
	if more {
		fmt.Print(lineedit.MorePrompt)
		return
	}
	fmt.Print(lineedit.Prompt)
}

// keepTerminal notes the terminal's state. The result restores it, as does a
// signal that ends the process.
func keepTerminal(editor *lineedit.Editor) (restore func(), err error) {
	fd := int(os.Stdin.Fd())
	state, err := term.GetState(fd)
	if err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	giveBack := func() {
		editor.Restore()
		term.Restore(fd, state)
	}
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		if s, ok := <-ends; ok {
			giveBack()
			number, _ := s.(syscall.Signal)
			os.Exit(128 + int(number))
		}
	}()
	return func() {
		signal.Stop(ends)
		close(ends)
		giveBack()
	}, nil
}
