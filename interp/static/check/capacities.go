package check

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math"
	"regexp"

	"slices"
)

// capacities.go: slices whose capacity depends on whether the compiler keeps them on the stack of a function.
//
// Since Go 1.26, append of single elements to an empty slice that does not leave its function begins with room for 32
// bytes on the stack, and a slice that the function grows and then passes on grows through other sizes. []byte(s) and
// []rune(s) begin with room for 32 elements. Cells have the capacities of slices on the heap. The analysis follows
// values through variables, fields, parameters and results, and ignores the order of statements.

// capacities finds which slices of a cell have an open capacity: one that the compiler chooses.
type capacities struct {
	*checker
	flows   []flow
	open    map[any]bool // by variable, field, or result
	printed map[any]bool // package fmt gets them, so that they are not on a stack
	room    map[any]int  // the least capacity
	grown   map[any]int  // the number of appends to the variable itself; two in a loop
	passed  map[any]bool // variables that are returned or assigned
	holders map[types.Object][]ast.Node
	decls   map[string]*ast.FuncDecl
}

// flow is an assignment to a slice. To is nil of an element.
type flow struct {
	to   any
	heap bool // the place is not a part of a local variable
	from ast.Expr
}

// textAround returns the text of a node that may be read before a call, with the call.
func (k *checker) textAround(n ast.Node) string { return k.around[n] }

// textOfCapacity returns the text of a node that depends on a capacity that the compiler chooses.
func (k *checker) textOfCapacity(n ast.Node) string { return k.capacities[n] }

// findUnspecified finds what depends on choices of the compiler.
func (k *checker) findUnspecified() {
	k.around, k.capacities, k.opened, k.measured = map[ast.Node]string{}, nil, nil, nil
	for _, it := range slices.Concat(k.Items, k.Statements) {
		if it.carried() {
			continue
		}
		for x, call := range k.readsAround(it) {
			k.around[x] = types.ExprString(x) + " next to " + types.ExprString(call)
		}
	}
	if growing.MatchString(k.Cell.Source) || len(k.Before.open)+len(k.Before.measured) > 0 {
		k.capacities = k.openCapacities()
	}
}

// keepCapacities notes the open capacities of the cell's variables and functions, and the parameters that these read.
func (k *checker) keepCapacities() {
	for name, open := range k.opened {
		if delete(k.After.open, name); open {
			k.After.open[name] = true
		}
	}
	for name, parameters := range k.measured {
		if delete(k.After.measured, name); len(parameters) > 0 {
			k.After.measured[name] = parameters
		}
	}
}

// growing matches the source of cells that may make slices of open capacities, or measure them.
var growing = regexp.MustCompile(`\b(append|cap|byte|rune|Cap)\b`)

// result is a result of a function declaration or literal.
type result struct {
	of ast.Node
	i  int
}

// openCapacities returns the expressions of the cell that depend on an open capacity, with their texts, and marks the
// variables and results that later cells use.
func (k *checker) openCapacities() map[ast.Node]string {
	c := &capacities{
		checker: k, open: map[any]bool{}, printed: map[any]bool{}, room: map[any]int{}, grown: map[any]int{}, passed: map[any]bool{},
		holders: map[types.Object][]ast.Node{}, decls: map[string]*ast.FuncDecl{},
	}
	items := slices.Concat(k.Items, k.Statements)
	for _, it := range items {
		if fn := it.Function(); fn != nil {
			c.decls[it.Recv+"."+fn.Name.Name] = fn
		}
		it.Inspect(func(n ast.Node) bool { c.hold(n); return true })
	}
	for _, it := range items {
		c.collect(it)
	}
	c.solve()
	k.opened, k.measured = c.opened(), c.measuredParameters()
	found, forks := map[ast.Node]string{}, map[any]*ast.CallExpr{}
	for _, it := range items {
		if !it.carried() {
			c.observe(it, forks, found)
		}
	}
	return found
}

