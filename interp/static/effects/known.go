package effects

import (
	"fmt"
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"krigo/cell"
	"krigo/interp/static/check"
)

// Known holds the effects of a session's functions, and which of its variables share
// memory. It is immutable; a cell makes another.
type Known struct {
	functions map[string]*ssa.Function // the newest of a name, methods as Type.Method, and all by their keys
	mentions  map[string]names         // the declarations other than variables that these mention
	versions  map[string]string        // the session's names, by those in composed files
	memory    memory
	since     map[[2]string]string // by two names that share memory, the cell that had them
}

// New returns the knowledge of a session that has declared nothing.
func New() *Known {
	return &Known{functions: map[string]*ssa.Function{}, mentions: map[string]names{}, versions: map[string]string{}}
}

// Failed begins the only note of a cell whose effects cannot be found.
const Failed = "what the cell reads and writes could not be found: "

// Of finds the effects of a cell without faults, and the knowledge after it. The package is
// the SSA form of the composed cell, nil if that is empty, and the functions are those that
// run its statements.
func Of(known *Known, k *check.Checked, pkg *ssa.Package, functions []*ssa.Function) (does cell.Effects, after *Known) {
	defer func() {
		if r := recover(); r != nil {
			does, after = cell.Effects{Notes: []string{Failed + fmt.Sprint(r)}}, known
		}
	}()
	n := newNamer(k, known.versions)
	next := &Known{functions: known.functions, mentions: known.mentions, versions: n.versions, memory: known.memory.clone(), since: known.since}
	if pkg != nil {
		next.declare(n, pkg)
	}
	c := &cellEffects{solver: newSolver(n, next), known: next, reads: names{}, mayRead: names{}, writes: names{}, sets: names{}, mayWrite: names{}}
	c.declare()
	for _, it := range k.Statements {
		n.mentioned(it, c.record.reads)
	}
	for _, f := range functions {
		c.statements(f, c.set, c.flush)
	}
	c.flush()
	c.date()
	return c.effects(n.uses()), next
}

// declare adds the functions that a composed file declares.
func (k *Known) declare(n *namer, pkg *ssa.Package) {
	k.functions, k.mentions = maps.Clone(k.functions), maps.Clone(k.mentions)
	for _, m := range pkg.Members {
		if f, ok := m.(*ssa.Function); ok {
			k.add(n, f)
		} else if named, ok := m.Type().(*types.Named); ok {
			for method := range named.Methods() {
				k.add(n, pkg.Prog.FuncValue(method))
			}
		}
	}
	for _, it := range n.Items {
		if it.Function() != nil {
			name := strings.TrimPrefix(it.Recv+"."+it.Names[0], ".")
			k.mentions[name] = names{}
			n.mentioned(it, k.mentions[name])
		}
	}
}

// add adds a function that has a body.
func (k *Known) add(n *namer, f *ssa.Function) {
	if f == nil || f.Blocks == nil || f.Synthetic != "" {
		return
	}
	if name := n.functionName(f); name != "" {
		k.functions[name], k.functions[n.functionKey(f)] = f, f
	}
}
