package main

import (
	"fmt"
	"go/types"
	"strings"
)

// checked returns the functions that main calls: all that are declared, and methods.
func (n *numeric) checked() []function {
	all := n.funcs
	for _, t := range n.named {
		for _, m := range t.methods {
			params := []variable{{name: "r", typ: m.Signature().Recv().Type()}}
			for p := range m.Signature().Params().Variables() {
				params = append(params, variable{name: p.Name(), typ: p.Type()})
			}
			sig := types.NewSignatureType(nil, nil, nil, n.signature(params, nil, false).Params(), m.Signature().Results(), false)
			all = append(all, function{name: m.Name(), sig: sig, method: true})
		}
	}
	return all
}

// check declares a function that calls another with several arguments and shows
// what it returns, or panics with, and what became of what it was given.
func (n *numeric) check(f function) string {
	name := n.name("check")
	text := n.capture(func() {
		for range 2 + n.n(3) {
			n.line("try(%q, func() {", f.name)
			n.checkedCall(f)
			n.line("})")
		}
		n.showGlobals()
	})
	n.declare("func %s() {\n%s}", name, text)
	return name
}

func (n *numeric) checkedCall(f function) {
	var args []string
	var given []variable
	for i := range f.sig.Params().Len() {
		t := f.sig.Params().At(i).Type()
		v := variable{name: fmt.Sprintf("a%d", i), typ: t}
		n.line("%s := %s", v.name, n.argument(t))
		args = append(args, v.name)
		if refers(t) && !isFunction(t) {
			given = append(given, v)
		}
	}
	if f.sig.Variadic() {
		args[len(args)-1] += "..."
	}
	for _, v := range given {
		n.line("defer func() {\n%s}()", n.capture(func() { n.showValue(v) }))
	}
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
	if f.method {
		call = fmt.Sprintf("%s.%s(%s)", args[0], f.name, strings.Join(args[1:], ", "))
	}
	var results []variable
	var names []string
	for i := range f.sig.Results().Len() {
		v := variable{name: fmt.Sprintf("r%d", i), typ: f.sig.Results().At(i).Type()}
		results, names = append(results, v), append(names, v.name)
	}
	n.line("%s := %s", strings.Join(names, ", "), call)
	var plain []string
	for _, v := range results {
		if printable(v.typ) {
			plain = append(plain, v.name)
		}
	}
	n.line("show(%s)", strings.Join(append([]string{fmt.Sprintf("%q", f.name)}, plain...), ", "))
	for _, v := range results {
		if !printable(v.typ) {
			n.showValue(v)
		}
	}
}

// argument returns a value that main hands over, often a variable of the package.
func (n *numeric) argument(t types.Type) string {
	if p, ok := n.path(t); ok && n.chance(0.25) {
		return p
	}
	return n.typedText(t, n.literal(t, 3))
}

// showValue shows a variable: what pointers in it point to, but no addresses.
func (n *numeric) showValue(v variable) {
	if printable(v.typ) {
		n.line("show(%q, %s)", v.name, v.name)
		if isSlice(v.typ) {
			n.line("show(%q, len(%s), cap(%s), %s == nil)", v.name, v.name, v.name, v.name)
		}
		return
	}
	switch u := v.typ.Underlying().(type) {
	case *types.Pointer:
		n.line("if %s != nil {", v.name)
		n.showValue(variable{name: "(*" + v.name + ")", typ: u.Elem()})
		n.line("}")
	case *types.Struct:
		for f := range u.Fields() {
			n.showValue(v.part("."+f.Name(), f.Type()))
		}
	case *types.Slice, *types.Map:
		n.line("show(%q, len(%s), %s == nil)", v.name, v.name, v.name)
	case *types.Array:
		n.showValue(v.part("[0]", u.Elem()))
	case *types.Signature:
		n.line("show(%q, %s == nil)", v.name, v.name)
	}
}

// showGlobals shows a variable of the package.
func (n *numeric) showGlobals() {
	for _, v := range n.vars {
		if !v.fixed && n.chance(0.3) {
			n.showValue(v)
		}
	}
}

// ending returns the end of some programs: calls whose panics nothing recovers.
func (n *numeric) ending() string {
	var calls strings.Builder
	for range pick(n, 0, 0, 5) {
		f := pick(n, n.funcs...)
		if f.foreign { // it may defer, and then lines differ
			continue
		}
		var args []string
		for p := range f.sig.Params().Variables() {
			args = append(args, n.argument(p.Type()))
		}
		if f.sig.Variadic() {
			args[len(args)-1] += "..."
		}
		fmt.Fprintf(&calls, "%s(%s)\n", f.name, strings.Join(args, ", "))
	}
	return calls.String()
}
