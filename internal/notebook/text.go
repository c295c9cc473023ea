package notebook

import (
	"bytes"
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

// text is the text that a cell prints.
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

func newText() *text {
	return &text{
		printed: printed.Text{Limit: maxText, Advice: "a notebook keeps the first and the last of what a cell prints"},
		told:    map[*nbformat.Output]told{},
	}
}

// settle notes that pages have all of a stream.
func (t *text) settle(out *nbformat.Output) {
	t.told[out] = told{}
	t.next(out)
}

// open returns the last line of a stream.
func (t *text) open(out *nbformat.Output) []byte {
	rest := t.printed.Since(out, t.told[out].end)
	return rest[bytes.LastIndexByte(rest, '\n')+1:]
}

// next returns the text since the last event: whole lines, and the open one.
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

// streamOut returns a stream as pages show it. The parser of HTML drops the first line end.
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
