package emit

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Variable returns the emitted name of a variable of package main.
func Variable(name string) string { return "V_" + name }

// globals are the package-level variables of emitted code: the variables of cells, and the ones that keep zero values,
// constants and function values, each declared once in a session. It collects the declarations of the unit and the
// statements of its Setup function.
type globals struct {
	journal *journal
	namer   *namer
	views   *views
	symbols *symbols
	types   *typeTable

	names  map[string]string // by key
	placed map[string]bool   // those whose place the machine knows

	// Of the unit.
	declared strings.Builder
	setup    strings.Builder
}

// begin starts a unit.
func (gs *globals) begin() {
	gs.declared.Reset()
	gs.setup.Reset()
}

// setUp adds a statement to Setup.
func (gs *globals) setUp(format string, args ...any) {
	fmt.Fprintf(&gs.setup, "\t"+format+"\n", args...)
}

// place has Setup give the machine the place of a variable.
func (gs *globals) place(name string) {
	if !gs.placed[name] {
		note(gs.journal, gs.placed, name, true)
		gs.setUp("q.Place(%q, &%s)", name, name)
	}
}

// of returns the text of a package-level variable.
func (gs *globals) of(g *ssa.Global) string {
	if !gs.views.own[g.Pkg.Pkg] {
		return "(*" + gs.compiled(g) + ")"
	}
	if r := gs.views.refusal(g); r != nil {
		refuse(g.Pos(), "%s", r)
	}
	if g.Pkg.Pkg.Path() != "main" {
		return gs.variable("global "+g.String(), g.Name(), gs.types.work(deref(g.Type())), "")
	}
	if strings.Contains(g.Name(), "$") { // SSA's own, of this unit
		return gs.variable(fmt.Sprintf("global %s %p", g.Name(), g), "guard", gs.types.work(deref(g.Type())), "")
	}
	name := Variable(g.Name())
	key := "global " + name
	if _, ok := gs.names[key]; !ok {
		note(gs.journal, gs.names, key, name)
		gs.declare(name, gs.types.work(deref(g.Type())))
	}
	return name
}

// variable returns a global variable that emitted code needs, made once. Setup gives it the value whose text is given;
// without text it is zero.
func (gs *globals) variable(key, hint, typ, value string) string {
	name, ok := gs.names[key]
	if !ok {
		name = gs.namer.unique(hint)
		note(gs.journal, gs.names, key, name)
		gs.declare(name, typ)
		if value != "" {
			gs.setUp("%s = %s", name, value)
		}
	}
	return name
}

// compiled returns the address of a compiled package's variable.
func (gs *globals) compiled(g *ssa.Global) string {
	path := g.Pkg.Pkg.Path()
	return gs.symbols.of("var "+path+"."+g.Name(), g.Name(), Symbol{Kind: VarSymbol, Path: path, Ident: g.Name()})
}

func (gs *globals) declare(name, typ string) { fmt.Fprintf(&gs.declared, "var %s %s\n", name, typ) }

// zero returns a variable that keeps the zero value of a type.
func (gs *globals) zero(t types.Type) string {
	text := gs.types.work(t)
	return gs.variable("zero "+text, "zero", text, "")
}
