package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"krigo/cell"
	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/repl"
	"krigo/internal/repl/lineedit"
	"krigo/internal/run"
	"krigo/internal/sessions"
	"krigo/interp"
)

func replCommand() *cobra.Command {
	var f replFlags
	cmd := &cobra.Command{
		Use:   "repl [FILE.go | FILE.ipynb]",
		Short: "Type cells in a terminal",
		Long: `Repl reads Go from the terminal and prints the results, with the same sessions as notebooks:
declare anything again, end with an expression to see its value. Enter runs the cell if it is
complete and the cursor is on its last line; otherwise it starts a new line. Pasted text is
inserted unchanged, and runs at Enter.

  Alt-Enter, Ctrl-J       always start a new line (Shift-Enter in some terminals)
  Tab                     complete, or list the matches: arrows or Tab choose, typing
                          narrows, Enter accepts, Esc closes. At the start of a line: a tab
  Up, Down                move by lines; from the first line, go to earlier cells that
                          begin with the text before the cursor
  Ctrl-P, Ctrl-N          go to earlier and later cells directly
  Ctrl-R                  search earlier cells, including those of notebooks; again for older
  Ctrl-X Ctrl-E           edit the cell in the editor that VISUAL or EDITOR names
  Ctrl-_                  undo
  Ctrl-C                  discard the cell; interrupt the running one
  Ctrl-L, Ctrl-Z          clear the screen; suspend
  Ctrl-D, exit            leave

Letters with Ctrl or Alt move and delete as in other shells (Ctrl-A, Ctrl-E, Alt-B,
Alt-F, Ctrl-W, Ctrl-K, Ctrl-U, Ctrl-Y). NO_COLOR turns colours off; with TERM=dumb
lines are read without editing.

With a file, the session starts with its declarations: repl runs the cells of a script or a
notebook, and shows only errors of a notebook. For a program it makes the declarations
available and does not call main.

Figures are drawn in terminals that support the graphics of kitty or iTerm2. Elsewhere they
are saved as PNG files, and repl prints their names. KRIGO_GRAPHICS in the environment has the
same effect as --graphics.

-p sets the first value of a control (widget.Float and others) by name; a value that no
control used is reported at the end, with status 2. -f reads such values from a JSON object.

If the input is not a terminal, it is read and evaluated cell by cell; the status is then 1 if
any cell failed.`,
		Example: `  krigo repl
  krigo repl model.go
  krigo repl --figures figures
  echo 'math.Sqrt(2)' | krigo repl`,
		Args:              oneFile,
		GroupID:           groupRun,
		Annotations:       help.SeeAlso("krigo run", "krigo cells"),
		ValidArgsFunction: files("ipynb", "go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRepl(cmd, f, args)
		},
	}
	f.givenFlags.add(cmd.Flags())
	cmd.Flags().StringVar(&f.figures, "figures", "", "save figures as PNG files to `DIR`, and print their paths")
	cmd.Flags().StringVar(&f.graphics, "graphics", "", "draw figures with `PROTOCOL`: kitty, iterm2, none, or auto, which detects the terminal's")
	return cmd
}

// replFlags are the flags of `krigo repl`.
type replFlags struct {
	givenFlags
	figures, graphics string
}

// oneFile wants one file at most.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return exit.Misusef("want one file to start with, got %q as well", args[1])
	}
	return nil
}

func runRepl(cmd *cobra.Command, f replFlags, args []string) error {
	if f.figures != "" {
		if err := os.MkdirAll(f.figures, 0o777); err != nil {
			return exit.Misusef("--figures: %w", err)
		}
	}
	controls, err := f.controlValues()
	if err != nil {
		return exit.Misuse(err)
	}
	options, load := interp.Options{Leaves: true, Given: controls}, loader(nil)
	if len(args) > 0 {
		dir, world, of, err := fileToLoad(args[0])
		if err != nil {
			return exit.Misuse(err)
		}
		options.Dir, options.Symbols, load = dir, world, of
	}
	screen := newScreen()
	screen.Figures = f.figures
	attended := term.IsTerminal(int(os.Stdin.Fd()))
	typed, err := drawInline(screen, f.graphics, attended)
	if err != nil {
		return err
	}
	defer exit.OnTerminate(nil)()
	// Ctrl-C is for the running cell, not for the session.
	ctx := context.WithoutCancel(cmd.Context())
	session, err := sessions.Start(ctx, options)
	if err != nil {
		return err
	}
	failed, err := converse(ctx, session, screen, load, attended, typed)
	if err := errors.Join(err, session.Close()); err != nil {
		return err
	}
	if failed > 0 {
		return &exit.Error{Status: 1}
	}
	return run.Untaken(session, "repl", nil)
}

// converse loads a file, if any, and lets the user type, or reads what is piped in. It returns the
// number of cells of the latter that failed, and of the file.
func converse(ctx context.Context, session *interp.Session, screen *repl.Screen, load loader, attended bool, typed []byte) (failed int, err error) {
	if load != nil {
		if err := load(ctx, session, screen); errors.Is(err, cell.ErrLeave) {
			return 0, nil
		} else if err != nil && !attended {
			failed++
		}
	}
	if attended {
		screen.Pager = repl.Pager()
		return 0, interactive(ctx, session, screen, typed)
	}
	screen.Ask = nil // what is piped in are the cells
	n, err := repl.Loop(ctx, session, repl.NewLines(os.Stdin, session.IsComplete), screen)
	return failed + n, err
}

// interactive runs the loop with a line editor, or with plain lines if the terminal knows no escape
// sequences. typed has the first keys, which were typed already.
func interactive(ctx context.Context, session *interp.Session, screen *repl.Screen, typed []byte) error {
	log, told := openHistory()
	defer log.Close()
	warn := func(err error) { fmt.Fprintln(os.Stderr, "krigo:", err) }
	engine := repl.Recorded(session, log, warn)
	fmt.Printf("krigo %s: Gaussian processes in Go. %%help shows what is available, exit leaves.\n", version)
	if told != "" {
		fmt.Fprintln(os.Stderr, "krigo:", told)
	}
	if !takesSequences(os.Stdout) {
		lines := repl.NewLines(os.Stdin, session.IsComplete)
		lines.Prompt, lines.Ended = printPrompt, func() { fmt.Println() }
		screen.Ask = repl.AskFrom(lines.Line, os.Stderr, hider(os.Stdin))
		_, err := repl.Loop(ctx, engine, lines, screen)
		return err
	}
	editor := lineedit.New(lineedit.Options{
		In: os.Stdin, Out: os.Stdout, Assistant: session, Color: colored(os.Stdout),
		Earlier: log.Inputs, Typed: typed,
	})
	restore, err := keepTerminal(editor)
	if err != nil {
		return err
	}
	defer restore()
	screen.Out, screen.Err = editor.Above(screen.Out), editor.Above(screen.Err)
	screen.Ask = repl.AskFrom(editor.Line, os.Stderr, hider(os.Stdin))
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
	stop := exit.OnTerminate(giveBack)
	return func() {
		stop()
		giveBack()
	}, nil
}
