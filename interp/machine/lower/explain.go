package lower

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// explain.go: refusals in the words of users.

// What would let a function in.
const (
	adviceApart    = "put the computing into a function of its own, without this line"
	advicePrint    = "print where it is called, or put the computing into a function of its own, without this line"
	adviceConcrete = "use the type that it has in fact, or make the function generic"
	adviceError    = "return a bool or a number in its place, or put the computing into a function of its own"
	adviceLiteral  = "declare a function with func that takes what it needs, and call it by its name"
	adviceDeclare  = "declare it with func, in place of var or :="
)

// explain gives a refusal its place, its sentence and its advice.
func (l *lowering) explain(r *Refusal) {
	if made, ok := r.at.(*ssa.MakeInterface); ok {
		l.explainInterface(r, made)
	}
	switch in := r.at.(type) {
	case nil:
		l.explainSignature(r)
		return
	case ssa.CallInstruction:
		l.explainCall(r, in)
	case *ssa.MakeClosure:
		explainClosure(r, in)
	case *ssa.UnOp:
		explainRead(r, in)
	case *ssa.TypeAssert:
		r.Message, r.Advice = "it asks for the type of a value of type "+short(in.X.Type()), adviceConcrete
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		r.Message, r.Advice = refusal(in), adviceApart
	default:
		if r.typ != nil {
			r.Message, r.Advice = "it has a value of "+r.kind(), r.adviceOnType()
		}
	}
	r.Pos = place(r.at)
}

// kind is the type that is refused, with what in it is.
func (r *Refusal) kind() string {
	text, part := "type "+short(r.typ), short(r.part)
	switch r.part.Underlying().(type) {
	case *types.Struct, *types.Array:
		return fmt.Sprintf("%s, which has more than %d parts", text, mostSlots)
	}
	if !strings.Contains(text, part) {
		text += ", which holds values of type " + part
	}
	return text
}

// explainSignature is for parameters and results.
func (l *lowering) explainSignature(r *Refusal) {
	if r.typ == nil {
		return
	}
	r.Advice = r.adviceOnType()
	for _, p := range l.f.Params {
		if p.Pos() == r.Pos {
			r.typ = p.Type()
			r.Message = "it takes " + p.Name() + " of " + r.kind()
		}
	}
	for v := range l.f.Signature.Results().Variables() {
		if v.Pos() == r.Pos {
			r.typ = v.Type()
			r.Message = "it returns a value of " + r.kind()
		}
	}
	if !within(l.f, r.Pos) { // instances share the signatures of others
		r.Pos = l.f.Pos()
	}
}

// adviceOnType is what to do about the type that is refused.
func (r *Refusal) adviceOnType() string {
	switch t := r.part.Underlying().(type) {
	case *types.Interface:
		if types.Identical(r.part, types.Universe.Lookup("error").Type()) {
			return adviceError
		}
		return adviceConcrete
	case *types.Chan:
		return adviceApart
	case *types.Basic:
		if t.Kind() == types.Complex64 {
			return "use complex128"
		}
	case *types.Struct, *types.Array:
		return "use pointers, *" + short(r.part)
	}
	return ""
}

// explainCall is for calls, and what they start or defer.
func (l *lowering) explainCall(r *Refusal, in ssa.CallInstruction) {
	c := in.Common()
	switch in.(type) {
	case *ssa.Go:
		r.Message, r.Advice = "it starts a goroutine", adviceApart
		return
	case *ssa.Defer:
		r.Message, r.Advice = "it defers a call", adviceApart
		return
	}
	f := c.StaticCallee()
	switch b, builtin := c.Value.(*ssa.Builtin); {
	case builtin && strings.HasPrefix(b.Name(), "print"):
		r.Message, r.Advice = "it prints by "+b.Name(), advicePrint
	case builtin && b.Name() == "close":
		r.Message, r.Advice = "it uses channels", adviceApart
	case builtin && b.Name() == "clear":
		r.Advice = "clear it in a loop"
	case builtin && r.typ != nil:
		r.Message, r.Advice = "it calls "+b.Name()+" with a value of "+r.kind(), r.adviceOnType()
	case builtin:
	case c.IsInvoke():
		r.Message, r.Advice = "it calls "+c.Method.Name()+" of a value of type "+short(c.Value.Type()), adviceConcrete
	case f == nil:
		if r.typ != nil {
			r.Message, r.Advice = "it calls a function with a value of "+r.kind(), r.adviceOnType()
		}
	case l.isInterpreted(f):
		r.Callee, r.Message = f, "it calls "+NameOf(f)+", which is interpreted"
		if p := packageOf(f); p != "" && p != "main" {
			r.Advice = adviceApart
		}
	case prints(f):
		r.Message, r.Advice = "it prints by "+NameOf(f), advicePrint
	case r.typ != nil:
		r.Message, r.Advice = "it calls "+NameOf(f)+", which "+r.passed(f)+" a value of "+r.kind(), adviceApart
	}
}

