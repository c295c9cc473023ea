package static

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// The interpreter gets no generic declaration: it gets an instance of it for
// each list of type arguments that the session uses, lowered from the text of
// the declaration with the arguments in the place of the parameters.

// instanceName is the key under which an instance keeps its name in the
// interpreter.
const instanceName = "instance"

// keep keeps the syntax of a declaration that instances may be made of.
func (d *decl) keep(it *item, info *types.Info) {
	if it.generic() || hasGenericType(it.decl) {
		d.syntax, d.info = it.syntax, info
	}
}

// hasGenericType tells whether a declaration is of types, one of them generic.
func hasGenericType(d ast.Decl) bool {
	gen, ok := d.(*ast.GenDecl)
	return ok && slices.ContainsFunc(gen.Specs, func(s ast.Spec) bool {
		t, ok := s.(*ast.TypeSpec)
		return ok && t.TypeParams != nil
	})
}

// rewriter returns a rewriter for what this check has checked.
func (k *check) rewriter(s *syntax, owner *decl) *rewriter {
	return &rewriter{check: k, syntax: s, info: k.info, owner: owner}
}

// instance returns the instance of a generic function or type for a list of
// type arguments, made now where there is none, or nil where its source is
// not known.
func (k *check) instance(o types.Object, args []types.Type) *decl {
	generic := k.genericDecl(o)
	if generic == nil || generic.syntax == nil {
		return nil
	}
	d := &decl{
		piece: piece{kind: instancePiece}, generic: generic, serial: k.s.serial, label: generic.label,
		imports: k.aliases, emitted: map[string]string{},
	}
	d.use(generic)
	key := generic.emitted[o.Name()]
	for _, t := range args {
		text, err := k.spell(t, d)
		if err != nil {
			return nil
		}
		key += "," + text
	}
	if known := k.after.instances[key]; known != nil {
		return known
	}
	d.emitted[instanceName] = k.s.private(o.Name())
	k.after.instances[key] = d
	switch o := o.(type) {
	case *types.Func:
		d.source = k.funcInstance(d, o.Name(), args)
	case *types.TypeName:
		d.named, _ = types.Instantiate(nil, o.Type(), args, false)
		d.source = k.typeInstance(d, o.Name(), args)
	}
	k.instances = append(k.instances, d)
	return d
}

// funcInstance lowers a generic function for type arguments.
func (k *check) funcInstance(d *decl, name string, args []types.Type) string {
	fn := d.generic.syntax.decl.(*ast.FuncDecl)
	w := k.instanceRewriter(d, d.generic, typeParams(d.generic.info, fn.Type.TypeParams), args)
	w.cut(fn.Name.Pos(), fn.Type.Params.Pos(), d.emitted[instanceName])
	w.signature(fn.Type)
	if fn.Body != nil {
		w.rewrite(fn.Body)
	}
	return w.hoistedText() + w.text()
}

// typeInstance lowers a generic type and its methods for type arguments.
func (k *check) typeInstance(d *decl, name string, args []types.Type) string {
	var spec *ast.TypeSpec
	for _, s := range d.generic.syntax.decl.(*ast.GenDecl).Specs {
		if t := s.(*ast.TypeSpec); t.Name.Name == name {
			spec = t
		}
	}
	w := k.instanceRewriter(d, d.generic, typeParams(d.generic.info, spec.TypeParams), args)
	w.defined(spec, d.emitted[instanceName])
	var b strings.Builder
	b.WriteString(w.hoistedText())
	b.WriteString(w.stretch("type "+d.emitted[instanceName]+" ", spec.Type.Pos(), spec.Type.End()))
	if inst, err := types.Instantiate(nil, d.generic.objects[name].Type(), args, false); err == nil {
		d.promoted = w.forwarders(inst, d.emitted[instanceName])
	}
	for _, m := range k.genericMethods(d.generic, name) {
		d.methods += "\n" + k.methodInstance(d, m, args)
	}
	return b.String()
}

// genericMethods lists the declarations of the methods of a generic type.
func (k *check) genericMethods(generic *decl, name string) []*decl {
	if generic.kind == libraryPiece {
		return k.s.library(generic.label).methods[generic]
	}
	var out []*decl
	for _, it := range k.items {
		if it.recv == name && it.fresh != nil && it.fresh.syntax != nil {
			out = append(out, it.fresh)
		}
	}
	if len(out) == 0 {
		out = k.s.now.methods[generic]
	}
	return out
}

// methodInstance lowers a method of a generic type for type arguments.
func (k *check) methodInstance(d, m *decl, args []types.Type) string {
	d.use(m)
	fn := m.syntax.decl.(*ast.FuncDecl)
	base := receiverBase(fn.Recv.List[0].Type)
	var params []*types.TypeParam
	for _, e := range indices(base) {
		var p *types.TypeParam
		if o, ok := m.info.Defs[e.(*ast.Ident)].(*types.TypeName); ok {
			p, _ = o.Type().(*types.TypeParam)
		}
		params = append(params, p)
	}
	w := k.instanceRewriter(d, m, params, args)
	w.replace(base, d.emitted[instanceName])
	w.signature(fn.Type)
	if fn.Body != nil {
		w.rewrite(fn.Body)
	}
	return w.hoistedText() + w.text()
}

// indices are the expressions in the brackets of an index expression.
func indices(e ast.Expr) []ast.Expr {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return []ast.Expr{e.Index}
	case *ast.IndexListExpr:
		return e.Indices
	}
	return nil
}

