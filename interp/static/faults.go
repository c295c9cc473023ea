package static

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// addFault records an error of the type checker, unless a notebook permits
// what it forbids.
func (k *checker) addFault(err error) {
	e, ok := err.(types.Error)
	if !ok || permitted(e.Msg) {
		return
	}
	for _, it := range slices.Concat(k.imports, k.stmts, k.items) {
		if it.file != nil && k.fset.File(e.Pos) == it.file {
			if k.isLastValue(it, e) {
				return
			}
			k.addFaultAt(fault{it.cell, it.offset(e.Pos), withoutPlaces(e.Msg)})
			return
		}
	}
	k.faults = append(k.faults, fault{k.cell, 0, e.Msg})
}

// addFaultAt records a fault. One that goes on about the fault before is
// joined to it.
func (k *checker) addFaultAt(f fault) {
	more, ok := strings.CutPrefix(f.message, "\t")
	if !ok || len(k.faults) == 0 {
		f.message = more
		k.faults = append(k.faults, f)
		return
	}
	line, _, _ := place(f.cell.Source, f.offset)
	last := &k.faults[len(k.faults)-1]
	where := fmt.Sprintf("line %d", line)
	if f.cell != last.cell {
		where = f.cell.Label + ", " + where
	}
	last.message += "\n\t" + more + " in " + where
}

// places are positions within messages, which are not those of the cell.
var places = regexp.MustCompile(` \((?:first|declared) at [^)]*\)| at (?:\d+:\d+|-)$`)

func withoutPlaces(message string) string { return places.ReplaceAllString(message, "") }

// permitted tells whether an error of the compiler is none in a notebook.
func permitted(message string) bool {
	return strings.HasPrefix(message, "declared and not used: ") ||
		strings.HasSuffix(message, "imported and not used") || strings.Contains(message, " imported as ") ||
		strings.HasSuffix(message, " declared and not used") // labels, variables of type switches
}

// isLastValue tells whether the error is that the cell's last expression is
// not used: it is shown.
func (k *checker) isLastValue(it *item, e types.Error) bool {
	x := k.lastExpr()
	return x != nil && it == k.stmts[len(k.stmts)-1] && strings.HasSuffix(e.Msg, "is not used") &&
		(e.Pos == x.Pos() || x.Pos() <= e.Pos && e.Pos <= x.End() && !insideFuncLit(x, e.Pos))
}

// insideFuncLit tells whether pos lies in a function literal within x.
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

// faultAt is a fault of the cell at a node.
func (k *checked) faultAt(n ast.Node, message string) fault {
	for _, it := range slices.Concat(k.stmts, k.items) {
		if it.file == k.fset.File(n.Pos()) {
			return fault{it.cell, it.offset(n.Pos()), message}
		}
	}
	return fault{k.cell, 0, message}
}
