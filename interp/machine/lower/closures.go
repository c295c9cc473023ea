package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// closures.go: calls of function values that are known where the code is written, such as the body of a range over a
// function and the iterator that it ranges over. They are inlined; a function literal that is only inlined is not made,
// so that the variables that it captures can stay in registers.

// callee is the function of a value that is known: a function, or a literal and where it is made.
type callee struct {
	f    *ssa.Function
	made *ssa.MakeClosure // nil if it captures nothing
	in   *lowering
}

// known returns the only function that a value can be.
func (l *lowering) known(v ssa.Value) (to callee, ok bool) {
	switch v := v.(type) {
	case *ssa.Function:
		return callee{f: v}, true
	case *ssa.MakeClosure:
		return callee{f: v.Fn.(*ssa.Function), made: v, in: l}, isLiteral(v)
	case *ssa.ChangeType:
		return l.known(v.X)
	case *ssa.Parameter:
		if in := l.subject.inlining; in != nil {
			return in.outer.known(l.subject.argument(v))
		}
	case *ssa.Call:
		if inner := l.subject.inlined[v]; inner != nil {
			if x := onlyResult(inner.subject.f); x != nil {
				return inner.known(x)
			}
		}
	case *ssa.UnOp:
		if a, in := l.variable(v.X); v.Op == token.MUL && a != nil {
			if store := setOnce(a); store != nil {
				return in.known(store.Val)
			}
		}
	}
	return callee{}, false
}

// variable returns the variable that an address is of, perhaps a captured one, and where it is declared.
func (l *lowering) variable(address ssa.Value) (*ssa.Alloc, *lowering) {
	switch v := address.(type) {
	case *ssa.Alloc:
		return v, l
	case *ssa.FreeVar:
		if x, in := l.subject.captured(v); in != nil {
			return in.variable(x)
		}
	}
	return nil, nil
}

// captured returns what a variable of an inlined literal was outside of it, and where; nil if the literal is
// not inlined.
func (sj *subject) captured(v *ssa.FreeVar) (ssa.Value, *lowering) {
	in := sj.inlining
	if in == nil || in.callee.made == nil {
		return nil, nil
	}
	return in.callee.made.Bindings[slices.Index(sj.f.FreeVars, v)], in.callee.in
}

// setOnce returns the statement that sets a variable where it is declared, if no other does.
func setOnce(a *ssa.Alloc) *ssa.Store {
	if !isSetNext(a) {
		return nil
	}
	var set *ssa.Store
	for _, r := range *a.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == a && store.Val != a && set == nil {
			set = store
		} else if !onlyReads(r, a) {
			return nil
		}
	}
	return set
}

// onlyReads reports whether an instruction only reads a variable, at once or in a literal that captures it.
func onlyReads(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return in.Op == token.MUL
	case *ssa.MakeClosure:
		f := in.Fn.(*ssa.Function)
		for i, x := range in.Bindings {
			if x != address {
				continue
			}
			if slices.ContainsFunc(*f.FreeVars[i].Referrers(), func(r ssa.Instruction) bool { return !onlyReads(r, f.FreeVars[i]) }) {
				return false
			}
		}
		return true
	}
	return false
}

// onlyResult returns what a function with one result returns, if it does so in one place.
func onlyResult(f *ssa.Function) ssa.Value {
	var result ssa.Value
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if len(r.Results) != 1 || result != nil {
				return nil
			}
			result = r.Results[0]
		}
	}
	return result
}

// drop finds the function values that need not be made, as all that use them are calls that are inlined.
func (l *lowering) drop() {
	for _, p := range l.subject.f.Params {
		l.dropIf(p)
	}
	for _, b := range l.subject.f.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				l.dropIf(v)
			}
		}
	}
	l.subject.eachInlined((*lowering).drop)
}

func (l *lowering) dropIf(v ssa.Value) {
	if _, function := v.Type().Underlying().(*types.Signature); !function {
		return
	}
	if to, ok := l.known(v); ok && to.made != nil && to.in.isOnlyInlined(to.made) {
		l.places.dropped[v] = true
	}
}

// isOnlyInlined reports whether all that use a literal are calls that are inlined.
func (l *lowering) isOnlyInlined(made *ssa.MakeClosure) bool {
	only, asked := l.subject.onlyInlined[made]
	if !asked {
		l.subject.onlyInlined[made] = false // for what asks about itself
		only = l.isOnlyCalledInline(made)
		l.subject.onlyInlined[made] = only
	}
	return only
}

// isOnlyCalledInline reports whether all that use a function value are calls that are inlined.
func (l *lowering) isOnlyCalledInline(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return !l.isInlineUse(v, r) })
}

func (l *lowering) isInlineUse(v ssa.Value, r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.ChangeType:
		return l.isOnlyCalledInline(r)
	case *ssa.Call:
		inner := l.subject.inlined[r]
		if inner == nil {
			return false
		}
		for i, x := range r.Call.Args {
			if x == v && !inner.isOnlyCalledInline(inner.subject.f.Params[i]) {
				return false
			}
		}
		return true
	case *ssa.Return:
		in := l.subject.inlining
		return in != nil && onlyResult(l.subject.f) == v && in.outer.isOnlyCalledInline(in.call)
	case *ssa.Store:
		a, ok := r.Addr.(*ssa.Alloc)
		return ok && setOnce(a) == r && l.isOnlyCalledFrom(a)
	}
	return false
}

// isOnlyCalledFrom reports whether all that read a variable, which is set once, call what is in it, and are inlined.
func (l *lowering) isOnlyCalledFrom(address ssa.Value) bool {
	return !slices.ContainsFunc(*address.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.UnOp:
			return !l.isOnlyCalledInline(r)
		case *ssa.MakeClosure:
			return !l.isOnlyInlined(r) || !l.subject.eachCapturing(r, address, (*lowering).isOnlyCalledFrom)
		}
		return false
	})
}

// eachCapturing reports whether all inlined calls of a literal do with a variable that it captures what is wanted.
func (sj *subject) eachCapturing(made *ssa.MakeClosure, address ssa.Value, wanted func(*lowering, ssa.Value) bool) bool {
	for i, x := range made.Bindings {
		if x != address {
			continue
		}
		for _, inner := range sj.instances[made] {
			if !wanted(inner, inner.subject.f.FreeVars[i]) {
				return false
			}
		}
	}
	return true
}

// isDropped reports whether an instruction only makes, reads or keeps a function value that is not made.
func (l *lowering) isDropped(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Call:
		return false // it is inlined
	case *ssa.Store:
		return l.places.dropped[in.Val]
	case ssa.Value:
		return l.places.dropped[in]
	}
	return false
}

// captures reports whether code that is inlined reads or writes variables that it captures.
func (l *lowering) captures() bool {
	if len(l.subject.f.FreeVars) > 0 {
		return true
	}
	for _, inner := range l.subject.inlined {
		if inner.captures() {
			return true
		}
	}
	return false
}
