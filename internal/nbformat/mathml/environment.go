package mathml

import (
	"fmt"
	"strings"
)

// environment is the table layout of an environment.
type environment struct {
	left, right string // its fences
	columns     string // the alignment of its columns, repeated: l, c, r
	display     bool   // cells in display style
	tight       bool   // no space between a right and a left column
}

var environments = map[string]environment{
	"matrix":      {columns: "c"},
	"smallmatrix": {columns: "c"},
	"pmatrix":     {left: "(", right: ")", columns: "c"},
	"bmatrix":     {left: "[", right: "]", columns: "c"},
	"Bmatrix":     {left: "{", right: "}", columns: "c"},
	"vmatrix":     {left: "|", right: "|", columns: "c"},
	"Vmatrix":     {left: "‖", right: "‖", columns: "c"},
	"array":       {columns: "c"},
	"cases":       {left: "{", columns: "l"},
	"aligned":     {columns: "rl", display: true, tight: true},
	"align":       {columns: "rl", display: true, tight: true},
	"alignedat":   {columns: "rl", display: true, tight: true},
	"alignat":     {columns: "rl", display: true, tight: true},
	"split":       {columns: "rl", display: true, tight: true},
	"eqnarray":    {columns: "rcl", display: true, tight: true},
	"gather":      {columns: "c", display: true},
	"gathered":    {columns: "c", display: true},
	"multline":    {columns: "c", display: true},
	"equation":    {columns: "c", display: true},
}

// environment reads \begin{name} ... \end{name} after \begin.
func (p *parser) environment() (node, error) {
	name, ok := p.raw()
	env, known := environments[strings.TrimSuffix(name, "*")]
	if !ok || !known {
		return node{}, fmt.Errorf("environment %q is not known", name)
	}
	switch strings.TrimSuffix(name, "*") {
	case "array":
		spec, ok := p.raw()
		if !ok {
			return node{}, fmt.Errorf("environment array: want its columns in braces")
		}
		if env.columns = only(spec, "lcr"); env.columns == "" {
			return node{}, fmt.Errorf("environment array: columns %q: want l, c and r", spec)
		}
	case "alignat", "alignedat":
		p.raw()
	}
	rows, err := p.rows(name)
	if err != nil {
		return node{}, err
	}
	return node{xml: env.table(rows)}, nil
}

// rows reads the cells of an environment up to its end.
func (p *parser) rows(name string) ([][]string, error) {
	rows := [][]string{{}}
	for {
		p.hlines()
		nodes, end, err := p.rowUntil()
		if err != nil {
			return nil, err
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], group(nodes))
		switch end {
		case "&":
		case `\\`, `\cr`:
			p.option() // the extra space of \\[1ex]
			rows = append(rows, nil)
		case `\end`:
			if got, _ := p.raw(); got != name {
				return nil, fmt.Errorf(`\begin{%s} ended by \end{%s}`, name, got)
			}
			if n := len(rows) - 1; n > 0 && len(rows[n]) == 1 && rows[n][0] == "<mrow></mrow>" {
				rows = rows[:n]
			}
			return rows, nil
		default:
			return nil, fmt.Errorf(`\begin{%s} without \end before %q`, name, string(end))
		}
	}
}

// hlines passes over rules between rows, which are not drawn.
func (p *parser) hlines() {
	for p.peek() == `\hline` {
		p.next()
	}
}

func (e environment) table(rows [][]string) string {
	var b strings.Builder
	b.WriteString("<mrow>")
	if e.left != "" {
		b.WriteString(operator(e.left, `fence="true" stretchy="true" form="prefix"`))
	}
	b.WriteString("<mtable")
	if e.display {
		b.WriteString(` displaystyle="true"`)
	}
	b.WriteString(">")
	for _, row := range rows {
		b.WriteString("<mtr>")
		for i, cell := range row {
			b.WriteString("<mtd" + e.style(i) + ">" + cell + "</mtd>")
		}
		b.WriteString("</mtr>")
	}
	b.WriteString("</mtable>")
	if e.right != "" {
		b.WriteString(operator(e.right, `fence="true" stretchy="true" form="postfix"`))
	}
	b.WriteString("</mrow>")
	return b.String()
}

// style aligns the cells of a column.
func (e environment) style(column int) string {
	side := e.columns[column%len(e.columns)]
	css := map[byte]string{'l': "text-align:left", 'c': "", 'r': "text-align:right"}[side]
	if e.tight {
		css += map[byte]string{'l': ";padding-left:0", 'c': "padding:0.5ex 0", 'r': ";padding-right:0"}[side]
	}
	if css == "" {
		return ""
	}
	return ` style="` + css + `"`
}

// only keeps the characters of s that are in set.
func only(s, set string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(set, r) {
			return r
		}
		return -1
	}, s)
}

// substack reads lines of a script below each other.
func (p *parser) substack() (node, error) {
	if p.next() != "{" {
		return node{}, fmt.Errorf(`\substack: want lines in braces`)
	}
	var rows [][]string
	for {
		nodes, end, err := p.rowUntil("}")
		if err != nil {
			return node{}, err
		}
		rows = append(rows, []string{group(nodes)})
		switch end {
		case "}":
			return node{xml: environment{columns: "c"}.table(rows)}, nil
		case `\\`:
		default:
			return node{}, fmt.Errorf(`\substack: %q inside`, string(end))
		}
	}
}
