package mathml

import (
	"errors"
	"fmt"
	"html"
	"strings"
)

// command returns the node of a command that was just read.
func (p *parser) command(t token, before []node) (node, error) {
	name := string(t[1:])
	if n, ok := p.symbol(name, t, before); ok {
		return n, nil
	}
	if f, ok := fonts[name]; ok {
		return p.inFont(f)
	}
	if f, ok := switches[name]; ok {
		p.font = f
		return node{}, nil
	}
	if accent, ok := accents[name]; ok {
		return p.over(accent, `stretchy="false"`)
	}
	if accent, ok := wide[name]; ok {
		n, err := p.over(accent, `stretchy="true"`)
		n.limits = name == "overbrace"
		return n, err
	}
	if line, ok := below[name]; ok {
		return p.under(line, name == "underbrace")
	}
	if size, ok := sizes[strings.TrimRight(name, "lrm")]; ok {
		return p.sized(size, name)
	}
	return p.structure(name, before)
}

// symbol returns the node of a command without arguments.
func (p *parser) symbol(name string, t token, before []node) (node, bool) {
	switch {
	case letters[name] != "":
		return node{xml: p.identifier([]rune(letters[name])[0])}, true
	case upright[name] != "":
		r := []rune(upright[name])[0]
		if sides[t] != ord {
			return fence(string(r), sides[t]), true
		}
		return node{xml: `<mi mathvariant="normal">` + html.EscapeString(string(p.font.in(r))) + "</mi>"}, true
	case name == "mid":
		return node{xml: operator("∣", `stretchy="false" lspace="0.2778em" rspace="0.2778em"`), class: rel}, true
	case relations[name] != "":
		return node{xml: operator(relations[name], `lspace="0.2778em" rspace="0.2778em" stretchy="false"`), class: rel}, true
	case binaries[name] != "":
		return binary(binaries[name], before), true
	case bigOperators[name] != "":
		return node{xml: operator(bigOperators[name], `largeop="true" movablelimits="true"`), class: op, limits: true}, true
	case integrals[name] != "":
		return node{xml: operator(integrals[name], `largeop="true"`), class: op}, true
	case functions[name] || limitFunctions[name]:
		return p.function(name, limitFunctions[name], before), true
	}
	if symbol, ok := delimiters[t]; ok {
		return fence(symbol, sides[t]), true
	}
	return node{}, false
}

// function returns a named operator with thin spaces next to its operands.
func (p *parser) function(name string, limits bool, before []node) node {
	left, right := "0", "0.1667em"
	if n := len(before); n > 0 && before[n-1].class != opening && before[n-1].class != bin && before[n-1].class != rel {
		left = "0.1667em"
	}
	switch next := p.peek(); {
	case next == "(" || next == "[" || next == `\left` || next == `\{` || next == "" || next == "}":
		right = "0"
	}
	for _, long := range []string{"arg", "lim"} {
		if rest, ok := strings.CutPrefix(name, long); ok && limitFunctions[rest] {
			name = long + "\u2009" + rest
		}
	}
	return node{
		xml:   operator(name, fmt.Sprintf(`form="prefix" movablelimits="%t" lspace="%s" rspace="%s"`, limits, left, right)),
		class: op, limits: limits,
	}
}

func (p *parser) inFont(f font) (node, error) {
	outer := p.font
	p.font = f
	defer func() { p.font = outer }()
	if f == roman {
		if word, ok := p.word(); ok {
			return node{xml: `<mi mathvariant="normal">` + word + "</mi>"}, nil
		}
	}
	xml, err := p.argument()
	return node{xml: xml}, err
}

// word takes a group of letters only, which is set as one word.
func (p *parser) word() (string, bool) {
	at := p.at
	text, ok := p.raw()
	for _, r := range text {
		ok = ok && letter(r)
	}
	if !ok || len(text) < 2 {
		p.at = at
		return "", false
	}
	return text, true
}

func (p *parser) over(accent, attributes string) (node, error) {
	base, err := p.argument()
	return node{xml: fmt.Sprintf(`<mover accent="true">%s%s</mover>`, base, operator(accent, attributes))}, err
}

func (p *parser) under(line string, limits bool) (node, error) {
	base, err := p.argument()
	return node{
		xml: fmt.Sprintf(`<munder accentunder="true">%s%s</munder>`, base, operator(line, `stretchy="true"`)), limits: limits,
	}, err
}

