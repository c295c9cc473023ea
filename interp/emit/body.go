package emit

import (
	"fmt"
	"strings"
)

// body are the statements of a function, and the declarations of its registers.
type body struct {
	vars  []string
	lines strings.Builder
}

// text returns the declarations and the statements.
func (bd *body) text() string {
	var b strings.Builder
	for _, v := range bd.vars {
		b.WriteString("\t" + v + "\n")
	}
	b.WriteString(bd.lines.String())
	return b.String()
}

// line writes one statement.
func (bd *body) line(format string, args ...any) { fmt.Fprintf(&bd.lines, "\t"+format+"\n", args...) }

// register declares a register and returns its name.
func (bd *body) register(hint string, typ string) string {
	name := fmt.Sprintf("%s%d", hint, len(bd.vars))
	bd.vars = append(bd.vars, "var "+name+" "+typ)
	return name
}
