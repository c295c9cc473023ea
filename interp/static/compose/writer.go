package compose

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/emit"
	"krigo/interp/static/check"
)

// Writer composes the files of a session. It keeps what later files need of committed
// ones.
type Writer struct {
	world    check.World
	names    *check.Names
	packages *emit.Packages         // of composed files
	heads    map[*check.Decl]*head  // of what they declare
	newest   map[string]*check.Decl // what was checked last, by name in files
	versions map[string][]version   // of functions, by name
}

// NewWriter returns the writer of a new session.
func NewWriter(world check.World, names *check.Names) *Writer {
	return &Writer{world: world, names: names, newest: map[string]*check.Decl{}, versions: map[string][]version{}}
}

// Commit keeps the declarations of a composed program, and those of earlier cells that
// the next state can still refer to.
func (w *Writer) Commit(p *Program, after *check.State) {
	for d := range p.heads {
		for _, name := range d.Emitted {
			if !d.IsMethod() {
				w.newest[name] = d
			}
		}
	}
	heads := make(map[*check.Decl]*head, len(after.Live))
	var keep func(*check.Decl)
	keep = func(d *check.Decl) {
		if heads[d] != nil {
			return
		}
		heads[d] = cmp.Or(p.heads[d], w.heads[d], &head{})
		for _, list := range [][]*check.Decl{d.Uses, d.Methods} {
			for _, u := range list {
				keep(u)
			}
		}
	}
	for _, d := range after.Live {
		keep(d)
		for _, name := range d.Emitted {
			if newest := w.newest[name]; newest != nil && !d.IsMethod() {
				keep(newest)
			}
		}
	}
	w.heads = heads
	maps.DeleteFunc(w.newest, func(_ string, d *check.Decl) bool { return heads[d] == nil })
	maps.Copy(w.versions, p.versions)
	if p.emitter != nil {
		p.emitter.Commit()
	}
}

// ssa returns the packages of composed files.
func (w *Writer) ssa() *emit.Packages {
	if w.packages == nil {
		w.packages = emit.NewPackages(withSession{w.world, check.SessionTypes(w.world)}, token.NewFileSet())
	}
	return w.packages
}

// withSession adds to a world the predeclared names of a session.
type withSession struct {
	check.World
	session *types.Package
}

// Import implements World.
func (w withSession) Import(path string) (*types.Package, error) {
	if path == check.SessionPackage {
		return w.session, nil
	}
	return w.World.Import(path)
}

// Source implements World.
func (w withSession) Source(path string) (string, bool) {
	if path == check.SessionPackage {
		return check.MustSource, true
	}
	return w.World.Source(path)
}

// Program is a cell as the interpreter gets it.
type Program struct {
	// Text is the composed file, empty for a cell that neither declares nor runs anything.
	Text string
	// Unit is the input of the interpreter.
	Unit *emit.Unit
	// SSA is the SSA form of the file.
	SSA
	// Runs are the functions that run the cell's statements, in order, by their emitted names.
	Runs []string
	// InLoops returns, for each of them, the obstacles that would keep a function with the same loops from
	// being compiled. It must be called before another cell is composed.
	InLoops map[string]func() []emit.Obstacle
	// Value is the last expression's variable, or nil if the cell shows nothing.
	Value *Value

	heads    map[*check.Decl]*head // of what the cell declares
	versions map[string][]version  // of functions, where the cell has others
	emitter  *emit.Emitter         // whose unit it is
}

// SSA is the SSA form of a composed file, zero for one that is empty.
type SSA struct {
	Package *ssa.Package
	// Functions are those that run the cell's statements, in order.
	Functions []*ssa.Function
}

// Value gives the place of a cell's last value after Run, and its static type.
type Value struct {
	// Variables hold the value and what comes with it. They are not needed once it is
	// shown.
	Variables []string
	// Expr is a slice that holds the value, and is empty if the cell ended before it.
	Expr string
	Type types.Type
	// Failure is the expression of an error result after the value, or empty. The cell
	// failed where it is not nil.
	Failure string
	// Error is true if the value is a trailing error: it fails the cell if not nil, and
	// shows nothing otherwise.
	Error bool
	// Line is the cell's line on which the expression begins.
	Line int
}

// head is a declaration in the files of later cells.
type head struct {
	text  string
	paths []string // the packages that it names
}

// version is the latest version of a function with a signature: its name in composed
// files, and the signature.
type version struct{ emitted, signature string }
