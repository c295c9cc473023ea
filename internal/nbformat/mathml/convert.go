package mathml

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"krigo/internal/nbformat/budget"
)

// Convert returns a formula as a math element: as a block in display style, or
// in line with text. tex has no dollar signs around it. The source is kept as
// an annotation. A command that is not known, and braces or environments that
// do not match, are errors.
func Convert(tex string, display bool) (string, error) {
	f, err := Parse(tex)
	if err != nil {
		return "", err
	}
	return f.MathML(display), nil
}

// Formula is a parsed formula.
type Formula struct {
	tex string
	row []node
}

// Parse reads a formula. It returns the errors of [Convert].
func Parse(tex string) (*Formula, error) {
	p := &parser{tokens: tokens{source: []rune(unnumbered(tex))}}
	row, err := p.row("")
	if err != nil {
		return nil, fmt.Errorf("formula %q: %w", tex, err)
	}
	return &Formula{tex, row}, nil
}

// unnumbered returns the content of an equation environment, and any other
// formula unchanged. It lets long equations break.
func unnumbered(tex string) string {
	for _, name := range []string{"equation", "equation*"} {
		inner, begins := strings.CutPrefix(strings.TrimSpace(tex), `\begin{`+name+"}")
		inner, ends := strings.CutSuffix(inner, `\end{`+name+"}")
		if begins && ends && !strings.Contains(inner, `\end{`+name+"}") && !strings.Contains(inner, `\\`) {
			return inner
		}
	}
	return tex
}

// MathML returns the formula as one math element, with its source as an
// annotation.
func (f *Formula) MathML(display bool) string {
	block := ""
	if display {
		block = ` display="block"`
	}
	return fmt.Sprintf(`<math%s><semantics>%s<annotation encoding="application/x-tex">%s</annotation></semantics></math>`,
		block, group(f.row), html.EscapeString(f.tex))
}

// node is an element with what its neighbours need to know.
type node struct {
	xml    string
	class  class
	limits bool // scripts go below and above
	quad   bool // a wide space, after which a line may end
}

// parser reads a formula by recursive descent.
type parser struct {
	tokens
	font  font
	depth int
}

// deeper counts a group that the parser enters, and outer one that it leaves.
func (p *parser) deeper() error {
	if p.depth++; p.depth > budget.Nesting {
		return fmt.Errorf("more than %d nested groups", budget.Nesting)
	}
	return nil
}

func (p *parser) outer() { p.depth-- }

// inner reads one node without scripts that is part of another.
func (p *parser) inner() (node, error) {
	defer p.outer()
	if err := p.deeper(); err != nil {
		return node{}, err
	}
	return p.atom(nil)
}

// row reads nodes up to the token end, which it takes; "" is the source's end.
func (p *parser) row(end token) ([]node, error) {
	nodes, got, err := p.rowUntil(end)
	if err != nil {
		return nil, err
	}
	if got != end {
		return nil, fmt.Errorf("want %q, got %q", end, got)
	}
	return nodes, nil
}

// rowUntil reads nodes up to one of the ends, or to what cannot be in a row.
func (p *parser) rowUntil(ends ...token) ([]node, token, error) {
	font := p.font
	defer func() { p.outer(); p.font = font }()
	if err := p.deeper(); err != nil {
		return nil, "", err
	}
	var nodes []node
	for {
		t := p.peek()
		if stops(t, ends) {
			p.next()
			return nodes, t, nil
		}
		n, err := p.scripted(nodes)
		if err != nil {
			return nil, "", err
		}
		if n.xml != "" {
			nodes = append(nodes, n)
		}
	}
}

func stops(t token, ends []token) bool {
	switch t {
	case "", "}", "&", `\\`, `\cr`, `\right`, `\middle`, `\end`:
		return true
	}
	for _, e := range ends {
		if t == e {
			return true
		}
	}
	return false
}

// scripted reads one node with its primes, subscript and superscript. before
// are the nodes of its row so far.
func (p *parser) scripted(before []node) (node, error) {
	base, err := p.atom(before)
	if err != nil {
		return node{}, err
	}
	var sub, sup string
	primes := 0
	for {
		switch t := p.peek(); t {
		case "'":
			p.next()
			primes++
		case "_", "^":
			p.next()
			into := &sub
			if t == "^" {
				into = &sup
			}
			if *into != "" {
				return node{}, fmt.Errorf("two %q at one base", string(t))
			}
			if *into, err = p.argument(); err != nil {
				return node{}, err
			}
		case `\limits`, `\nolimits`:
			p.next()
			base.limits = t == `\limits`
		default:
			return attach(base, sub, withPrimes(primes, sup)), nil
		}
	}
}

func withPrimes(n int, sup string) string {
	primes := "<mo>" + strings.Repeat("′", n) + "</mo>"
	switch {
	case n == 0:
		return sup
	case sup == "":
		return primes
	}
	return "<mrow>" + primes + sup + "</mrow>"
}