// solve finds the fixed points: what is printed, the least capacities, and which capacities are open.
func (c *capacities) solve() {
	c.untilStable(func(f flow) bool {
		if f.from == nil || !c.printed[f.to] {
			return false
		}
		before := len(c.printed)
		c.print(f.from)
		return len(c.printed) > before
	})
	for _, f := range c.flows {
		c.room[f.to] = math.MaxInt
	}
	c.untilStable(func(f flow) bool {
		least := min(c.room[f.to], c.roomOf(f.from))
		changed := least < c.room[f.to]
		c.room[f.to] = least
		return changed
	})
	c.untilStable(func(f flow) bool {
		if f.to == nil || c.open[f.to] {
			return false
		}
		heap := f.heap || c.printed[f.to]
		c.open[f.to] = f.from != nil && c.isOpen(f.from, heap) || !heap && c.growsElsewhere(f)
		return c.open[f.to]
	})
}

func (c *capacities) untilStable(step func(flow) bool) {
	for changed := true; changed; {
		changed = false
		for _, f := range c.flows {
			changed = step(f) || changed
		}
	}
}

// growsElsewhere reports whether the compiler may grow a variable on the stack and move it to the heap where the
// function passes it on.
func (c *capacities) growsElsewhere(f flow) bool {
	v, ok := f.to.(*types.Var)
	if !ok || !c.passed[v] || c.grown[v] < 2 {
		return false
	}
	s, ok := v.Type().Underlying().(*types.Slice)
	return ok && c.room[v] < stackElements(s.Elem())
}

// roomOf returns the least capacity that an expression has.
func (c *capacities) roomOf(x ast.Expr) int {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if room, ok := c.room[c.key(x)]; ok && c.key(x) != nil && !c.isParameter(c.key(x)) {
			return room
		}
	case *ast.CompositeLit:
		return len(x.Elts)
	case *ast.SliceExpr:
		if x.Low == nil && x.Max == nil {
			return c.roomOf(x.X)
		}
	case *ast.CallExpr:
		switch {
		case c.isBuiltin(x, "make"):
			if n, ok := constant.Int64Val(constant.ToInt(known(c.Info.Types[x.Args[len(x.Args)-1]].Value))); ok {
				return int(n)
			}
		case c.isBuiltin(x, "append") && !x.Ellipsis.IsValid():
			return max(c.roomOf(x.Args[0]), len(x.Args)-1)
		case c.isBuiltin(x, "append"):
			return c.roomOf(x.Args[0])
		}
	}
	return 0
}

// known returns a constant, or one that is no number.
func known(v constant.Value) constant.Value {
	if v == nil {
		return constant.MakeUnknown()
	}
	return v
}

// isParameter reports whether a variable has values that no flow shows.
func (c *capacities) isParameter(key any) bool {
	v, ok := key.(*types.Var)
	return ok && (v.Kind() == types.ParamVar || v.Kind() == types.RecvVar || v.Kind() == types.ResultVar)
}

// isOpen reports whether the compiler may choose the capacity of an expression. Heap reports that its value is not on a
// stack.
func (c *capacities) isOpen(x ast.Expr, heap bool) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return c.open[c.key(x)] || c.wasOpen(x)
	case *ast.SelectorExpr:
		return c.open[c.key(x)]
	case *ast.SliceExpr:
		return x.Max == nil && c.isOpen(x.X, heap)
	case *ast.CallExpr:
		return c.isOpenCall(x, heap)
	}
	return false
}

func (c *capacities) isOpenCall(call *ast.CallExpr, heap bool) bool {
	switch {
	case c.isBuiltin(call, "append"):
		args := c.appended(call)
		return c.isOpen(call.Args[0], heap) || !heap && args != nil && c.isVaried(call) && len(args)-1 > c.roomOf(args[0])
	case c.Info.Types[call.Fun].IsType():
		if isText(c.Info.TypeOf(call.Args[0])) {
			return !heap && c.isVaried(call) && c.Info.Types[call.Args[0]].Value == nil
		}
		return c.isOpen(call.Args[0], heap)
	}
	for _, callee := range c.callees(call) {
		if c.open[result{callee, 0}] {
			return true
		}
	}
	name := c.calledName(call)
	if name == "" {
		return c.isOpenOfSlices(call, heap)
	}
	return c.decls[name] == nil && (c.Before.open[name] || slices.ContainsFunc(call.Args, func(x ast.Expr) bool { return c.isOpen(x, heap) }))
}

