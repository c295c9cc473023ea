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
Enter runs the cell when it is complete and the cursor is in its last line;
otherwise it begins a line. What is pasted is taken as it is, and runs at Enter.

  Alt-Enter, Ctrl-J       begin a line in any case (Shift-Enter in some terminals)
  Tab                     complete, or list what fits: arrows or Tab choose, typing
                          narrows, Enter takes, Esc closes. Where a line begins: a tab
  Up, Down                move by lines; from the first line, go to earlier cells that
                          begin as what is before the cursor
  Ctrl-P, Ctrl-N          go to earlier and later cells at once
  Ctrl-R                  search earlier cells, those of notebooks, too; again for older
  Ctrl-X Ctrl-E           edit the cell in the editor that VISUAL or EDITOR names
  Ctrl-_                  undo
  Ctrl-C                  give the cell up; interrupt the running one
  Ctrl-L, Ctrl-Z          clear the screen; suspend
  Ctrl-D, exit            leave

Letters with Ctrl or Alt move and delete as in other shells (Ctrl-A, Ctrl-E, Alt-B,
Alt-F, Ctrl-W, Ctrl-K, Ctrl-U, Ctrl-Y). NO_COLOR turns colours off; with TERM=dumb
lines are read plainly.

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
	if !takesSequences(os.Stdout) {
		lines := repl.NewLines(os.Stdin, session.IsComplete)
		lines.Prompt = printPrompt
		_, err := repl.Loop(ctx, engine, lines, screen)
		return err
	}
	editor := lineedit.New(lineedit.Options{
		In: os.Stdin, Out: os.Stdout, Assistant: session, Color: colored(os.Stdout),
		Earlier: log.Inputs,
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