func attach(base node, sub, sup string) node {
	element := ""
	switch {
	case sub != "" && sup != "":
		element = "subsup"
		if base.limits {
			element = "underover"
		}
	case sub != "":
		element = "sub"
		if base.limits {
			element = "under"
		}
	case sup != "":
		element = "sup"
		if base.limits {
			element = "over"
		}
	default:
		return base
	}
	if base.xml == "" {
		base.xml = "<mrow></mrow>"
	}
	if strings.HasPrefix(base.xml, "<mo") && strings.Contains(base.xml, ` minsize="`) {
		base.xml = "<mrow>" + base.xml + "</mrow>" // Chromium stretches operators in rows only
	}
	base.xml = fmt.Sprintf("<m%s>%s%s%s</m%s>", element, base.xml, sub, sup, element)
	return base
}

// argument reads a group or one token as one element.
func (p *parser) argument() (string, error) {
	if p.peek() == "{" {
		p.next()
		nodes, err := p.row("}")
		return group(nodes), err
	}
	if t := p.peek(); stops(t, nil) {
		return "", missing(t)
	}
	if digit := []rune(string(p.peek()))[0]; unicode.IsDigit(digit) {
		p.next() // \frac12 is a half
		return "<mn>" + string(p.font.in(digit)) + "</mn>", nil
	}
	n, err := p.inner()
	if err == nil && n.xml == "" {
		n.xml = "<mrow></mrow>"
	}
	return n.xml, err
}

func missing(before token) error {
	return fmt.Errorf("an argument is missing before %q", string(before))
}

// group makes one element of a row.
func group(nodes []node) string {
	if len(nodes) == 1 {
		return nodes[0].xml
	}
	var b strings.Builder
	b.WriteString("<mrow>")
	for _, n := range nodes {
		b.WriteString(n.xml)
	}
	b.WriteString("</mrow>")
	return b.String()
}

// atom reads one node without scripts.
func (p *parser) atom(before []node) (node, error) {
	t := p.peek()
	if t == "_" || t == "^" || t == "'" {
		return node{}, nil // scripts of an empty base
	}
	if stops(t, nil) {
		return node{}, missing(t)
	}
	p.next()
	switch {
	case t == "{":
		nodes, err := p.row("}")
		return node{xml: group(nodes)}, err
	case spaces[t] != "":
		return node{xml: fmt.Sprintf(`<mspace width="%sem"></mspace>`, spaces[t]), quad: t == `\quad` || t == `\qquad`}, nil
	case t.command():
		return p.command(t, before)
	}
	return p.character([]rune(string(t))[0], before), nil
}

// character returns the node of one character, or of the number that it begins.
func (p *parser) character(r rune, before []node) node {
	switch {
	case unicode.IsDigit(r):
		return p.number(r)
	case unicode.IsLetter(r):
		return node{xml: p.identifier(r)}
	}
	switch r {
	case '(', '[':
		return fence(string(r), opening)
	case ')', ']':
		return fence(string(r), closing)
	case '|', '/':
		return node{xml: operator(string(r), `stretchy="false" lspace="0" rspace="0"`)}
	case '+', '-', '*':
		return binary(map[rune]string{'+': "+", '-': "−", '*': "∗"}[r], before)
	case '=', '<', '>', ':':
		return node{xml: operator(string(r), ""), class: rel}
	case ',', ';':
		return node{xml: operator(string(r), `separator="true"`), class: punct}
	}
	return node{xml: operator(string(r), `lspace="0" rspace="0"`)}
}

func (p *parser) number(first rune) node {
	digits := []rune{p.font.in(first)}
	for p.at < len(p.source) {
		r := p.source[p.at]
		decimal := r == '.' && p.at+1 < len(p.source) && unicode.IsDigit(p.source[p.at+1])
		if !unicode.IsDigit(r) && !decimal {
			break
		}
		digits = append(digits, p.font.in(r))
		p.at++
	}
	return node{xml: "<mn>" + string(digits) + "</mn>"}
}

func (p *parser) identifier(r rune) string {
	if p.font == roman {
		return `<mi mathvariant="normal">` + string(r) + "</mi>"
	}
	return "<mi>" + string(p.font.in(r)) + "</mi>"
}

func operator(symbol, attributes string) string {
	if attributes != "" {
		attributes = " " + attributes
	}
	return "<mo" + attributes + ">" + html.EscapeString(symbol) + "</mo>"
}

func fence(symbol string, side class) node {
	return node{xml: operator(symbol, `stretchy="false" lspace="0" rspace="0"`), class: side}
}

// binary returns an operator between two operands, or a sign before one.
func binary(symbol string, before []node) node {
	sign := len(before) == 0
	if !sign {
		switch before[len(before)-1].class {
		case op, bin, rel, opening, punct:
			sign = true
		}
	}
	if sign {
		return node{xml: operator(symbol, `form="prefix" lspace="0" rspace="0"`)}
	}
	return node{xml: operator(symbol, `lspace="0.2222em" rspace="0.2222em"`), class: bin}
}
