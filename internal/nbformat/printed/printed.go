// Package printed keeps the text that a cell prints, as the outputs of a notebook have it: streams
// in order, carriage returns and backspaces applied, and only the first and the last half of too
// long a text.
package printed

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"krigo/internal/nbformat"
	"krigo/internal/words"
)

// Text is the text that a cell prints, in order. The middle of too long a text is left out. The
// zero value keeps all.
type Text struct {
	// Limit is the number of bytes to keep, if positive; Advice is added to the line that replaces
	// the rest and gives its size.
	Limit  int
	Advice string

	size    int // bytes that are here
	streams []*stream

	// cut is the stream in which the middle is left out, once some is: before its
	// byte at.
	cut          *stream
	at           int
	lines, bytes int // left out
}

// stream is the text of one output.
type stream struct {
	out  *nbformat.Output
	text []byte
}

// Begin makes out, a stream, the output that is written to.
func (p *Text) Begin(out *nbformat.Output) {
	p.streams = append(p.streams, &stream{out: out})
}

// Write appends to the last stream.
func (p *Text) Write(text string) {
	last := p.streams[len(p.streams)-1]
	before := len(last.text)
	line := bytes.LastIndexByte(last.text, '\n') + 1
	if last == p.cut {
		line = max(line, p.at)
	}
	if open := last.text[line:]; !bytes.ContainsAny(open, overwriting) && !strings.ContainsAny(text, overwriting) {
		last.text = append(last.text, text...)
	} else {
		last.text = append(last.text[:line], overwrite(string(open)+text)...)
	}
	p.size += len(last.text) - before
}

// Shrink leaves the middle out if there is more than most bytes, so that no more than Limit is
// left. It reports whether it did, and returns the outputs that became empty.
func (p *Text) Shrink(most int) (empty []*nbformat.Output, shrunk bool) {
	if p.Limit <= 0 || p.size <= most {
		return nil, false
	}
	if p.cut == nil {
		p.place()
	}
	i := slices.Index(p.streams, p.cut)
	for from := p.at; p.size > p.Limit; from = 0 {
		s := p.streams[i]
		n := wholeLines(s.text[from:], p.size-p.Limit)
		if n == len(s.text)-from && i == len(p.streams)-1 {
			n = p.size - p.Limit // the last line alone is too long
		}
		p.leaveOut(s, from, n)
		if len(s.text) > 0 || s == p.cut {
			i++
			continue
		}
		p.streams = slices.Delete(p.streams, i, i+1)
		empty = append(empty, s.out)
	}
	return empty, true
}

// place finds where the first half of what is kept ends, with a line if it can.
func (p *Text) place() {
	left := p.Limit / 2
	for i, s := range p.streams {
		if len(s.text) > left {
			p.cut, p.at = s, bytes.LastIndexByte(s.text[:left], '\n')+1
			if p.at == 0 && i == 0 {
				p.at = left
			}
			return
		}
		left -= len(s.text)
	}
}

// wholeLines returns the number of bytes to leave out of the start of a text, at least as
// many as least or all of it, so that what stays begins with a line if it can.
func wholeLines(text []byte, least int) int {
	if least >= len(text) {
		return len(text)
	}
	if end := bytes.IndexByte(text[least-1:], '\n'); end >= 0 {
		return least + end
	}
	return least
}

func (p *Text) leaveOut(s *stream, from, n int) {
	p.lines += bytes.Count(s.text[from:from+n], []byte("\n"))
	p.bytes += n
	p.size -= n
	s.text = slices.Delete(s.text, from, from+n)
}

// Settle gives the outputs their text.
func (p *Text) Settle() {
	for _, s := range p.streams {
		s.out.Text = p.whole(s)
	}
}

// Whole returns the text of an output that was begun, as it stands.
func (p *Text) Whole(out *nbformat.Output) string { return p.whole(p.find(out)) }

// Since returns the text of an output from a byte on, without the line that tells what is
// left out. It is valid until the next Write.
func (p *Text) Since(out *nbformat.Output, from int) []byte { return p.find(out).text[from:] }

func (p *Text) find(out *nbformat.Output) *stream {
	for _, s := range slices.Backward(p.streams) {
		if s.out == out {
			return s
		}
	}
	return &stream{}
}

func (p *Text) whole(s *stream) string {
	text := string(s.text)
	if s == p.cut {
		text = text[:p.at] + p.note() + text[p.at:]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// note returns the line that tells what is left out.
func (p *Text) note() string {
	note := fmt.Sprintf("… %d lines left out (%s)", p.lines, words.Bytes(int64(p.bytes)))
	if p.Advice != "" {
		note += "; " + p.Advice
	}
	if p.at > 0 && p.cut.text[p.at-1] != '\n' {
		note = "\n" + note
	}
	return note + "\n"
}

// overwriting are the characters that change earlier ones in a line.
const overwriting = "\r\b"

// overwrite applies carriage returns and backspaces, as a progress bar in a terminal
// uses them, so that a line holds what was written last. A return that nothing
// follows yet stays.
func overwrite(text string) string {
	left := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		last, size := utf8.DecodeLastRune(left)
		switch {
		case c == '\b' && last != '\n' && last != '\r':
			left = left[:len(left)-size]
		case c == '\b':
		case last == '\r' && c != '\r' && c != '\n':
			left = append(left[:bytes.LastIndexByte(left, '\n')+1], c)
		default:
			left = append(left, c)
		}
	}
	return string(left)
}
