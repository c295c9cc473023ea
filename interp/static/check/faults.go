package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"krigo/interp/static/syntax"
)

// addFault records an error of the type checker, unless a notebook permits
// what it forbids.
func (k *checker) addFault(err error) {
	e, ok := err.(types.Error)
	if !ok {
		return
	}
	if Permitted(e.Msg) {
		k.unused = append(k.unused, e)
		return
	}
	for _, it := range slices.Concat(k.Imports, k.Statements, k.Items) {
		if it.File != nil && k.FileSet.File(e.Pos) == it.File {
			if k.isLastValue(it, e) {
				return
			}
			if message := k.mustMessage(withoutPlaces(e.Msg), e.Pos); message != "" {
				k.addFaultAt(syntax.Fault{Cell: it.Cell, Offset: it.Offset(e.Pos), Message: message})
			}
			return
		}
	}
	k.Faults = append(k.Faults, syntax.Fault{Cell: k.Cell, Offset: 0, Message: e.Msg})
}

// addFaultAt records a fault. One that goes on about the fault before is
// joined to it.
func (k *checker) addFaultAt(f syntax.Fault) {
	more, ok := strings.CutPrefix(f.Message, "\t")
	if !ok || len(k.Faults) == 0 {
		f.Message = more
		k.Faults = append(k.Faults, f)
		return
	}
	line, _, _ := syntax.Place(f.Cell.Source, f.Offset)
	last := &k.Faults[len(k.Faults)-1]
	where := fmt.Sprintf("line %d", line)
	if f.Cell != last.Cell {
		where = fmt.Sprintf("%s:%d", f.Cell.Label, line)
	}
	last.Message += "\n\t" + more + " in " + where
}

// places are positions within messages, which are not those of the cell.
var places = regexp.MustCompile(` \((?:first|declared) at [^)]*\)| at (?:\d+:\d+|-)$`)

func withoutPlaces(message string) string { return places.ReplaceAllString(message, "") }

// Permitted reports whether a notebook permits an error of the compiler.
func Permitted(message string) bool {
	return strings.HasPrefix(message, "declared and not used: ") ||
		strings.HasSuffix(message, "imported and not used") || strings.Contains(message, " imported as ") ||
		strings.HasSuffix(message, " declared and not used") // labels, variables of type switches
}

// isLastValue reports whether the error is that the cell's last expression is
// not used: it is shown.
func (k *checker) isLastValue(it *Item, e types.Error) bool {
	x := k.LastExpr()
	return x != nil && it == k.Statements[len(k.Statements)-1] && strings.HasSuffix(e.Msg, "is not used") &&
		(e.Pos == x.Pos() || x.Pos() <= e.Pos && e.Pos <= x.End() && !insideFuncLit(x, e.Pos))
}

// insideFuncLit reports whether pos is in a function literal within x.
func insideFuncLit(x ast.Expr, pos token.Pos) bool {
	inside := false
	ast.Inspect(x, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Body.Lbrace < pos && pos < lit.Body.Rbrace {
			inside = true
		}
		return !inside
	})
	return inside
}
