package static

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The interpreter takes a value for one of any type of the same structure, and
// knows the interfaces that it satisfies in some places only. So type
// assertions and type switches are lowered to calls of functions, one for each
// type, that ask the session's package what the interpreter knows of a value.

// assertion lowers x.(T). It returns false where it did.
func (w *rewriter) assertion(e *ast.TypeAssertExpr) bool {
	if e.Type == nil {
		return true
	}
	form := mustForm
	if _, ok := w.info.Types[e].Type.(*types.Tuple); ok {
		form = asForm
	}
	name, ok := w.caster(form, w.typeOf(e.Type))
	if !ok {
		return true
	}
	w.noteNames(e.Type)
	w.insert(e.X.Pos(), name+"(")
	w.rewrite(e.X)
	end := ")"
	if form == mustForm {
		end = ", " + strconv.Quote(runtimeText(w.typeOf(e.X))) + ")"
	}
	w.cut(e.X.End(), e.End(), end+w.newlines(e.X.End(), e.End()))
	return false
}

// castForm is what a function that asserts a type returns.
type castForm string

const (
	asForm   castForm = "as"   // the value, and whether it has the type
	mustForm castForm = "must" // the value; it panics where it has another type
	isForm   castForm = "is"   // whether it has the type
)

// caster is the name of the function that asserts a type. It is made where
// there is none.
func (w *rewriter) caster(form castForm, t types.Type) (string, bool) {
	t = w.env.subst(t)
	d := w.check.caster(form, t)
	if d == nil {
		return "", false
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	return d.emitted[instanceName], true
}

func (k *check) caster(form castForm, t types.Type) *decl {
	d := k.newInstance()
	text, err := k.spell(t, d)
	if err != nil {
		return nil
	}
	key := string(form) + "," + k.canonical(t)
	if made := k.after.instances[key]; made != nil {
		return made
	}
	d.emitted[instanceName] = k.s.private(string(form))
	body, ok := k.castBody(d, form, t, text)
	if !ok {
		return nil
	}
	d.source = "func " + d.emitted[instanceName] + body
	if i, ok := t.Underlying().(*types.Interface); ok && form == asForm && !i.Empty() {
		d.asserts = t
	}
	k.addInstance(key, d)
	return d
}

// newInstance returns a declaration that lowering needs, in no cell.
func (k *check) newInstance() *decl {
	return &decl{
		piece: piece{kind: instancePiece}, serial: k.s.serial, label: k.cell.Label,
		imports: k.aliases, emitted: map[string]string{}, standing: true,
	}
}

func (k *check) addInstance(key string, d *decl) {
	k.after.instances[key] = d
	k.instances = append(k.instances, d)
}

// castBody writes what follows the name of a function that asserts a type.
func (k *check) castBody(d *decl, form castForm, t types.Type, text string) (string, bool) {
	if form == asForm {
		return k.asBody(t, text), true
	}
	as := k.caster(asForm, t)
	if as == nil {
		return "", false
	}
	d.use(as)
	if form == isForm {
		return "(e interface{}) bool { _, ok := " + as.emitted[instanceName] + "(e); return ok }", true
	}
	panics := fmt.Sprintf("panic(%s(e, from, %q, %q))", k.sessionName("NotA"), runtimeText(t), firstMethod(t))
	return "(e interface{}, from string) " + text + " { r, ok := " + as.emitted[instanceName] + "(e); if !ok { " + panics + " }; return r }", true
}

// asBody writes the assertion itself.
func (k *check) asBody(t types.Type, text string) string {
	// No named results: the interpreter would give them what the caller's
	// variables hold.
	head := "(e interface{}) (" + text + ", bool) { var r " + text + "; ok := false; "
	i, isInterface := t.Underlying().(*types.Interface)
	switch {
	case !isInterface:
		return head + "if " + k.sessionName("Is") + "(e, " + strconv.Quote(k.typeID(t, text)) + ") { " +
			"var u interface{} = " + k.sessionName("Concrete") + "(e); if u != nil { r, ok = u.(" + text + ") } }; return r, ok }"
	case i.Empty():
		return head + "if !" + k.sessionName("IsNil") + "(e) { r = e; ok = true }; return r, ok }"
	}
	last := k.sessionName("Same")
	if isCompiled(t) {
		last = k.sessionName("Concrete")
	}
	return head + "if " + k.sessionName("IsNil") + "(e) { return r, ok }; " +
		"var f interface{} = " + k.sessionName("Implementation") + "(" + strconv.Quote(k.canonical(t)) + ", e); " +
		"if f != nil { return f.(func(interface{}) " + text + ")(e), true }; " +
		"if !" + k.sessionName("IsCells") + "(e) { r, ok = " + last + "(e).(" + text + ") }; return r, ok }"
}

// register tells the session's package how the session's types are put into
// the interfaces that are asserted: those of this cell into all, the others
// into those that this cell is the first to assert.
func (k *check) register() {
	var casts []*decl
	for _, d := range k.after.instances {
		if d.asserts != nil {
			casts = append(casts, d)
		}
	}
	if len(casts) == 0 {
		return
	}
	slices.SortFunc(casts, func(a, b *decl) int { return cmp.Compare(a.emitted[instanceName], b.emitted[instanceName]) })
	all := k.concreteTypes(false)
	fresh := k.concreteTypes(true)
	for _, d := range casts {
		list := all
		if d.serial != k.s.serial {
			list = fresh
		}
		for _, t := range list {
			k.registerType(d.asserts, t)
			k.registerType(d.asserts, types.NewPointer(t))
		}
	}
}

// registerType registers one type for one interface, where it implements it.
func (k *check) registerType(iface, t types.Type) {
	if !types.Implements(t, iface.Underlying().(*types.Interface)) {
		return
	}
	d := k.newInstance()
	into, err := k.spell(iface, d)
	if err != nil {
		return
	}
	text, err := k.spell(t, d)
	key := "register," + k.canonical(iface) + "," + text
	if err != nil || k.after.instances[key] != nil {
		return
	}
	as := k.caster(asForm, t)
	if as == nil {
		return
	}
	d.use(as)
	d.source = fmt.Sprintf("func init() { %s(%q, %q, func(e interface{}) %s { x, _ := %s(e); return x }) }",
		k.sessionName("Implement"), k.canonical(iface), k.typeID(t, text), into, as.emitted[instanceName])
	k.addInstance(key, d)
}

// concreteTypes are the types that the session's cells declare, interfaces
// and generic types excepted; instances of these are among them. Where fresh is
// true they are those of this cell.
func (k *check) concreteTypes(fresh bool) []types.Type {
	var out []types.Type
	for o, name := range k.emitted {
		t, ok := o.(*types.TypeName)
		if !ok || t.IsAlias() || t.Pkg() == nil || t.Pkg().Path() != "main" || fresh && !k.isFresh(o) {
			continue
		}
		if named, ok := t.Type().(*types.Named); ok && !types.IsInterface(named) && named.TypeParams().Len() == 0 && name != "" {
			out = append(out, named)
		}
	}
	for _, d := range k.after.instances {
		if d.named != nil && (!fresh || d.serial == k.s.serial) && !types.IsInterface(d.named) {
			out = append(out, d.named)
		}
	}
	slices.SortFunc(out, func(a, b types.Type) int { return cmp.Compare(a.String(), b.String()) })
	return out
}

// isFresh tells whether this cell declares o or a method of it.
func (k *check) isFresh(o types.Object) bool {
	d := k.owners[o]
	return d == nil || d.serial == k.s.serial ||
		slices.ContainsFunc(k.items, func(it *item) bool { return it.recv == o.Name() && it.fresh.serial == k.s.serial })
}

// isCompiled tells whether an interface is one of compiled packages.
func isCompiled(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && (named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main")
}

// typeID is what the interpreter calls a type that it keeps the name of: one
// that a cell declared, or a pointer to one. Other types have none.
func (k *check) typeID(t types.Type, text string) string {
	t = types.Unalias(t)
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main" {
		return ""
	}
	return star + "main." + strings.TrimPrefix(text, star)
}

// canonical writes a type so that it is the same in all cells: packages by
// their paths, the session's types by their names in the interpreter.
func (k *check) canonical(t types.Type) string {
	name := func(o *types.TypeName) (string, bool) {
		if o.Pkg() != nil && o.Pkg().Path() != "main" {
			return o.Pkg().Path() + "." + o.Name(), true
		}
		return k.loweredName(o)
	}
	instance := func(o *types.TypeName, args *types.TypeList) (string, bool) {
		inst := k.instance(o, slices.Collect(args.Types()))
		if inst == nil {
			return "", false
		}
		return inst.emitted[instanceName], true
	}
	text, err := (&speller{name: name, instance: instance}).spell(t)
	if err != nil {
		return t.String()
	}
	return text
}

// runtimeText is a type as the runtime writes it in messages.
func runtimeText(t types.Type) string {
	text := types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" {
			return "main"
		}
		return p.Name()
	})
	return spaced(emptyInterface.ReplaceAllString(text, "interface{}"))
}

var emptyInterface = regexp.MustCompile(`\bany\b`)

// spaced puts the spaces of the runtime into the text of a type: types has
// "struct{a int}" where the runtime has "struct { a int }".
func spaced(text string) string {
	var b strings.Builder
	var spaces []bool // of the braces that are open
	for i := range len(text) {
		switch c := text[i]; {
		case c == '{' && i+1 < len(text) && text[i+1] == '}':
			b.WriteString(" {")
			spaces = append(spaces, false)
		case c == '{':
			b.WriteString(" { ")
			spaces = append(spaces, true)
		case c == '}':
			if n := len(spaces) - 1; n >= 0 {
				if spaces[n] {
					b.WriteByte(' ')
				}
				spaces = spaces[:n]
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// firstMethod is the first method of an interface by name, and empty for other
// types.
func firstMethod(t types.Type) string {
	if i, ok := t.Underlying().(*types.Interface); ok && i.NumMethods() > 0 {
		return i.Method(0).Name()
	}
	return ""
}
