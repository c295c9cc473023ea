package worker

import (
	"bytes"
	"io"
	"os"
	"sync"
)

// console joins the interpreter's standard output and error. Errors go to the
// process's own descriptor and output to memory that the session shares, so
// that a dying process loses none. What a goroutine of an earlier cell writes
// goes to that cell. Whenever the stream changes, what the other one
// holds is sent first, so that both stay in order; so is what compiled code
// wrote to standard output itself.
type console struct {
	emitter *emitter
	mu      sync.Mutex
	last    *os.File
}

// stdout returns the writer of the interpreter's standard output.
func (c *console) stdout() io.Writer { return consoleWriter{c, "stdout", os.Stdout} }

// stderr returns the writer of the interpreter's standard error.
func (c *console) stderr() io.Writer { return consoleWriter{c, "stderr", os.Stderr} }

type consoleWriter struct {
	*console
	name string
	file *os.File
}

func (w consoleWriter) Write(p []byte) (int, error) {
	if k := w.emitter.keeps(); k != nil && w.file == os.Stdout {
		k.print(p)
		return len(p), nil
	}
	if cell := w.emitter.stray(); cell != 0 {
		w.emitter.writeStray(cell, w.name, string(p))
		return len(p), nil
	}
	w.turnTo(w.file)
	if w.file == os.Stdout {
		w.emitter.print(p)
		return len(p), nil
	}
	return w.file.Write(p)
}

func (c *console) turnTo(file *os.File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != file {
		c.emitter.drain()
		c.last = file
	}
}

// noStdin is the standard input of cells: they ask with input.
var noStdin io.Reader = bytes.NewReader(nil)
