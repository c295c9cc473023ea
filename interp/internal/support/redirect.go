package support

import "reflect"

// redirect has calls of a function go to another of the same signature from now
// on, also those that are compiled: the body of the first in the interpreter's
// syntax tree is entered as that of the second, with its frame.
func (t tier) redirect(from, to string) bool {
	symbols := t.symbols()
	earlier, ok := functionNode(symbols, from)
	later, ok2 := functionNode(symbols, to)
	if !ok || !ok2 {
		return false
	}
	entryOf(earlier).get("exec").Set(entryOf(later).get("exec"))
	earlier.get("types").Set(later.get("types"))
	return true
}

// bodyChild is where the node of a function has its body.
const bodyChild = 3

// node is one of the interpreter's syntax tree.
type node struct{ itype }

func pointedNode(p reflect.Value) node { return node{pointedType(p)} }

// entryOf is where the execution of a function begins.
func entryOf(function node) node {
	body := pointedNode(function.get("child").Index(bodyChild))
	return pointedNode(body.get("start"))
}

// functionNode finds the node of a function that a cell declared.
func functionNode(symbols reflect.Value, name string) (node, bool) {
	symbol := symbols.MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() || symbol.IsNil() {
		return node{}, false
	}
	n := symbol.Elem().FieldByName("node")
	if n.IsNil() || pointedNode(n).get("child").Len() <= bodyChild {
		return node{}, false
	}
	return pointedNode(n), true
}
