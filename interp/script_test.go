package interp_test

import (
	"errors"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp"
	"krigo/interp/internal/cases"
)

// TestScriptsUnraced runs the transcripts of notebooks.
func TestScriptsUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many scripts")
	}
	for _, x := range cases.Transcripts(t, "^notebook/") {
		t.Run(x.Name, func(t *testing.T) {
			if x.Name == "notebook/commands" {
				skipOnWindows(t, "its shell and its errors of files are others")
			}
			x.Run(t, func() cases.Session { return startScript(t) })
		})
	}
}

// scriptSession is a session of a transcript.
type scriptSession struct {
	t       *testing.T
	session *interp.Session
	out     *record
}

func startScript(t *testing.T) *scriptSession {
	return &scriptSession{t, start(t, options(t)), newRecord("Ann", "secret")}
}

func (n *scriptSession) Eval(label, source string) string {
	return evalText(n.t, n.session, cell.Cell{Label: label, Source: source}, n.out)
}

func (n *scriptSession) Restart() { n.t.Fatal("no transcript of a notebook restarts") }

// evalText evaluates a cell and returns what it emits, one "kind: text" a line.
func evalText(t *testing.T, s *interp.Session, c cell.Cell, r *record) string {
	t.Helper()
	r.reset()
	b, err := s.Eval(t.Context(), c, r)
	lines := strings.Split(strings.Join(r.perLine(), "\n"), "\n")
	if b != nil {
		lines = append(lines, "value: "+plainText(b))
	}
	if err != nil {
		e, ok := errors.AsType[*cell.Error](err)
		if !ok {
			t.Fatalf("%s: %T is no *cell.Error", c.Label, err)
		}
		for _, line := range e.Traceback(false) {
			lines = append(lines, "error: "+line)
		}
	}
	text := strings.TrimLeft(strings.Join(lines, "\n"), "\n")
	if text != "" {
		text += "\n"
	}
	return text
}