func (k *check) instanceRewriter(owner, generic *decl, params []*types.TypeParam, args []types.Type) *rewriter {
	return &rewriter{
		check: k, syntax: generic.syntax, info: generic.info, owner: owner,
		env: newEnvironment(params, args),
	}
}

// typeParams are the type parameters that a list declares.
func typeParams(info *types.Info, list *ast.FieldList) []*types.TypeParam {
	var out []*types.TypeParam
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		for _, id := range field.Names {
			var p *types.TypeParam
			if o := info.Defs[id]; o != nil {
				p, _ = o.Type().(*types.TypeParam)
			}
			out = append(out, p)
		}
	}
	return out
}

// signature lowers the parameters and results of a function.
func (w *rewriter) signature(t *ast.FuncType) {
	w.nameParameters(t)
	w.rewrite(t.Params)
	if t.Results != nil {
		w.rewrite(t.Results)
	}
}

// instantiated puts the name of an instance in the place of a generic
// function or type. It returns false where e is none.
func (w *rewriter) instantiated(e ast.Expr) bool {
	id := genericIdent(e)
	if id == nil {
		return false
	}
	inst, ok := w.info.Instances[id]
	if !ok {
		return false
	}
	var args []types.Type
	for t := range inst.TypeArgs.Types() {
		args = append(args, w.env.subst(t))
	}
	o := w.object(id)
	if name, ok := o.(*types.TypeName); ok && (name.IsAlias() || name.Pkg().Path() != "main") {
		text, err := w.spell(inst.Type)
		if err == nil {
			w.replace(e, w.convertible(id, text))
		}
		return err == nil
	}
	if name, ok := w.check.compiled(o, args); ok {
		w.replace(e, name)
		return true
	}
	d := w.check.instance(o, args)
	if d == nil {
		return w.unavailable(id, o)
	}
	if w.owner != nil {
		w.owner.use(d)
	}
	w.note(o)
	w.replace(e, d.emitted[instanceName])
	return true
}

// genericIdent is the identifier that e instantiates or may instantiate.
func genericIdent(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return genericIdent(ast.Unparen(e.X))
	case *ast.IndexListExpr:
		return genericIdent(ast.Unparen(e.X))
	}
	return nil
}

// typeParam puts a type argument in the place of a type parameter.
func (w *rewriter) typeParam(id *ast.Ident, o types.Object) bool {
	name, ok := o.(*types.TypeName)
	if !ok {
		return false
	}
	p, ok := name.Type().(*types.TypeParam)
	if !ok {
		return false
	}
	text, err := w.spell(p)
	if err != nil {
		w.check.faultAt(id, err.Error())
		return true
	}
	w.replace(id, w.convertible(id, text))
	return true
}

// convertible parenthesises a type where a conversion begins with it.
func (w *rewriter) convertible(id *ast.Ident, text string) string {
	if strings.ContainsAny(text[:1], "*<fc") && w.converts[id] {
		return "(" + text + ")"
	}
	return text
}

// declaration lowers an item other than a variable. It returns false where
// nothing is left of it for the interpreter.
func (w *rewriter) declaration(it *item) bool {
	gen, ok := it.decl.(*ast.GenDecl)
	if ok && gen.Tok == token.CONST {
		w.noteNames(gen)
		return false // its values stand where it is used
	}
	if !ok || gen.Tok != token.TYPE {
		if it.generic() {
			return false
		}
		w.rewrite(it.decl)
		return true
	}
	left := false
	for _, s := range gen.Specs {
		spec := s.(*ast.TypeSpec)
		if spec.TypeParams != nil || spec.Name.Name == "_" || w.isConstraint(spec) {
			w.cut(spec.Pos(), spec.End(), w.newlines(spec.Pos(), spec.End()))
			continue
		}
		left = true
		w.rewrite(spec.Name)
		w.defined(spec, it.fresh.emitted[spec.Name.Name])
		if o := w.info.Defs[spec.Name]; o != nil && !spec.Assign.IsValid() {
			it.fresh.promoted += w.forwarders(o.Type(), w.check.emitted[o])
		}
	}
	return left
}

// noteNames notes what is mentioned where no name is left.
func (w *rewriter) noteNames(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			w.note(w.object(id))
		}
		return true
	})
}

// isConstraint tells whether a type can only constrain type parameters.
func (w *rewriter) isConstraint(spec *ast.TypeSpec) bool {
	o := w.info.Defs[spec.Name]
	if o == nil {
		return false
	}
	i, ok := o.Type().Underlying().(*types.Interface)
	return ok && !i.IsMethodSet()
}

// typeOf is the type of an expression, type arguments in the place of type
// parameters.
func (w *rewriter) typeOf(e ast.Expr) types.Type { return w.env.subst(w.info.Types[e].Type) }

// spell writes a type for the interpreter, type arguments in the place of
// type parameters.
func (w *rewriter) spell(t types.Type) (string, error) {
	return w.check.spell(w.env.subst(t), w.owner)
}

// stretch is the lowered source between two positions after a text, with a
// line directive before both.
func (w *rewriter) stretch(before string, from, to token.Pos) string {
	return lineDirective(w.cell, w.offset(from)) + before + apply(w.cell.Source, w.offset(from), w.offset(to), w.edits)
}

// embeddedName is the interpreter's name of an embedded field, which follows
// that of its type.
func (w *rewriter) embeddedName(field *types.Var) (string, bool) {
	t := w.env.subst(field.Type())
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok && named.TypeArgs().Len() > 0 {
		text, err := w.spell(named)
		return text, err == nil
	}
	return w.check.embeddedName(field)
}
