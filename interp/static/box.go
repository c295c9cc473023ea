package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// The interpreter knows no type that is made of itself unless it is a struct,
// such as type state func(*lexer) state. So these types are lowered to boxes,
// structs of one field that holds anything: a value is taken out of its box
// where it is called, indexed, sent to and so on, and put into one where it
// becomes a value of the type.

// boxField is the name of the field.
const boxField = "v" + mark

// boxed tells whether t is a cell's type that is made of itself and no struct.
func boxed(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main" || !boxable(named) {
		return false
	}
	s := &selfSearch{named: named}
	return s.in(named.Underlying())
}

// boxable tells whether a type is neither plain nor one that the interpreter
// knows by its name.
func boxable(t *types.Named) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Interface, *types.Basic, *types.Array:
		return false
	}
	return true
}

// selfSearch looks for a named type in what it is made of.
type selfSearch struct {
	named *types.Named
	seen  []types.Type
}

// in tells whether t is made of the named type other than through a struct or
// an interface that has a name.
func (s *selfSearch) in(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if types.Identical(t, s.named) {
			return true
		}
		if !boxable(t) || slices.ContainsFunc(s.seen, func(u types.Type) bool { return types.Identical(t, u) }) {
			return false
		}
		s.seen = append(s.seen, t)
		return s.in(t.Underlying())
	case *types.Pointer:
		return s.in(t.Elem())
	case *types.Slice:
		return s.in(t.Elem())
	case *types.Array:
		return s.in(t.Elem())
	case *types.Chan:
		return s.in(t.Elem())
	case *types.Map:
		return s.in(t.Key()) || s.in(t.Elem())
	case *types.Signature:
		return s.inTuple(t.Params()) || s.inTuple(t.Results())
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), func(f *types.Var) bool { return s.in(f.Type()) })
	}
	return false
}

func (s *selfSearch) inTuple(t *types.Tuple) bool {
	return slices.ContainsFunc(slices.Collect(t.Variables()), func(v *types.Var) bool { return s.in(v.Type()) })
}

// box makes a struct of a declared type that is made of itself. It returns false
// where the type is none.
func (w *rewriter) box(spec *ast.TypeSpec, name string) bool {
	if t := w.declared(spec); t != nil && boxed(t) {
		w.noteNames(spec.Type)
		w.replace(spec.Type, "struct{ "+boxField+" interface{} "+strconv.Quote(brandKey+":"+strconv.Quote(name))+" }"+w.newlines(spec.Type.Pos(), spec.Type.End()))
		return true
	}
	return false
}

// declared is the type that a declaration declares, in this instance.
func (w *rewriter) declared(spec *ast.TypeSpec) types.Type {
	o, ok := w.info.Defs[spec.Name].(*types.TypeName)
	if !ok || spec.Assign.IsValid() {
		return nil
	}
	if w.owner != nil {
		if named, ok := w.owner.named.(*types.Named); ok && named.Obj() == o {
			return named
		}
	}
	return w.own(o).Type()
}

// boxing is what puts a value of another type into a box, or takes it out of
// one for a variable of another type.
func (w *rewriter) boxing(x ast.Expr, from, to types.Type) (open, end string) {
	if w.info.Types[x].IsNil() {
		from = nil
	}
	if from != nil && types.Identical(from, to) {
		return "", ""
	}
	if from != nil && boxed(from) && !types.IsInterface(to) {
		end = ")"
		open = w.boxFunction(unboxForm, from) + "("
	}
	if boxed(to) {
		return w.boxFunction(boxForm, to) + "(" + open, end + ")"
	}
	return open, end
}

// The functions that put values into boxes and take them out again.
const (
	boxForm   = "box"
	unboxForm = "unbox"
)

