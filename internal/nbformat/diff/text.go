package diff

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"krigo/internal/textwidth"
)

// Style says how differences are written.
type Style struct {
	// Colour marks lines and words by ANSI sequences.
	Colour bool
}

// Write writes a difference: for each cell a line that says what has become of it,
// and unified diffs of its texts. What is empty writes nothing.
func Write(w io.Writer, d Diff, s Style) error {
	p := &printer{Writer: bufio.NewWriter(w), colour: s.Colour}
	p.diff(d)
	return p.Flush()
}

// WriteNames writes the names of two files, as above a unified diff.
func WriteNames(w io.Writer, old, new string, s Style) error {
	p := &printer{Writer: bufio.NewWriter(w), colour: s.Colour}
	p.line(bold, "--- "+old)
	p.line(bold, "+++ "+new)
	return p.Flush()
}

// WriteLines writes the unified diff of two texts that are no notebooks.
func WriteLines(w io.Writer, oldName, newName, old, new string, s Style) error {
	if err := WriteNames(w, oldName, newName, s); err != nil {
		return err
	}
	p := &printer{Writer: bufio.NewWriter(w), colour: s.Colour}
	p.text(Text{strings.TrimSuffix(old, "\n"), strings.TrimSuffix(new, "\n")}, true)
	return p.Flush()
}

type printer struct {
	*bufio.Writer
	colour bool
}

// The ANSI sequences of what is written.
const (
	bold    = "\x1b[1m"
	red     = "\x1b[31m"
	green   = "\x1b[32m"
	cyan    = "\x1b[36m"
	reverse = "\x1b[7m"
	upright = "\x1b[27m" // no longer reversed
	reset   = "\x1b[m"
)

// line writes a line in a colour.
func (p *printer) line(colour, text string) {
	text = textwidth.Visible(text)
	if p.colour && colour != "" {
		text = colour + text + reset
	}
	fmt.Fprintln(p, text)
}

func (p *printer) diff(d Diff) {
	for _, f := range d.Metadata {
		p.line(bold, "notebook's metadata: "+f.String())
	}
	for _, c := range d.Cells {
		p.cell(c)
	}
}

func (p *printer) cell(c Cell) {
	p.line(bold, c.Title())
	for _, f := range c.Fields {
		p.line(cyan, "metadata: "+f.String())
	}
	if c.Source != nil {
		p.text(*c.Source, c.From > 0 && c.To > 0)
	}
	for _, o := range c.Outputs {
		p.line(cyan, o.Title())
		for _, note := range o.Notes {
			p.line(cyan, "  "+note)
		}
		if o.Text != nil {
			p.text(*o.Text, o.From > 0 && o.To > 0)
		}
	}
}

// Title names the cell and its change.
func (c Cell) Title() string {
	title := fmt.Sprintf("cell %s (%s)", places(c.From, c.To), kinds(c))
	switch {
	case c.From == 0:
		return title + " added"
	case c.To == 0:
		return title + " removed"
	}
	var what []string
	if c.Moved {
		what = append(what, "moved")
	}
	if c.Source != nil || c.OldType != c.Type {
		what = append(what, "edited")
	}
	if len(what) == 0 {
		return title
	}
	return title + " " + strings.Join(what, " and ")
}

// places returns the numbers of something that is at one place, or has come to another.
func places(from, to int) string {
	if from == to || from == 0 || to == 0 {
		return fmt.Sprint(max(from, to))
	}
	return fmt.Sprintf("%d -> %d", from, to)
}

func kinds(c Cell) string {
	if c.From == 0 || c.From > 0 && c.To > 0 && c.OldType == c.Type {
		return string(c.Type)
	}
	if c.To == 0 {
		return string(c.OldType)
	}
	return fmt.Sprintf("%s -> %s", c.OldType, c.Type)
}

// Title names the output and its change.
func (o Output) Title() string {
	became := "changed"
	switch {
	case o.From == 0:
		became = "added"
	case o.To == 0:
		became = "removed"
	}
	return fmt.Sprintf("output %s (%s) %s", places(o.From, o.To), o.Kind, became)
}

// maxValue is the number of characters of a field's value that are written.
const maxValue = 60

// String writes a field's change in a line.
func (f Field) String() string {
	old, new := shortened(f.Old), shortened(f.New)
	switch {
	case f.Old == "":
		return fmt.Sprintf("%s added: %s", f.Name, new)
	case f.New == "":
		return fmt.Sprintf("%s removed: %s", f.Name, old)
	case old == new:
		return fmt.Sprintf("%s changed: %s", f.Name, new)
	}
	return fmt.Sprintf("%s: %s -> %s", f.Name, old, new)
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxValue {
		return string(runes[:maxValue-1]) + "…"
	}
	return text
}

// text writes how a text has changed: its lines behind + or -, in hunks where it
// was there before and is after.
func (p *printer) text(t Text, changed bool) {
	lines := unified(t)
	for i := 0; i < len(lines); {
		removed := run(lines[i:], '-')
		added := run(lines[i+removed:], '+')
		switch {
		case removed > 0 || added > 0:
			p.replaced(lines[i:i+removed], lines[i+removed:i+removed+added])
		case lines[i][0] == '@':
			if changed {
				p.line(cyan, lines[i])
			}
			i++
		default:
			p.line("", lines[i])
			i++
		}
		i += removed + added
	}
}

// run returns the number of lines that begin with a sign.
func run(lines []string, sign byte) int {
	n := 0
	for n < len(lines) && lines[n][0] == sign {
		n++
	}
	return n
}

// replaced writes lines that went and those that came, with the words that differ
// marked.
func (p *printer) replaced(removed, added []string) {
	if p.colour && len(removed) > 0 && len(added) > 0 {
		before, after, ok := markWords(withoutSigns(removed), withoutSigns(added))
		if ok {
			p.marked('-', red, before)
			p.marked('+', green, after)
			return
		}
	}
	for _, l := range removed {
		p.line(red, l)
	}
	for _, l := range added {
		p.line(green, l)
	}
}

func withoutSigns(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l[1:])
	}
	return b.String()
}

// marked writes lines with the pieces that differ in reverse.
func (p *printer) marked(sign byte, colour string, pieces []piece) {
	var b strings.Builder
	begin := func() { b.WriteString(colour + string(sign)) }
	begin()
	for _, piece := range pieces {
		for i, part := range strings.Split(piece.text, "\n") {
			if i > 0 {
				b.WriteString(reset + "\n")
				begin()
			}
			if part = textwidth.Visible(part); piece.differs && part != "" {
				part = reverse + part + upright
			}
			b.WriteString(part)
		}
	}
	fmt.Fprintln(p, b.String()+reset)
}

// unified returns the lines of a unified diff, with the signs before them.
func unified(t Text) []string {
	if old, ended := strings.CutSuffix(t.Old, "\n"); ended && strings.HasSuffix(t.New, "\n") {
		t = Text{old, strings.TrimSuffix(t.New, "\n")}
	}
	raw := diff.Diff("old", withLineEnd(t.Old), "new", withLineEnd(t.New))
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	return lines[min(3, len(lines)):] // without the names of files
}

// withLineEnd ends the last line of a text, as it is in a file of lines.
func withLineEnd(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text + "\n")
}