// sized reads the delimiter of \big and its like.
func (p *parser) sized(size, name string) (node, error) {
	t := p.next()
	symbol, ok := delimiters[t]
	if !ok {
		return node{}, fmt.Errorf("\\%s: %q is no delimiter", name, string(t))
	}
	side := sides[t]
	switch name[len(name)-1] {
	case 'l':
		side = opening
	case 'r':
		side = closing
	case 'm':
		side = rel
	}
	attributes := fmt.Sprintf(`stretchy="true" symmetric="true" minsize="%sem" maxsize="%sem"`, size, size)
	if side != rel {
		attributes += ` lspace="0" rspace="0"`
	}
	return node{xml: operator(symbol, attributes), class: side}, nil
}

// structure returns the node of a command with arguments of its own.
func (p *parser) structure(name string, before []node) (node, error) {
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac":
		return p.fraction(name)
	case "binom", "dbinom", "tbinom":
		return p.binomial()
	case "sqrt":
		return p.root()
	case "left":
		return p.stretched()
	case "begin":
		return p.environment()
	case "text", "textrm", "textnormal", "mbox", "hbox", "textup":
		return p.text("")
	case "textbf":
		return p.text("font-weight:bold")
	case "textit", "emph":
		return p.text("font-style:italic")
	case "texttt":
		return p.text("font-family:monospace")
	case "textsf":
		return p.text("font-family:sans-serif")
	case "operatorname", "operatorname*":
		return p.operatorName(name == "operatorname*", before)
	case "overset", "stackrel", "underset":
		return p.stacked(name)
	case "mathop", "mathrel", "mathbin", "mathord", "mathopen", "mathclose", "mathpunct", "mathinner":
		xml, err := p.argument()
		return node{xml: xml, class: map[string]class{"mathop": op, "mathrel": rel, "mathbin": bin}[name], limits: name == "mathop"}, err
	case "displaystyle", "textstyle", "scriptstyle":
		return p.style(name)
	case "substack":
		return p.substack()
	case "phantom", "boxed":
		return p.wrapped(name)
	case "color", "textcolor":
		return p.colored(name)
	case "tag":
		text, ok := p.raw()
		if !ok {
			return node{}, errors.New(`\tag: want a text in braces`)
		}
		return node{xml: `<mspace width="2em"></mspace><mtext>(` + html.EscapeString(text) + ")</mtext>"}, nil
	case "not":
		return p.negated()
	case "label":
		_, ok := p.raw()
		if !ok {
			return node{}, errors.New(`\label: want a name in braces`)
		}
		return node{}, nil
	case "nonumber", "notag", "relax", "allowbreak":
		return node{}, nil
	}
	return node{}, fmt.Errorf(`\%s is not known`, name)
}

func (p *parser) fraction(name string) (node, error) {
	above, err := p.argument()
	if err != nil {
		return node{}, err
	}
	under, err := p.argument()
	xml := "<mfrac>" + above + under + "</mfrac>"
	switch name {
	case "tfrac":
		xml = `<mstyle displaystyle="false" scriptlevel="0">` + xml + "</mstyle>"
	case "dfrac", "cfrac":
		xml = `<mstyle displaystyle="true" scriptlevel="0">` + xml + "</mstyle>"
	}
	return node{xml: xml}, err
}

func (p *parser) binomial() (node, error) {
	above, err := p.argument()
	if err != nil {
		return node{}, err
	}
	under, err := p.argument()
	return node{xml: `<mrow><mo>(</mo><mfrac linethickness="0">` + above + under + "</mfrac><mo>)</mo></mrow>"}, err
}

func (p *parser) root() (node, error) {
	degree, ok := p.option()
	radicand, err := p.argument()
	if err != nil || !ok {
		return node{xml: "<msqrt>" + radicand + "</msqrt>"}, err
	}
	inner := &parser{tokens: tokens{source: []rune(degree)}, font: p.font, depth: p.depth + 1}
	index, err := inner.row("")
	return node{xml: "<mroot>" + radicand + group(index) + "</mroot>"}, err
}

// stretched reads \left ... \middle ... \right.
func (p *parser) stretched() (node, error) {
	var b strings.Builder
	b.WriteString("<mrow>")
	form := "prefix"
	for {
		t := p.next()
		symbol, ok := delimiters[t]
		if !ok {
			return node{}, fmt.Errorf("%q is no delimiter", string(t))
		}
		if symbol != "" {
			b.WriteString(operator(symbol, fmt.Sprintf(`fence="true" stretchy="true" form="%s"`, form)))
		}
		if form == "postfix" {
			b.WriteString("</mrow>")
			return node{xml: b.String()}, nil
		}
		nodes, end, err := p.rowUntil()
		if err != nil {
			return node{}, err
		}
		b.WriteString(group(nodes))
		switch end {
		case `\middle`:
			form = "infix"
		case `\right`:
			form = "postfix"
		default:
			return node{}, fmt.Errorf(`\left without \right before %q`, string(end))
		}
	}
}

