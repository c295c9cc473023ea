package core

import (
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"
)

// redirect makes all later calls of one function call another of the same
// signature, also through function values: the interpreter's syntax tree enters
// the second one's body, with its frame.
func (r *Runtime) redirect(from, to string) bool {
	if f := r.machine.Lookup(from); f != nil {
		later := r.machine.Lookup(to)
		if later != nil {
			f.Redirect(later)
		}
		return later != nil
	}
	symbols := cellSymbols(r.interp)
	earlier, ok := functionNode(symbols, from)
	later, ok2 := functionNode(symbols, to)
	if !ok || !ok2 || earlier.signature() != later.signature() {
		return false
	}
	// What went to the first one goes on with it.
	all := append(r.redirected[from], earlier)
	delete(r.redirected, from)
	r.redirected[to] = append(r.redirected[to], all...)
	for _, n := range all {
		n.entry().get("exec").Set(later.entry().get("exec"))
		n.get("types").Set(later.get("types"))
		n.get("meta").Set(later.get("meta")) // how calls of package yaegipatch enter it
	}
	return true
}

// cellSymbols returns the symbols that cells declare, by name.
func cellSymbols(in *yaegi.Interpreter) reflect.Value {
	scope := exported(reflect.ValueOf(in).Elem().FieldByName("scopes")).MapIndex(reflect.ValueOf("main"))
	return exported(scope.Elem().FieldByName("sym"))
}

// exported returns a field that may be read and written although its name is not
// exported.
func exported(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// node is one of the interpreter's syntax tree.
type node struct{ v reflect.Value }

func pointedNode(p reflect.Value) node {
	return node{reflect.NewAt(p.Type().Elem(), p.UnsafePointer()).Elem()}
}

func (n node) get(field string) reflect.Value { return exported(n.v.FieldByName(field)) }

// bodyChild is the index of the body in a function's node.
const bodyChild = 3

// entry returns the node with which the execution of a function begins.
func (n node) entry() node {
	body := pointedNode(n.get("child").Index(bodyChild))
	return pointedNode(body.get("start"))
}

// signature returns the function's type as the interpreter writes it.
func (n node) signature() string {
	return pointedNode(n.get("typ")).get("str").String()
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
