package export

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"krigo/internal/nbformat/budget"
)

// metering has goldmark spend the budget of a text, also while it parses. It reads and makes
// nothing.
type metering struct{ *markdown }

func (m metering) Extend(g goldmark.Markdown) {
	g.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(m, 0)),
		parser.WithParagraphTransformers(util.Prioritized(m, 0)),
	)
}

// Trigger returns the characters that other inline parsers take.
func (metering) Trigger() []byte { return []byte("!$&(*<[\\_`~ ") }

// Parse counts a character that an inline parser looks at, and each [, which becomes a node.
func (m metering) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	m.meter.Step()
	if block.Peek() == '[' {
		m.meter.Node(0)
	}
	return nil
}

// Transform counts the cells of the table that a paragraph is, with those that are filled in.
func (m metering) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	m.meter.Step()
	lines := node.Lines()
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		if row := line.Value(reader.Source()); bytes.IndexByte(row, '-') >= 0 && len(bytes.Trim(row, "|:- \t\r\n")) == 0 {
			m.meter.Cells((bytes.Count(row, []byte("|")) + 1) * (lines.Len() - i))
		}
	}
}

// meteredReader is the source of a text.
type meteredReader struct {
	text.Reader
	meter *budget.Meter
}

// PeekLine returns the line that is read. Parsers of blocks call it for each block that a line
// begins or continues.
func (r meteredReader) PeekLine() ([]byte, text.Segment) {
	r.meter.Step()
	return r.Reader.PeekLine()
}

// meteredWriter takes the output of a text. It is a util.BufWriter, which goldmark writes to as it
// is.
type meteredWriter struct {
	bytes.Buffer
	meter *budget.Meter
}

func (w *meteredWriter) Buffered() int { return 0 }
func (w *meteredWriter) Flush() error  { return nil }

func (w *meteredWriter) Write(p []byte) (int, error) {
	w.meter.Output(len(p))
	return w.Buffer.Write(p)
}

func (w *meteredWriter) WriteString(s string) (int, error) {
	w.meter.Output(len(s))
	return w.Buffer.WriteString(s)
}

func (w *meteredWriter) WriteByte(c byte) error {
	w.meter.Output(1)
	return w.Buffer.WriteByte(c)
}

func (w *meteredWriter) WriteRune(r rune) (int, error) {
	w.meter.Output(1)
	return w.Buffer.WriteRune(r)
}
