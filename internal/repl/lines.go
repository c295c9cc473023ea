package repl

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"

	"krigo/cell"
)

// Lines reads cells from a stream that is not a terminal, such as a pipe, or from a terminal
// without escape sequences: as many lines as make a complete cell.
type Lines struct {
	// Prompt, where not nil, is called before each line of a terminal; more tells that
	// the line goes on with a cell. Ctrl-C gives the cell up, then.
	Prompt func(more bool)
	// Ended, where not nil, is called in the line of a prompt behind which the user gives
	// the cell up or leaves.
	Ended func()

	in       *Input
	complete func(source string) cell.Completeness
}

// NewLines returns a reader of cells from r. complete reports whether a source
// may be evaluated.
func NewLines(r io.Reader, complete func(string) cell.Completeness) *Lines {
	return &Lines{in: NewInput(r), complete: complete}
}

// Line returns the next line as it is, for a cell that asks the user.
func (l *Lines) Line(ctx context.Context) (string, error) { return l.in.Line(ctx) }

// Read returns the next cell. The end of the stream ends an incomplete one.
func (l *Lines) Read() (string, error) {
	ctx := context.Background()
	if l.Prompt != nil {
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
	}
	source, err := l.read(ctx)
	if err != nil && l.Ended != nil {
		l.Ended()
	}
	if ctx.Err() != nil {
		return "", ErrInterrupted
	}
	return source, err
}

func (l *Lines) read(ctx context.Context) (string, error) {
	var source strings.Builder
	for {
		if l.Prompt != nil {
			l.Prompt(source.Len() > 0)
		}
		line, err := l.in.Line(ctx)
		source.WriteString(line)
		switch {
		case errors.Is(err, io.EOF) && strings.TrimSpace(source.String()) == "":
			return "", io.EOF
		case errors.Is(err, io.EOF):
			return source.String(), nil
		case err != nil:
			return "", err
		case l.complete(strings.TrimSuffix(source.String(), "\n")).Status != "incomplete":
			return source.String(), nil
		}
	}
}
