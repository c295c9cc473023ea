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
	adviceApart    = "put the computation into a function of its own, without this line"
	adviceChannels = "put the computation into a function of its own, without channels"
	advicePrint    = "print by fmt.Println"
	adviceDeclare  = "declare it with func instead of var or :="
	adviceWrap     = "write a function literal that calls it"
)

// explain gives a refusal its place, its sentence and its advice.
func (sj *subject) explain(r *Refusal) {
	switch in := r.at.(type) {
	case nil:
		sj.explainSignature(r)
		return
	case ssa.CallInstruction:
		sj.explainCall(r, in)
	case *ssa.MakeClosure:
		explainClosure(r, in)
	case *ssa.UnOp:
		explainRead(r, in)
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		r.Message, r.Advice = refusal(in), adviceChannels
	default:
		if r.typ != nil {
			r.Message, r.Advice = "it has a value of "+r.kind(), r.adviceOnType()
		}
	}
	r.Pos = place(r.at)
}

// kind returns the type that is refused, with what in it is.
func (r *Refusal) kind() string {
	text, part := "type "+short(r.typ), short(r.part)
	if !strings.Contains(text, part) {
		text += ", which holds values of type " + part
	}
	return text
}

// explainSignature explains refused parameters and results.
func (sj *subject) explainSignature(r *Refusal) {
	if r.typ == nil {
		return
	}
	r.Advice = r.adviceOnType()
	for _, p := range sj.f.Params {
		if p.Pos() == r.Pos {
			r.typ = p.Type()
			r.Message = "it takes " + p.Name() + " of " + r.kind()
		}
	}
	for v := range sj.f.Signature.Results().Variables() {
		if v.Pos() == r.Pos {
			r.typ = v.Type()
			r.Message = "it returns a value of " + r.kind()
		}
	}
	if !within(sj.f, r.Pos) { // instances share the signatures of others
		r.Pos = sj.f.Pos()
	}
}

// adviceOnType returns the advice about the type that is refused.
func (r *Refusal) adviceOnType() string {
	switch r.part.Underlying().(type) {
	case *types.Chan:
		return adviceChannels
	case *types.Map:
		return "use keys of one type"
	}
	return ""
}

// explainCall explains refused calls, and what they start or defer.
func (sj *subject) explainCall(r *Refusal, in ssa.CallInstruction) {
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
		r.Message, r.Advice = "it uses channels", adviceChannels
	case f != nil && sj.isInterpreted(f):
		r.Callee, r.Message = f, "it calls "+NameOf(f)+", which is interpreted"
		if p := packageOf(f); p != "" && p != "main" {
			r.Advice = adviceApart
		}
	case r.typ != nil:
		r.Message, r.Advice = "it calls "+called(c)+", which "+r.passed(c.Signature())+" a value of "+r.kind(), adviceApart
	}
}

// called returns the users' name of the function or the method that a call calls.
func called(c *ssa.CallCommon) string {
	switch f := c.StaticCallee(); {
	case c.IsInvoke():
		return c.Method.Name()
	case f != nil:
		return NameOf(f)
	}
	return "a function"
}

// passed describes how a function has values of the type that is refused.
func (r *Refusal) passed(s *types.Signature) string {
	for v := range s.Results().Variables() {
		if types.Identical(v.Type(), r.typ) {
			return "returns"
		}
	}
	return "takes"
}

// packageOf returns the path of the package that declares a function, or empty.
func packageOf(f *ssa.Function) string {
	if origin := f.Origin(); origin != nil {
		f = origin
	}
	if o := f.Object(); o != nil && o.Pkg() != nil {
		return o.Pkg().Path()
	}
	return ""
}

// NameOf returns the users' name of a function: "f", "T.Method", "fmt.Println".
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

// explainClosure explains a function literal, a method as a value, and the body of a range over a function.
func explainClosure(r *Refusal, in *ssa.MakeClosure) {
	f := in.Fn.(*ssa.Function)
	switch {
	case strings.HasPrefix(f.Synthetic, "range-over-func"):
		r.Message, r.Advice = "it ranges over a function", "loop over a slice or an index"
	case f.Synthetic != "":
		r.Message, r.Advice = "it uses the method "+NameOf(f)+" as a value", adviceWrap
	default:
		r.Callee, r.Message = f, "it has a function literal that is interpreted"
	}
}

// explainRead explains reads from a variable, a field or an element, and receives from a channel.
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
