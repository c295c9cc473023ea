package emit

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// unsafe.go: package unsafe in packages of modules. Values have the compiler's layout in memory, so that what their
// source does to it has the same result. Cells are refused what is here (package check).

// unsafely returns the text of a call of a function of package unsafe that returns a value of a type.
func (op *operands) unsafely(name string, c *ssa.CallCommon, result types.Type) string {
	args := op.values(c.Args)
	for i := 1; i < len(args); i++ {
		args[i] = "int(" + args[i] + ")"
	}
	t, kind := result, SpanSymbol
	switch name {
	case "Slice":
	case "SliceData":
		t, kind = c.Args[0].Type(), DataSymbol
	default:
		return "q.Unsafe" + name + "(" + list(args) + ")"
	}
	id := op.types.workID(t)
	return op.symbols.of(fmt.Sprintf("%s %d", kind, id), string(kind), Symbol{Kind: kind, Type: id}) + "(" + list(args) + ")"
}
