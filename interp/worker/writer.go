package worker

import (
	"bytes"
	"io"
	"os"
	"unsafe"
)

// console is the process's standard output and error as cells write them: printed text
// goes to memory shared with the session, so that a dying process loses none, and errors
// to the process's own descriptor.
type console struct{ out, err *consoleWriter }

// lost returns the name of standard output or error where a cell has closed it since lost was called
// last: what is printed there is an error that hardly a cell reads.
func (c *console) lost() string {
	for _, w := range []*consoleWriter{c.out, c.err} {
		if w.closed() && !w.told {
			w.told = true
			return map[string]string{"stdout": "os.Stdout", "stderr": "os.Stderr"}[w.name]
		}
	}
	return ""
}

// newConsole returns the console of the files that os.Stdout and os.Stderr are now,
// whatever cells set these to.
func newConsole(m *emitter) *console {
	return &console{
		out: &consoleWriter{emitter: m, file: os.Stdout, name: "stdout"},
		err: &consoleWriter{emitter: m, file: os.Stderr, name: "stderr"},
	}
}

// instead returns the console's writer for the process's own standard output
// and error, which are written in order then, and any other writer as it is.
func (c *console) instead(to io.Writer) io.Writer {
	if f, ok := to.(*os.File); ok {
		return c.insteadOf(f)
	}
	return to
}

func (c *console) insteadOf(f *os.File) io.Writer {
	switch f {
	case c.out.file:
		return c.out
	case c.err.file:
		return c.err
	}
	return f
}

// consoleWriter writes to one of the two. What a goroutine of an earlier cell
// writes goes to that cell.
type consoleWriter struct {
	emitter *emitter
	file    *os.File
	name    string
	told    bool // that it is closed
}

func (w *consoleWriter) Write(p []byte) (int, error) {
	if w.closed() {
		return w.file.Write(p)
	}
	if k := w.emitter.keeps(); k != nil && w.name == "stdout" {
		k.print(p)
		return len(p), nil
	}
	if cell := w.emitter.stray(); cell != 0 {
		w.emitter.writeStray(cell, w.name, string(p))
		return len(p), nil
	}
	if w.name == "stdout" {
		w.emitter.print(p)
		return len(p), nil
	}
	w.emitter.turnToErrors()
	return w.file.Write(p)
}

// WriteString implements [io.StringWriter]. Write neither changes nor keeps its argument.
func (w *consoleWriter) WriteString(s string) (int, error) {
	return w.Write(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// closed reports whether a cell has closed the file, which its own methods then report.
func (w *consoleWriter) closed() bool { return w.file.Fd() == ^uintptr(0) }

// noStdin is the standard input of cells: they ask with input.
var noStdin io.Reader = bytes.NewReader(nil)
