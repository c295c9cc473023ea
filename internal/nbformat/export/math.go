package export

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// mathExtension reads formulas in Markdown as Jupyter does: $...$ in a line of
// text, and $$...$$, \[...\] or a LaTeX environment as a display.
type mathExtension struct{}

func (mathExtension) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(util.Prioritized(mathBlockParser{}, 50)),
		parser.WithInlineParsers(util.Prioritized(mathInlineParser{}, 50)),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(mathRenderer{}, 50)))
}

var (
	kindMathBlock  = ast.NewNodeKind("MathBlock")
	kindMathInline = ast.NewNodeKind("MathInline")
)

// mathBlock is a display on lines of its own.
type mathBlock struct {
	ast.BaseBlock
	end string // what ends it
	tex strings.Builder
}

func (*mathBlock) Kind() ast.NodeKind              { return kindMathBlock }
func (n *mathBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }
func (*mathBlock) IsRaw() bool                     { return true }

// mathInline is a formula within a paragraph.
type mathInline struct {
	ast.BaseInline
	tex     string
	display bool
}

func (*mathInline) Kind() ast.NodeKind              { return kindMathInline }
func (n *mathInline) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathBlockParser reads displays that begin a line. Their lines are taken literally: one that
// begins with - or + does not begin a list.
type mathBlockParser struct{}

func (mathBlockParser) Trigger() []byte { return []byte{'$', '\\'} }

func (mathBlockParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	body := strings.TrimSpace(string(line))
	n := &mathBlock{}
	switch {
	case strings.HasPrefix(body, "$$"):
		n.end, body = "$$", body[2:]
	case strings.HasPrefix(body, `\[`):
		n.end, body = `\]`, body[2:]
	case strings.HasPrefix(body, `\begin{`):
		name, _, ok := strings.Cut(body[len(`\begin{`):], "}")
		if !ok {
			return nil, parser.NoChildren
		}
		n.end = `\end{` + name + "}"
	default:
		return nil, parser.NoChildren
	}
	if before, after, closed := strings.Cut(body, n.end); closed {
		if strings.Trim(after, ".,; ") != "" {
			return nil, parser.NoChildren // text follows: it is within a paragraph
		}
		n.add(before)
		n.close()
	} else {
		n.add(body)
	}
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (mathBlockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*mathBlock)
	if n.end == "" {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	before, _, closed := strings.Cut(string(bytes.TrimRight(line, "\r\n")), n.end)
	n.add(before)
	if closed {
		n.close()
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (mathBlockParser) Close(ast.Node, text.Reader, parser.Context) {}
func (mathBlockParser) CanInterruptParagraph() bool                 { return true }
func (mathBlockParser) CanAcceptIndentedLine() bool                 { return false }

func (n *mathBlock) add(line string) { n.tex.WriteString(line + "\n") }

func (n *mathBlock) close() {
	if strings.HasPrefix(n.end, `\end`) {
		n.tex.WriteString(n.end)
	}
	n.end = ""
}

// mathInlineParser reads formulas between dollar signs in a paragraph. As in
// pandoc, the first sign has no white space after it, and the last none before
// and no digit after, so that prices stay prices.
type mathInlineParser struct{}

func (mathInlineParser) Trigger() []byte { return []byte{'$'} }

func (mathInlineParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, start := block.PeekLine()
	p, _ := pc.Get(mathParagraphKey).(*mathParagraph)
	if p == nil || start.Start >= p.end {
		p = &mathParagraph{end: paragraphEnd(block, start, line)}
		pc.Set(mathParagraphKey, p)
	}
	rest := block.Source()[start.Start:p.end]
	mark := "$"
	if bytes.HasPrefix(rest, []byte("$$")) {
		mark = "$$"
	}
	tex, ok := p.between(start.Start, rest, mark)
	if !ok {
		return nil
	}
	advance(block, len(mark)*2+len(tex))
	return &mathInline{tex: tex, display: mark == "$$"}
}

var mathParagraphKey = parser.NewContextKey()

// mathParagraph is a paragraph with formulas. What one search for the end of a formula has found
// not to be there, the next does not look for again: all searches together are linear.
type mathParagraph struct {
	end         int // in the source
	none, none2 int // no $, and no $$, ends a formula between a former search and here
}

// paragraphEnd returns the end, in the source, of the block that the reader is in.
func paragraphEnd(block text.Reader, start text.Segment, line []byte) int {
	end := start.Start + len(line)
	savedLine, savedPosition := block.Position()
	defer block.SetPosition(savedLine, savedPosition)
	for {
		block.AdvanceLine()
		line, segment := block.PeekLine()
		if line == nil || segment.Start != end {
			return end
		}
		end = segment.Stop
	}
}

// between returns the formula that rest begins with, which is at a place of the source.
func (p *mathParagraph) between(at int, rest []byte, mark string) (string, bool) {
	body := rest[len(mark):]
	if len(body) == 0 || mark == "$" && bytes.IndexByte([]byte(" \t\n$"), body[0]) >= 0 {
		return "", false
	}
	none := &p.none
	if mark == "$$" {
		none = &p.none2
	}
	if at < *none {
		return "", false
	}
	n, found := endOfFormula(body, mark)
	if !found {
		*none = at + len(mark) + n
		return "", false
	}
	return string(body[:n]), n > 0
}

// endOfFormula returns where a mark ends the formula that body begins with, or where the search
// for it ended.
func endOfFormula(body []byte, mark string) (at int, found bool) {
	for ; at < len(body); at++ {
		switch {
		case body[at] == '\\':
			at++
		case body[at] == '`':
			return at, false // code begins
		case bytes.HasPrefix(body[at:], []byte(mark)):
			after := body[at+len(mark):]
			space := at > 0 && strings.ContainsRune(" \t\n", rune(body[at-1]))
			digit := len(after) > 0 && after[0] >= '0' && after[0] <= '9'
			if mark == "$$" || !space && !digit {
				return at, true
			}
		}
	}
	return at, false
}

// advance moves the reader on by n bytes, over ends of lines.
func advance(block text.Reader, n int) {
	for n > 0 {
		line, _ := block.PeekLine()
		if line == nil {
			return
		}
		if n < len(line) {
			block.Advance(n)
			return
		}
		n -= len(line)
		block.AdvanceLine()
	}
}

// mathRenderer writes formulas as MathML.
type mathRenderer struct{}

func (mathRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindMathBlock, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(string(formula(strings.TrimSpace(n.(*mathBlock).tex.String()), true)) + "\n")
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(kindMathInline, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			m := n.(*mathInline)
			w.WriteString(string(formula(m.tex, m.display)))
		}
		return ast.WalkSkipChildren, nil
	})
}
