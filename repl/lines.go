package repl

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"krigo/cell"
)

// Lines reads cells from a stream that is no terminal, such as a pipe, or from a
// terminal that obeys no sequences: as many lines as make a complete cell.
type Lines struct {
	// Prompt, where not nil, is called before each line; more tells that the
	// line goes on with a cell.
	Prompt func(more bool)

	r        *bufio.Reader
	complete func(source string) cell.Completeness
}

// NewLines returns a reader of cells from r. complete tells whether a source
// may be evaluated.
func NewLines(r io.Reader, complete func(string) cell.Completeness) *Lines {
	return &Lines{r: bufio.NewReader(r), complete: complete}
}

// Read returns the next cell. The end of the stream ends an incomplete one.
func (l *Lines) Read() (string, error) {
	var source strings.Builder
	for {
		if l.Prompt != nil {
			l.Prompt(source.Len() > 0)
		}
		line, err := l.r.ReadString('\n')
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