// text sets words upright, with the formulas in dollar signs between them.
func (p *parser) text(css string) (node, error) {
	text, ok := p.raw()
	if !ok {
		return node{}, errors.New(`\text: want words in braces`)
	}
	style := ""
	if css != "" {
		style = ` style="` + css + `"`
	}
	var b strings.Builder
	b.WriteString("<mrow>")
	for i, part := range strings.Split(text, "$") {
		if i%2 == 0 {
			b.WriteString("<mtext" + style + ">" + html.EscapeString(spacedWords(part)) + "</mtext>")
			continue
		}
		inner := &parser{tokens: tokens{source: []rune(part)}, depth: p.depth + 1}
		nodes, err := inner.row("")
		if err != nil {
			return node{}, err
		}
		b.WriteString(group(nodes))
	}
	b.WriteString("</mrow>")
	return node{xml: b.String()}, nil
}

// spacedWords keeps the spaces at the ends of words, and undoes escapes.
func spacedWords(text string) string {
	text = strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#", `\{`, "{", `\}`, "}", "~", " ", "--", "–").Replace(text)
	trimmed := strings.TrimLeft(text, " ")
	text = strings.Repeat("\u00a0", min(len(text)-len(trimmed), 1)) + trimmed
	trimmed = strings.TrimRight(text, " ")
	return trimmed + strings.Repeat("\u00a0", min(len(text)-len(trimmed), 1))
}

func (p *parser) operatorName(limits bool, before []node) (node, error) {
	text, ok := p.raw()
	if !ok {
		return node{}, errors.New(`\operatorname: want a name in braces`)
	}
	name := strings.NewReplacer(`\,`, "\u2009", `\ `, " ", `\;`, " ", `\!`, "").Replace(text)
	if strings.ContainsAny(name, `\{}$`) {
		return node{}, fmt.Errorf(`\operatorname: %q is not a plain name`, text)
	}
	return p.function(name, limits, before), nil
}

func (p *parser) stacked(name string) (node, error) {
	script, err := p.argument()
	if err != nil {
		return node{}, err
	}
	base, err := p.argument()
	element := "mover"
	if name == "underset" {
		element = "munder"
	}
	n := node{xml: fmt.Sprintf("<%s>%s%s</%s>", element, base, script, element), class: op}
	if name == "stackrel" || strings.HasPrefix(base, "<mo") && !strings.Contains(base, "movablelimits") {
		n.class = rel
	}
	return n, err
}

func (p *parser) style(name string) (node, error) {
	nodes, err := p.restOfGroup()
	if err != nil {
		return node{}, err
	}
	attributes := map[string]string{
		"displaystyle": `displaystyle="true" scriptlevel="0"`,
		"textstyle":    `displaystyle="false" scriptlevel="0"`,
		"scriptstyle":  `displaystyle="false" scriptlevel="1"`,
	}[name]
	return node{xml: "<mstyle " + attributes + ">" + group(nodes) + "</mstyle>"}, nil
}

// restOfGroup reads up to the end of the group, which it leaves.
func (p *parser) restOfGroup() ([]node, error) {
	nodes, end, err := p.rowUntil()
	p.at -= len([]rune(string(end)))
	return nodes, err
}

func (p *parser) wrapped(name string) (node, error) {
	xml, err := p.argument()
	if name == "phantom" {
		return node{xml: "<mphantom>" + xml + "</mphantom>"}, err
	}
	return node{xml: `<mrow style="border:1px solid;padding:0.3em">` + xml + "</mrow>"}, err
}

func (p *parser) colored(name string) (node, error) {
	color, ok := p.raw()
	if !ok || strings.ContainsAny(color, `";:<>&`) {
		return node{}, fmt.Errorf(`\%s: %q is no color`, name, color)
	}
	if name == "color" {
		nodes, err := p.restOfGroup()
		return node{xml: `<mrow style="color:` + color + `">` + group(nodes) + "</mrow>"}, err
	}
	xml, err := p.argument()
	return node{xml: `<mrow style="color:` + color + `">` + xml + "</mrow>"}, err
}

// negated strikes the relation that follows through.
func (p *parser) negated() (node, error) {
	n, err := p.inner()
	if err != nil {
		return node{}, err
	}
	end := strings.LastIndex(n.xml, "</mo>")
	if end < 0 {
		return node{}, errors.New(`\not: want a relation after it`)
	}
	n.xml = n.xml[:end] + "\u0338" + n.xml[end:]
	return n, nil
}
