package repl

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// A chunk that arrives after its reader has given up goes to the next reader, and so does the
// beginning of a line.
func TestInputLosesNothing(t *testing.T) {
	r, w := io.Pipe()
	in := NewInput(r)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := in.Line(ctx)
		failed <- err
	}()
	if _, err := io.WriteString(w, "on"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := testwait.Receive(t, "the end of Line", failed); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	go io.WriteString(w, "e\ntwo\n")
	for _, want := range []string{"one\n", "two\n"} {
		if got, err := in.Line(testwait.Context(t, want)); got != want || err != nil {
			t.Errorf("read %q, %v, want %q", got, err, want)
		}
	}
}

func TestInputEndsInALineWithoutAnEnd(t *testing.T) {
	in := NewInput(strings.NewReader("one\ntwo"))
	for _, want := range []string{"one\n", "two"} {
		if got, err := in.Line(testwait.Context(t, want)); got != want || err != nil {
			t.Errorf("read %q, %v, want %q", got, err, want)
		}
	}
	if _, err := in.Line(testwait.Context(t, "the end")); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}
