package execute

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"krigo/internal/words"
	"krigo/nbformat"
)

// printed is the text that a cell prints, in order, of which the middle is left out
// where it is too much.
type printed struct {
	limit   int // bytes to keep; 0 keeps all
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

// begin makes out the stream that is written to.
func (p *printed) begin(out *nbformat.Output) {
	p.streams = append(p.streams, &stream{out: out})
}

// write appends to the last stream.
func (p *printed) write(text string) {
	last := p.streams[len(p.streams)-1]
	before := len(last.text)
	line := bytes.LastIndexByte(last.text, '\n') + 1
	if last == p.cut {
		line = max(line, p.at)
	}
	if open := last.text[line:]; bytes.IndexByte(open, '\r') < 0 && !strings.Contains(text, "\r") {
		last.text = append(last.text, text...)
	} else {
		last.text = append(last.text[:line], overwrite(string(open)+text)...)
	}
	p.size += len(last.text) - before
}

// shrink leaves the middle out where there is more than most, so that no more than
// the limit is left, and returns the outputs of which nothing is.
func (p *printed) shrink(most int) (empty []*nbformat.Output) {
	if p.limit <= 0 || p.size <= most {
		return nil
	}
	if p.cut == nil {
		p.place()
	}
	i := slices.Index(p.streams, p.cut)
	for from := p.at; p.size > p.limit; from = 0 {
		s := p.streams[i]
		n := wholeLines(s.text[from:], p.size-p.limit)
		if n == len(s.text)-from && i == len(p.streams)-1 {
			n = p.size - p.limit // the last line is too long by itself
		}
		p.leaveOut(s, from, n)
		if len(s.text) > 0 || s == p.cut {
			i++
			continue
		}
		p.streams = slices.Delete(p.streams, i, i+1)
		empty = append(empty, s.out)
	}
	return empty
}

// place finds where the first half of what is kept ends, with a line if it can.
func (p *printed) place() {
	left := p.limit / 2
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

// wholeLines is how many bytes to leave out of the start of a text, at least as
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

func (p *printed) leaveOut(s *stream, from, n int) {
	p.lines += bytes.Count(s.text[from:from+n], []byte("\n"))
	p.bytes += n
	p.size -= n
	s.text = slices.Delete(s.text, from, from+n)
}

// settle gives the outputs their text.
func (p *printed) settle() {
	for _, s := range p.streams {
		text := string(s.text)
		if s == p.cut {
			text = text[:p.at] + p.note() + text[p.at:]
		}
		s.out.Text = strings.ToValidUTF8(text, "\uFFFD")
	}
}

// note is the line that tells what is left out.
func (p *printed) note() string {
	note := fmt.Sprintf("… %d lines left out (%s); krigo run --full keeps all\n", p.lines, words.Bytes(int64(p.bytes)))
	if p.at > 0 && p.cut.text[p.at-1] != '\n' {
		note = "\n" + note
	}
	return note
}

// overwritten is what a carriage return followed by more text overwrites.
var overwritten = regexp.MustCompile(`[^\n\r]*\r+([^\n\r])`)

// overwrite applies carriage returns, as a progress bar in a terminal uses them, so
// that a line holds what was written last.
func overwrite(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return overwritten.ReplaceAllString(text, "$1")
}
