package notebook

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
	"krigo/internal/nbformat/printed"
)

// Bounds of what a cell keeps.
const (
	maxText    = 1_000_000 // bytes of text, half of them the first
	maxOutputs = 1000
)

// Text goes to pages at most each textPause, and what is redrawn at most each
// drawPause. A text whose last line is longer than longLine bytes, which goes whole each
// time, waits longer in proportion.
const (
	textPause = 30 * time.Millisecond
	drawPause = 10 * time.Millisecond
	longLine  = 64 << 10
)

// text is what a cell prints.
type text struct {
	printed printed.Text
	told    map[*nbformat.Output]told
	bytes   int // about what it has
}

// told is how far pages have a stream: its whole lines up to a byte, and the colours
// that go on there.
type told struct {
	end     int
	colours export.Colours
}

// growth are the outputs of which pages do not have all: streams, and displays that
// were updated.
type growth struct {
	outputs []*output
	due     time.Time
	last    time.Time // when pages were told
}

func newText() *text {
	return &text{
		printed: printed.Text{Limit: maxText, Advice: "a notebook keeps the first and the last of what a cell prints"},
		told:    map[*nbformat.Output]told{},
	}
}

// print adds what a cell printed.
func (s *state) print(c *cell, name, content string) {
	s.clearIfDue(c)
	if s.full(len(content)) {
		s.leaveOut(c)
		return
	}
	last := c.last()
	fresh := last == nil || last.file.Type != nbformat.Stream || last.file.Name != name || c.text == nil
	if fresh {
		if last = s.add(c, nbformat.Output{Type: nbformat.Stream, Name: name}); last == nil {
			return
		}
		if c.text == nil {
			c.text = newText()
		}
		c.text.printed.Begin(&last.file)
	}
	c.text.printed.Write(strings.ToValidUTF8(content, "\uFFFD"))
	c.text.bytes = min(c.text.bytes+len(content), 2*maxText)
	switch {
	case s.shrink(c, 2*maxText):
	case fresh:
		c.text.settle(&last.file)
		s.tellOut(last)
	default:
		open := c.text.open(&last.file)
		s.grow(last, textPause*time.Duration(1+len(open)/longLine))
	}
	s.change()
}

// grow notes that pages are to have more of an output, now or after a pause.
func (s *state) grow(o *output, pause time.Duration) {
	if !slices.Contains(s.growing.outputs, o) {
		s.growing.outputs = append(s.growing.outputs, o)
	}
	if len(s.visitors) == 0 {
		return
	}
	due := s.growing.last.Add(pause)
	if s.growing.due.IsZero() || due.Before(s.growing.due) {
		s.growing.due = due
	}
}

// flush tells pages what was printed and redrawn since.
func (s *state) flush() {
	outputs := s.growing.outputs
	if len(outputs) == 0 || len(s.visitors) == 0 {
		return
	}
	s.growing = growth{last: s.now}
	for _, o := range outputs {
		i := slices.Index(o.cell.outputs, o)
		if i < 0 {
			continue
		}
		if o.file.Type != nbformat.Stream {
			s.tellOut(o)
			continue
		}
		lines, open := o.cell.text.next(&o.file)
		if s.has(o.cell) {
			s.tell(textEvent{"text", o.cell.file.ID, i, lines, open})
		}
	}
}

// settleText notes that the first page to come gets all there is.
func (s *state) settleText() {
	for _, o := range s.growing.outputs {
		if t := o.cell.text; t != nil && t.has(&o.file) {
			t.settle(&o.file)
		}
	}
	s.growing = growth{last: s.now}
}

// shrink leaves the middle of what a cell printed out where there is more than most,
// and tells pages.
func (s *state) shrink(c *cell, most int) bool {
	if c.text == nil {
		return false
	}
	empty, shrunk := c.text.printed.Shrink(most)
	if !shrunk {
		return false
	}
	for _, o := range slices.Clone(c.outputs) {
		if slices.Contains(empty, &o.file) {
			s.drop(o)
		} else if o.file.Type == nbformat.Stream {
			c.text.settle(&o.file)
		}
	}
	s.tellCell(c)
	return true
}

// drop removes an output without telling.
func (s *state) drop(o *output) {
	s.forget([]*output{o})
	o.cell.outputs = slices.DeleteFunc(o.cell.outputs, func(other *output) bool { return other == o })
}

// settle notes that pages have all of a stream.
func (t *text) settle(out *nbformat.Output) {
	t.told[out] = told{}
	t.next(out)
}

// open is the last line of a stream.
func (t *text) open(out *nbformat.Output) []byte {
	rest := t.printed.Since(out, t.told[out].end)
	return rest[bytes.LastIndexByte(rest, '\n')+1:]
}

// next is what has come since pages were told: whole lines, and the open one.
func (t *text) next(out *nbformat.Output) (lines, open string) {
	have := t.told[out]
	rest := t.printed.Since(out, have.end)
	end := bytes.LastIndexByte(rest, '\n') + 1
	lines = linesHTML(&have.colours, string(rest[:end]))
	have.end += end
	t.told[out] = have
	return lines, linesHTML(&have.colours, string(rest[end:]))
}

// linesHTML colours a text line by line, so that it is the same however it came.
func linesHTML(colours *export.Colours, content string) string {
	var b strings.Builder
	for line := range strings.Lines(content) {
		b.WriteString(string(colours.HTML(line)))
	}
	return b.String()
}

// streamOut is a stream as pages show it. The parser of HTML drops the first line end.
func streamOut(o *output) Out {
	content := o.file.Text
	if t := o.cell.text; t != nil && t.has(&o.file) {
		content = t.printed.Whole(&o.file)
	}
	end := strings.LastIndexByte(content, '\n') + 1
	class := "stdout"
	if o.file.Name == "stderr" {
		class = "stderr"
	}
	var colours export.Colours
	html := `<pre class="stream ` + class + `">` + "\n" + linesHTML(&colours, content[:end]) +
		`<span class="open">` + linesHTML(&colours, content[end:]) + "</span></pre>"
	return Out{HTML: html, Stream: class}
}

func (t *text) has(out *nbformat.Output) bool {
	_, ok := t.told[out]
	return ok
}