// boxFunction is the name of a function for the boxes of a type. It is made
// where there is none.
func (w *rewriter) boxFunction(form string, t types.Type) string {
	d := w.check.boxFunction(form, w.env.subst(t))
	if d == nil {
		return ""
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	return d.emitted[instanceName]
}

func (k *check) boxFunction(form string, t types.Type) *decl {
	d := k.newInstance()
	box, err := k.spell(t, d)
	inner, err2 := k.spell(t.Underlying(), d)
	if err != nil || err2 != nil {
		return nil
	}
	key := form + "," + k.canonical(t)
	if made := k.after.instances[key]; made != nil {
		return made
	}
	d.emitted[instanceName] = k.s.private(form)
	d.source = "func " + d.emitted[instanceName]
	if form == boxForm {
		d.source += "(v " + inner + ") (b " + box + ") { if v != nil { b." + boxField + " = v }; return }"
	} else {
		d.source += "(b " + box + ") " + inner + " { v, _ := b." + boxField + ".(" + inner + "); return v }"
	}
	k.addInstance(key, d)
	return d
}

// unbox takes an operand out of its box.
func (w *rewriter) unbox(x ast.Expr) bool {
	if x == nil || !w.info.Types[x].IsValue() || w.info.Types[x].IsNil() || !boxed(w.typeOf(x)) {
		return false
	}
	w.surround(x, w.boxFunction(unboxForm, w.typeOf(x))+"(", ")")
	return true
}

// outOfBox is a variable that holds x, or what it has in its box.
func (w *rewriter) outOfBox(name string, x ast.Expr) string {
	if t := w.typeOf(x); boxed(t) {
		return w.boxFunction(unboxForm, t) + "(" + name + ")"
	}
	return name
}

// boxes lowers the operations on values in boxes.
func (w *rewriter) boxes(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		w.boxCall(n)
	case *ast.IndexExpr:
		w.lookup(n)
		w.unbox(n.X)
	case *ast.SliceExpr:
		w.boxResult(n)
		w.unbox(n.X)
	case *ast.StarExpr:
		w.unbox(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			w.unbox(n.X)
		}
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && !w.dynamic(n.X, n.Y) {
			w.unbox(n.X)
			w.unbox(n.Y)
		}
	case *ast.SelectorExpr:
		if sel := w.info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal {
			w.unbox(n.X)
		}
	case *ast.RangeStmt:
		w.unbox(n.X)
	case *ast.SendStmt:
		w.unbox(n.Chan)
	case *ast.CompositeLit:
		w.boxLiteral(n)
	}
}

// boxCall lowers the call of a function in a box, and of builtins.
func (w *rewriter) boxCall(c *ast.CallExpr) {
	tv := w.info.Types[c.Fun]
	switch {
	case tv.IsType():
		w.boxConversion(c)
	case !tv.IsBuiltin():
		w.unbox(c.Fun)
	case len(c.Args) > 0 && !passesTuple(w.info, c):
		w.boxResult(c)
		switch id, _ := ast.Unparen(c.Fun).(*ast.Ident); id.Name {
		case "make":
			if t := w.typeOf(c); boxed(t) {
				if text, err := w.spell(t.Underlying()); err == nil {
					w.replace(c.Args[0], text)
				}
			}
		case "len", "cap", "append", "delete", "close", "clear":
			w.unbox(c.Args[0])
			if c.Ellipsis.IsValid() {
				w.unbox(c.Args[1])
			}
		case "copy":
			w.unbox(c.Args[0])
			w.unbox(c.Args[1])
		}
	}
}

// boxResult puts the result of make, append and slicing into a box.
func (w *rewriter) boxResult(x ast.Expr) {
	if !w.info.Types[x].IsValue() {
		return
	}
	if t := w.typeOf(x); boxed(t) {
		w.surround(x, w.boxFunction(boxForm, t)+"(", ")")
	}
}

// boxConversion lowers a conversion to or from a type of a box.
func (w *rewriter) boxConversion(c *ast.CallExpr) {
	x, to := c.Args[0], w.typeOf(c.Fun)
	if open, end := w.boxing(x, w.typeOf(x), to); open != "" {
		if boxed(to) {
			w.noteNames(c.Fun)
			w.replace(c.Fun, "") // the box is made of the argument
			w.done(c.Fun)
		}
		w.surround(x, open, end)
	}
}

// boxLiteral lowers a composite literal of a type of a box.
func (w *rewriter) boxLiteral(c *ast.CompositeLit) {
	t := w.typeOf(c)
	if !boxed(t) {
		return
	}
	inner, err := w.spell(t.Underlying())
	if err != nil {
		return
	}
	box := w.boxFunction(boxForm, t)
	if c.Type == nil {
		w.surround(c, box+"("+inner, ")")
		return
	}
	w.surround(c, box+"(", ")")
	w.noteNames(c.Type)
	w.replace(c.Type, inner+w.newlines(c.Type.Pos(), c.Type.End()))
	w.done(c.Type)
}
