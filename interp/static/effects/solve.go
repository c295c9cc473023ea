package effects

import (
	"cmp"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// record holds the effects of a part of a cell, by names and by the places that it
// changes.
type record struct {
	reads, writes names
	late          names             // what goroutines write
	changes       map[*place]string // by what it may be, empty for a sure change
	starts        bool              // goroutines
}

func newRecord() *record {
	return &record{reads: names{}, writes: names{}, late: names{}, changes: map[*place]string{}}
}

// change notes a change.
func (r *record) change(p *place, by string) {
	if old, ok := r.changes[p]; !ok || old != "" && (by == "" || by < old) {
		r.changes[p] = by
	}
}

// allChanges returns the changes, by the places that there are now.
func (r *record) allChanges() map[*place]string {
	out := record{changes: map[*place]string{}}
	for p, by := range r.changes {
		out.change(p.find(), by)
	}
	return out.changes
}

// solver finds the effects of a cell, part by part: a part ends where a variable is set
// as a whole. Within a part, and within functions, the order of instructions does not
// matter.
type solver struct {
	*namer
	*record
	functions map[string]*ssa.Function
	mentions  map[string]names
	memory    memory
	private   map[*ssa.Global]*place // of variables of composed files that cells do not see
	frames    map[call]*frame
	live      []*frame // whose instructions are being solved
	parts     int
	changed   bool // the memory, in this pass
	known     bool // all functions that values hold
}

func newSolver(n *namer, k *Known) *solver {
	return &solver{
		namer: n, record: newRecord(), functions: k.functions, mentions: k.mentions, memory: k.memory,
		private: map[*ssa.Global]*place{}, frames: map[call]*frame{},
	}
}

// call identifies a frame: the call within the cell's statements that leads to it, the
// call of the function itself, and the function.
type call struct {
	from, site ssa.Instruction
	callee     *ssa.Function
}

// frame is a function that is called, the cell's statements among them.
type frame struct {
	*solver
	fn     *ssa.Function
	from   ssa.Instruction // nil for the cell's statements
	part   int             // the last one that it was part of
	late   bool            // a goroutine runs it
	stays  bool            // it may run in later parts, too
	nodes  map[any]*place
	result *place
}

// mostFrames bounds the number of calls with a frame each. Beyond it, all calls of a
// function share one frame.
const mostFrames = 5000

// solve runs a part of the cell's statements, with the functions that it calls, until
// nothing changes. Then it adds the effects of unknown functions.
func (f *frame) solve(part []ssa.Instruction) {
	f.parts++
	f.live = slices.DeleteFunc(f.live, func(g *frame) bool { return !g.stays })
	for _, f.known = range []bool{false, true} {
		for f.changed = true; f.changed; {
			f.changed = false
			f.run(part)
			for i := 0; i < len(f.live); i++ {
				for _, b := range f.live[i].fn.Blocks {
					f.live[i].run(b.Instrs)
				}
			}
		}
	}
}

func (f *frame) run(instructions []ssa.Instruction) {
	for _, in := range instructions {
		f.instruction(in)
	}
}

// base returns the value from which an address or a slice is derived.
func base(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return base(v.X)
	case *ssa.IndexAddr:
		return base(v.X)
	case *ssa.Slice:
		return base(v.X)
	}
	return v
}

// node returns the place of a value, nil for values that refer to nothing. A value that
// is derived from another and refers to the same memory has the same place.
func (f *frame) node(v ssa.Value) *place {
	if v == nil || !holds(v.Type()) {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin:
		return nil
	case *ssa.Global:
		return &place{points: f.variable(v)}
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface,
		*ssa.TypeAssert, *ssa.Extract, *ssa.Range, *ssa.SliceToArrayPointer, *ssa.Convert, *ssa.MultiConvert:
		return f.node(*v.(ssa.Instruction).Operands(nil)[0])
	}
	return f.own(v)
}

// own returns a place that belongs to the frame.
func (f *frame) own(key any) *place {
	if f.nodes[key] == nil {
		f.nodes[key] = &place{}
		if fn, ok := key.(*ssa.Function); ok {
			f.makes(f.nodes[key], fn, nil)
		}
	}
	return f.nodes[key].find()
}

// variable returns the place of a package's variable.
func (s *solver) variable(g *ssa.Global) *place {
	if name := s.variableName(g); name != "" {
		return s.memory.of(name)
	}
	if s.private[g] == nil {
		s.private[g] = &place{}
	}
	return s.private[g].find()
}

// load sets a value to the contents of the memory that another refers to.
func (f *frame) load(v, from ssa.Value) {
	if to := f.node(v); to != nil {
		f.share(to, f.node(from).target())
	}
}

// put stores a value in the memory that another refers to.
func (f *frame) put(to, v ssa.Value) {
	if from := f.node(v); from != nil {
		f.share(f.node(to).target(), from)
	}
}

// modify notes a change of the memory that a value refers to. Memory that the function
// itself has allocated is visible only through values changed to refer to it.
func (f *frame) modify(v ssa.Value, by string) {
	switch base(v).(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		return
	}
	if p := f.node(v); p != nil {
		f.change(p.target(), by)
	}
}

