package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// scriptInput returns the os.Stdin of a script that krigo runs with standard input f; input() reads the same file. A
// terminal is copied into a pipe, because it stops a process of another group that reads it, and only for a script
// that reads os.Stdin, because the shell loses what is copied; for others it returns nil.
func scriptInput(f *os.File, reads bool) (*os.File, error) {
	if !term.IsTerminal(int(f.Fd())) {
		return f, nil
	}
	if !reads {
		return nil, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("standard input of the script: %w", err)
	}
	go func() {
		_, _ = io.Copy(w, f) // the script reads the end of the file in any case
		w.Close()
	}()
	return r, nil
}

// byteReader reads single bytes, so that what follows a line is left to other readers of the file.
type byteReader struct{ io.Reader }

func (r byteReader) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(1, len(p))]) }