// isOpenOfSlices is isOpenCall for functions of package slices: those that collect append single elements, some make
// slices without more room, and others return their first argument.
func (c *capacities) isOpenOfSlices(call *ast.CallExpr, heap bool) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	o := c.Info.Uses[sel.Sel]
	if o == nil || o.Pkg() == nil || o.Pkg().Path() != "slices" {
		return false
	}
	switch o.Name() {
	case "Collect", "Sorted", "SortedFunc", "SortedStableFunc", "AppendSeq":
		return !heap && c.isVaried(call)
	case "Clip", "Clone", "Concat", "Repeat":
		return false
	}
	return c.isOpen(call.Args[0], heap)
}

// wasOpen reports whether a name is of an earlier cell and has an open capacity since then.
func (c *capacities) wasOpen(id *ast.Ident) bool {
	return c.Before.Owners[c.Object(id)] != nil && c.Before.open[id.Name]
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// opened returns the names of the cell's variables and functions with open capacities.
func (c *capacities) opened() map[string]bool {
	names := map[string]bool{}
	for key := range c.open {
		if o, ok := key.(*types.Var); ok && c.Before.Owners[o] != nil && c.open[key] {
			names[o.Name()] = true
		}
	}
	for _, h := range c.Hoists {
		names[h.Ident.Name] = c.open[h.local]
	}
	for _, it := range c.Items {
		if fn := it.Function(); fn != nil {
			names[it.Recv+"."+fn.Name.Name] = c.open[result{fn, 0}]
		}
	}
	return names
}

// measuredParameters returns the parameters that the cell's functions measure.
func (c *capacities) measuredParameters() map[string][]int {
	measured := map[string][]int{}
	for name, fn := range c.decls {
		measured[name] = nil
		params := names(fn.Type.Params)
		ast.Inspect(fn, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if x := c.measured(call); x != nil && c.key(x) != nil {
					i := slices.IndexFunc(params, func(p ast.Expr) bool { return c.key(p) == c.key(x) })
					measured[name] = append(measured[name], i)
				}
			}
			return true
		})
	}
	return measured
}

// observe finds the expressions of an item that depend on an open capacity.
func (c *capacities) observe(it *Item, forks map[any]*ast.CallExpr, found map[ast.Node]string) {
	it.Inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if c.measuresOpen(n) {
				found[n] = types.ExprString(n)
			}
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				if len(n.Lhs) == len(n.Rhs) {
					c.fork(n.Lhs[i], x, forks, found)
				}
			}
		case *ast.ValueSpec:
			for i, x := range n.Values {
				if len(n.Names) == len(n.Values) {
					c.fork(n.Names[i], x, forks, found)
				}
			}
		}
		return true
	})
}

// measuresOpen reports whether a call returns or passes on an open capacity.
func (c *capacities) measuresOpen(call *ast.CallExpr) bool {
	if x := c.measured(call); x != nil {
		return c.isOpen(x, false)
	}
	name := c.calledName(call)
	return c.decls[name] == nil && slices.ContainsFunc(c.Before.measured[name], func(i int) bool {
		return i >= 0 && i < len(call.Args) && c.isOpen(call.Args[i], false)
	})
}

// measured returns the slice whose capacity a call returns, or nil.
func (c *capacities) measured(call *ast.CallExpr) ast.Expr {
	if c.isBuiltin(call, "cap") {
		return call.Args[0]
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !c.usesOne(sel.Sel, []string{"reflect.Cap"}) {
		return nil
	}
	of, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok || len(of.Args) != 1 {
		return nil
	}
	if sel, ok := of.Fun.(*ast.SelectorExpr); ok && c.usesOne(sel.Sel, []string{"reflect.ValueOf"}) {
		return of.Args[0]
	}
	return nil
}

// fork finds the second one of two appends to a slice of an open capacity that go to other variables: they share memory
// if there is room.
func (c *capacities) fork(to, from ast.Expr, forks map[any]*ast.CallExpr, found map[ast.Node]string) {
	call, ok := ast.Unparen(from).(*ast.CallExpr)
	if !ok || !c.isBuiltin(call, "append") || len(call.Args) < 2 {
		return
	}
	key := c.key(call.Args[0])
	if key == nil || key == c.key(to) || !c.isOpen(call.Args[0], false) {
		return
	}
	if first := forks[key]; first != nil {
		found[call] = types.ExprString(call) + " after " + types.ExprString(first)
	}
	forks[key] = call
}
