package main

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"krigo/internal/exit"
	"krigo/internal/repl"
	"krigo/internal/repl/graphics"
	"krigo/internal/repl/lineedit"
)

// newScreen prints to this process's output and asks on its input.
func newScreen() *repl.Screen { return newScreenOn(os.Stdin) }

// newScreenOn is [newScreen], but reads answers from in.
func newScreenOn(in io.Reader) *repl.Screen {
	screen := &repl.Screen{Out: os.Stdout, Err: os.Stderr, Color: colored(os.Stderr)}
	screen.Ask = repl.AskFrom(repl.NewInput(in).Line, os.Stderr, hider(os.Stdin))
	if !takesSequences(os.Stdout) {
		return screen
	}
	if _, err := graphics.SizeOf(os.Stdout); err == nil {
		screen.Size = terminalSize
		screen.Links = os.Getenv("TERM") != "linux"
	}
	return screen
}

// terminalSize returns the size of the terminal on standard output.
func terminalSize() (columns, rows int) {
	size, err := graphics.SizeOf(os.Stdout)
	if err != nil || size.Columns < 1 || size.Rows < 1 {
		return 80, 24
	}
	return size.Columns, size.Rows
}

// hider turns off a terminal's echo, while a password is typed; it is nil for what is
// none.
func hider(f *os.File) func() (show func() error, err error) {
	if !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return func() (func() error, error) { return lineedit.HideEcho(f) }
}

// graphicsVariable is the environment variable that names the protocol of figures in a
// terminal, where no flag does.
const graphicsVariable = "KRIGO_GRAPHICS"

// askingTime is the time that a terminal may take to report what it can draw. Nearly all answer
// at once, by ssh too.
const askingTime = 300 * time.Millisecond

// drawInline has figures be drawn in the terminal where that can. The protocol is the
// flag's, or that of the environment; where neither names one, it is the one that the
// terminal is known for. With ask a terminal that is not known is asked; keys that
// were typed meanwhile are returned.
func drawInline(screen *repl.Screen, flag string, ask bool) (typed []byte, err error) {
	protocol, err := wantedProtocol(flag)
	if err != nil {
		return nil, err
	}
	if screen.Size == nil {
		if flag != "" && protocol != graphics.Auto && protocol != graphics.None {
			return nil, exit.Misusef("--graphics %s: the output is not a terminal that can draw", flag)
		}
		return nil, nil
	}
	var answers graphics.Answers
	if protocol == graphics.Auto {
		protocol = graphics.FromEnvironment(os.Getenv)
	}
	if protocol == graphics.Auto && ask {
		if answers, typed, err = graphics.Ask(os.Stdin, os.Stdout, askingTime); err != nil {
			return typed, err
		}
		protocol = answers.Protocol()
	}
	if protocol != graphics.Auto && protocol != graphics.None {
		screen.Draw = graphics.Canvas{Protocol: protocol, Size: pixelSize(answers)}.Draw
	}
	return typed, nil
}

// wantedProtocol returns the flag's protocol, or the environment's, or Auto.
func wantedProtocol(flag string) (graphics.Protocol, error) {
	if flag != "" {
		return graphics.ParseProtocol(flag)
	}
	name := os.Getenv(graphicsVariable)
	if name == "" {
		return graphics.Auto, nil
	}
	protocol, err := graphics.ParseProtocol(name)
	if err != nil {
		return protocol, exit.Misusef("%s: %w", graphicsVariable, err)
	}
	return protocol, nil
}

// pixelSize returns the terminal's size, with the pixels of a character as it has said,
// where the system does not know them.
func pixelSize(said graphics.Answers) func() graphics.Size {
	return func() graphics.Size {
		columns, rows := terminalSize()
		size, err := graphics.SizeOf(os.Stdout)
		if err != nil || size.CellWidth == 0 || size.CellHeight == 0 {
			size.CellWidth, size.CellHeight = said.CellWidth, said.CellHeight
		}
		size.Columns, size.Rows = columns, rows
		return size
	}
}