// instruction does what an instruction does to memory.
func (f *frame) instruction(in ssa.Instruction) {
	f.mention(in)
	switch in := in.(type) {
	case *ssa.UnOp:
		switch in.Op {
		case token.MUL:
			f.load(in, in.X)
		case token.ARROW:
			f.load(in, in.X)
			f.modify(in.X, "")
		}
	case *ssa.Store:
		f.store(in)
	case *ssa.MapUpdate:
		f.put(in.Map, in.Key)
		f.put(in.Map, in.Value)
		f.modify(in.Map, "")
	case *ssa.Send:
		f.put(in.Chan, in.X)
		f.modify(in.Chan, "")
	case *ssa.Select:
		for _, state := range in.States {
			f.load(in, state.Chan)
			if state.Send != nil {
				f.put(state.Chan, state.Send)
			}
			f.modify(state.Chan, "")
		}
	case *ssa.Lookup:
		f.load(in, in.X)
	case *ssa.Next:
		f.load(in, in.Iter)
	case *ssa.Phi:
		for _, v := range in.Edges {
			f.share(f.node(in), f.node(v))
		}
	case *ssa.MakeClosure:
		f.closure(in)
	case *ssa.Return:
		for _, v := range in.Results {
			f.share(f.result, f.node(v))
		}
	case ssa.CallInstruction:
		f.call(in)
	}
}

// mention notes the names that an instruction reads. The address of a part of a variable
// does not read it.
func (f *frame) mention(in ssa.Instruction) {
	var written ssa.Value
	switch in := in.(type) {
	case *ssa.Store:
		written = in.Addr
	case *ssa.FieldAddr:
		written = in.X
	case *ssa.IndexAddr:
		written = in.X
	}
	for _, v := range in.Operands(nil) {
		name := ""
		if fn, ok := (*v).(*ssa.Function); ok {
			name = f.functionName(fn)
		} else if g, ok := base(*v).(*ssa.Global); ok && *v != written {
			name = f.variableName(g)
		}
		if name != "" {
			f.reads[name] = true
		}
	}
}

// store writes to a variable, or to memory that a value refers to.
func (f *frame) store(in *ssa.Store) {
	f.put(in.Addr, in.Val)
	g, ok := base(in.Addr).(*ssa.Global)
	if !ok {
		f.modify(in.Addr, "")
		return
	}
	if name := f.variableName(g); name != "" {
		f.writes[name] = true
		if f.late {
			f.record.late[name] = true
		}
	}
}

// function returns a function with what it has captured; it has neither a body nor a key
// if no cell has declared it.
func (f *frame) function(fn *ssa.Function, captured []*place) function {
	if fn.Parent() != nil {
		return function{literal: fn, captured: captured}
	}
	return function{key: f.functionKey(fn), captured: captured}
}

// makes sets a value to a function.
func (f *frame) makes(v *place, fn *ssa.Function, captured []*place) {
	if made := f.function(fn, captured); made.literal != nil || made.key != "" {
		f.hold(v.target(), made)
	}
}

// closure makes a function value, which refers to what it has captured.
func (f *frame) closure(in *ssa.MakeClosure) {
	var captured []*place
	for _, v := range in.Bindings {
		captured = append(captured, f.node(v))
		f.share(f.node(in), f.node(v))
	}
	f.makes(f.node(in), in.Fn.(*ssa.Function), captured)
}

// enter calls a function value. It reports whether the function is known.
func (f *frame) enter(site ssa.CallInstruction, callee function, args []*place, result *place) bool {
	fn := callee.literal
	if fn == nil {
		name, _, _ := strings.Cut(callee.key, " ")
		if fn = cmp.Or(f.functions[callee.key], f.functions[name]); fn == nil {
			return false
		}
		args = slices.Concat(callee.captured, args)
		f.reads[name] = true
		maps.Copy(f.reads, f.mentions[name])
	}
	g := f.frame(site, fn)
	for i, p := range fn.Params {
		if len(args) > 0 {
			f.share(g.node(p), args[min(i, len(args)-1)])
		}
	}
	for i, v := range fn.FreeVars {
		f.share(g.node(v), callee.captured[i])
	}
	f.share(result, g.result)
	return true
}

// frame returns the frame of a call.
func (f *frame) frame(site ssa.CallInstruction, fn *ssa.Function) *frame {
	key := call{f.from, site, fn}
	if f.from == nil {
		key.from = site
	}
	if len(f.frames) > mostFrames {
		key.from, key.site = nil, nil
	}
	_, starts := site.(*ssa.Go)
	_, defers := site.(*ssa.Defer)
	g := f.frames[key]
	if g == nil {
		g = &frame{solver: f.solver, fn: fn, from: key.from, nodes: map[any]*place{}, result: &place{}}
		f.frames[key] = g
	}
	g.late = g.late || f.late || starts
	g.stays = g.stays || f.stays || starts || defers
	if g.part != f.parts {
		g.part = f.parts
		f.live = append(f.live, g)
		f.changed = true
	}
	return g
}