// passed tells how a compiled function has values of the type that is refused.
func (r *Refusal) passed(f *ssa.Function) string {
	for v := range f.Signature.Results().Variables() {
		if types.Identical(v.Type(), r.typ) {
			return "returns"
		}
	}
	return "takes"
}

// isInterpreted tells whether a function is neither the machine's nor compiled.
func (l *lowering) isInterpreted(f *ssa.Function) bool {
	_, machines := l.Function(f)
	_, compiled := l.Compiled(f)
	return !machines && !compiled
}

// prints tells whether a compiled function writes text for the user to read.
func prints(f *ssa.Function) bool {
	if p := packageOf(f); p != "fmt" && p != "log" {
		return false
	}
	return strings.Contains(strings.ToLower(f.Name()), "print") && !strings.HasPrefix(f.Name(), "S")
}

// packageOf is the path of the package that declares a function, or empty.
func packageOf(f *ssa.Function) string {
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	if o := f.Object(); o != nil && o.Pkg() != nil {
		return o.Pkg().Path()
	}
	return ""
}

// NameOf is what users call a function: "f", "T.Method", "fmt.Println".
func NameOf(f *ssa.Function) string {
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	o := f.Object()
	if o == nil {
		return "a function literal"
	}
	name := o.Name()
	if recv := o.(*types.Func).Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			name = named.Obj().Name() + "." + name
		}
	}
	if p := o.Pkg(); p != nil && p.Path() != "main" {
		name = p.Name() + "." + name
	}
	return name
}

// explainInterface is for a value that becomes one of an interface type. Mostly it is an argument: then it is the call that is told.
func (l *lowering) explainInterface(r *Refusal, in *ssa.MakeInterface) {
	r.typ, r.part = in.Type(), in.Type()
	if call := takes(in); call != nil {
		r.at = call
		return
	}
	r.Message = "it makes a value of type " + short(in.Type()) + " of one of type " + short(in.X.Type())
}

// takes is the call that has a value among its arguments, be it as an element of a list, or nil.
func takes(v ssa.Value) ssa.CallInstruction {
	for _, user := range *v.Referrers() {
		switch user := user.(type) {
		case ssa.CallInstruction:
			return user
		case *ssa.Store:
			to, ok := user.Addr.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, s := range *to.X.Referrers() {
				if s, ok := s.(*ssa.Slice); ok {
					return takes(s)
				}
			}
		}
	}
	return nil
}

// explainClosure is for a function literal that uses variables around it, a method as a value, and the body of a range over a function.
func explainClosure(r *Refusal, in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	switch {
	case strings.HasPrefix(f.Synthetic, "range-over-func"):
		r.Message, r.Advice = "it ranges over a function", "loop over a slice or an index"
	case f.Synthetic != "":
		r.Message, r.Advice = "it uses the method "+NameOf(f)+" as a value", "call the method"
	default:
		var names []string
		for _, v := range f.FreeVars {
			names = append(names, v.Name())
		}
		r.Message, r.Advice = "it has a function literal that uses variables around it: "+strings.Join(names, ", "), adviceLiteral
	}
}

// explainRead is for what is read from a variable, a field or an element, and received from a channel.
func explainRead(r *Refusal, in *ssa.UnOp) {
	if r.typ == nil || in.Op == token.ARROW {
		return
	}
	r.Advice = r.adviceOnType()
	if _, channel := r.part.Underlying().(*types.Chan); channel {
		r.Message = "it uses channels"
		return
	}
	switch from := in.X.(type) {
	case *ssa.FieldAddr:
		s := from.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		r.Message = fmt.Sprintf("it reads the field %s of %s", s.Field(from.Field).Name(), r.kind())
	case *ssa.Global:
		r.Message = fmt.Sprintf("it reads the variable %s of %s", from.Name(), r.kind())
	default:
		r.Message = "it reads a value of " + r.kind()
	}
}
