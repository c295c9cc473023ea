package lineedit

import (
	"bytes"
	"io"
)

// input reads a terminal when it is asked to, so that nothing is taken from it
// while a cell runs.
type input struct {
	wanted chan struct{}
	got    chan readResult
	asked  bool
}

type readResult struct {
	bytes []byte
	err   error
}

func newInput(r io.Reader) *input {
	in := &input{wanted: make(chan struct{}), got: make(chan readResult)}
	go func() {
		for range in.wanted {
			chunk := make([]byte, 4096)
			n, err := r.Read(chunk)
			in.got <- readResult{chunk[:n], err}
		}
	}()
	return in
}

// ask has the terminal read, if it is not being read.
func (in *input) ask() {
	if !in.asked {
		in.asked = true
		in.wanted <- struct{}{}
	}
}

// taken tells that what was read has been taken from got.
func (in *input) taken() { in.asked = false }

// typed is what was read from the terminal and is not yet a key. A part of it may
// have been typed ahead, before the prompt was there.
type typed struct {
	bytes    []byte
	from, to int // the part that was typed ahead; it may reach beyond what is read
}

// expect tells that the next n bytes to be read were typed ahead.
func (t *typed) expect(n int) {
	if n == 0 {
		return
	}
	if t.from == t.to {
		t.from = len(t.bytes)
	}
	t.to = len(t.bytes) + n
}

func (t *typed) add(read []byte) { t.bytes = append(t.bytes, read...) }

func (t *typed) drop(n int) {
	t.bytes = t.bytes[n:]
	t.from, t.to = max(t.from-n, 0), max(t.to-n, 0)
}

// next takes the next key, and tells whether there is one. With final, what is
// there is all that there will be.
func (t *typed) next(final bool) (key, bool) {
	k, n := decode(t.bytes, final)
	if t.from == 0 && t.to > 0 {
		k, n = decodeAhead(t.bytes[:min(t.to, len(t.bytes))], k, n)
	}
	t.drop(n)
	return k, n > 0
}

// decodeAhead is the key of text that was typed ahead, where the usual one and its
// length are given. The terminal was not in raw mode: lines end in \n, and have
// their indentation; a tab is one, since nobody could see candidates.
func decodeAhead(text []byte, usual key, n int) (key, int) {
	line, _, ended := bytes.Cut(text, []byte("\n"))
	switch {
	case ended && (len(line) == 0 || !bytes.ContainsAny(line, "\x1b\r")):
		return key{code: keyLine, text: printable(string(line))}, len(line) + 1
	case usual == key{code: keyTab}:
		return key{code: keyPaste, text: "\t"}, n
	}
	return usual, n
}

// line takes what a program reads that is not raw mode's: as much as fits of the
// next line.
func (t *typed) line(to []byte) int {
	n := len(t.bytes)
	if end := bytes.IndexAny(t.bytes, "\r\n"); end >= 0 {
		n = end + 1
	}
	n = copy(to, t.bytes[:n])
	t.drop(n)
	if to[n-1] == '\r' {
		to[n-1] = '\n'
	}
	return n
}
