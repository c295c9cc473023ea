package static

import (
	"go/ast"
	"go/types"
	"strings"
)

// forwarders writes out the methods that a struct type is promoted from what
// it embeds: the interpreter does not find them through an interface.
func (w *rewriter) forwarders(t types.Type, name string) string {
	if s, ok := t.Underlying().(*types.Struct); !ok || !embeds(s) {
		return ""
	}
	var b strings.Builder
	values := types.NewMethodSet(t)
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if len(m.Index()) > 1 {
			receiver := "*" + name
			if values.Lookup(m.Obj().Pkg(), m.Obj().Name()) != nil {
				receiver = name
			}
			b.WriteString(w.forwarder(t, m, receiver))
		}
	}
	return b.String()
}

// promotes tells whether a type has a method that it is promoted.
func promotes(t types.Type, method string) bool {
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if len(m.Index()) > 1 && m.Obj().Name() == method {
			return true
		}
	}
	return false
}

// embeds tells whether a struct has an embedded field.
func embeds(s *types.Struct) bool {
	for f := range s.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}

// forwarder writes one promoted method, or nothing where its types cannot be
// spelt or its path cannot be walked.
func (w *rewriter) forwarder(t types.Type, m *types.Selection, receiver string) string {
	if !m.Obj().Exported() && m.Obj().Pkg().Path() != "main" {
		return ""
	}
	path, ok := w.embeddedPath(t, m.Index()[:len(m.Index())-1])
	if !ok {
		return ""
	}
	params, args, results, ok := w.parameters(w.env.subst(m.Obj().Type()).(*types.Signature))
	if !ok {
		return ""
	}
	call := "s" + mark + path + "." + m.Obj().Name() + "(" + args + ")"
	if results != "" {
		call = "return " + call
	}
	return "; func (s" + mark + " " + receiver + ") " + m.Obj().Name() + "(" + params + ") " + results + " { " + call + " }"
}

// embeddedPath selects the embedded fields at the indices, one after another.
func (w *rewriter) embeddedPath(t types.Type, indices []int) (string, bool) {
	path, _, ok := w.embeddedHolder(t, indices)
	return path, ok
}

// embeddedHolder is the path to the last of the embedded fields at the
// indices, and its type.
func (w *rewriter) embeddedHolder(t types.Type, indices []int) (string, types.Type, bool) {
	var b strings.Builder
	for _, i := range indices {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return "", nil, false
		}
		f := s.Field(i)
		if !f.Exported() && f.Pkg().Path() != "main" {
			return "", nil, false
		}
		name := f.Name()
		if renamed, ok := w.embeddedName(f); ok {
			name = renamed
		}
		b.WriteString("." + name)
		t = f.Type()
	}
	return b.String(), w.env.subst(t), true
}

// parameters writes what a function takes, the arguments of a call that hands
// it on, and what it returns.
func (w *rewriter) parameters(sig *types.Signature) (params, args, results string, ok bool) {
	var names, typed []string
	for i := range sig.Params().Len() {
		text, err := w.spell(sig.Params().At(i).Type())
		if err != nil {
			return "", "", "", false
		}
		name := argumentName(i)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + strings.TrimPrefix(text, "[]")
			typed, names = append(typed, name+" "+text), append(names, name+"...")
			continue
		}
		typed, names = append(typed, name+" "+text), append(names, name)
	}
	results, err := w.resultList(sig)
	return strings.Join(typed, ", "), strings.Join(names, ", "), results, err == nil
}

// resultList writes the results of a function without their names.
func (w *rewriter) resultList(sig *types.Signature) (string, error) {
	var out []string
	for v := range sig.Results().Variables() {
		text, err := w.spell(v.Type())
		if err != nil {
			return "", err
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		return "", nil
	}
	return "(" + strings.Join(out, ", ") + ")", nil
}

// methodExpr lowers a method expression, T.Method, to a function literal that
// calls the method. It returns false where e is none.
func (w *rewriter) methodExpr(e *ast.SelectorExpr) bool {
	sel := w.info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodExpr {
		return false
	}
	sig, ok := w.typeOf(e).(*types.Signature)
	if !ok || sig.Params().Len() == 0 {
		return false
	}
	params, args, results, ok := w.parameters(sig)
	if !ok || sig.Variadic() && sig.Params().Len() == 1 {
		return false
	}
	_, rest, _ := strings.Cut(args, ", ")
	call := argumentName(0) + "." + sel.Obj().Name() + "(" + rest + ")"
	if results != "" {
		call = "return " + call
	}
	w.noteNames(e)
	w.replace(e, "func("+params+") "+results+" { "+call+" }")
	return true
}
