package ask

import (
	"fmt"
	"go/doc"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/symbols/doctext"
)

// documented looks up the documentation of names, in packages and in cells.
type documented struct {
	k    *check.Checked
	uses Uses
}

// of returns the comment of a symbol of the package that declares o: of its type
// ("Dense"), or of a method or field ("Dense.Mul").
func (d documented) of(o types.Object, symbol string) string { return unlinked(d.written(o, symbol)) }

func (d documented) written(o types.Object, symbol string) string {
	switch {
	case o.Pkg() == nil:
		text, _ := d.k.World.Doc("builtin", symbol)
		return text
	case o.Pkg().Path() != "main":
		text, _ := d.k.World.Doc(o.Pkg().Path(), symbol)
		return text
	}
	decl := d.k.Before.Owners[o]
	if decl == nil || decl.Cell == nil {
		return ""
	}
	comment := ""
	if text := decl.Comment(); text != "" {
		comment = "// " + strings.ReplaceAll(text, "\n", "\n// ") + "\n"
	}
	if texts, err := doctext.OfDeclarations(comment + decl.Text()); err == nil && texts[symbol] != "" {
		return texts[symbol]
	}
	if strings.Contains(symbol, ".") && !decl.IsMethod() {
		return "" // of a field; the comment is the type's
	}
	return decl.Comment()
}

// declaration writes the declaration of an object. A struct's fields and an interface's
// methods follow their comments, one a line.
func (d documented) declaration(o types.Object) string {
	t, ok := o.(*types.TypeName)
	if !ok {
		return check.Declaration(o)
	}
	if t.IsAlias() {
		text := check.Declaration(o)
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok && named.Obj() != o {
			text += "\n\n" + d.declaration(named.Obj())
		}
		return text
	}
	named, ok := t.Type().(*types.Named)
	if !ok {
		return check.Declaration(o)
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		return d.lines(named, "struct", d.fields(named, u))
	case *types.Interface:
		return d.lines(named, "interface", d.required(named, u))
	}
	return check.Declaration(o)
}

// line is a part of a type's declaration and its comment.
type line struct{ comment, text string }

// lines writes a declaration of a type of several lines.
func (d documented) lines(named *types.Named, kind string, all []line) string {
	head := "type " + check.TypeTextIn(named, named.Obj().Pkg()) + " " + kind
	if len(all) == 0 {
		return head + "{}"
	}
	var b strings.Builder
	b.WriteString(head + " {\n")
	for _, l := range all {
		writeComment(&b, "\t", l.comment)
		b.WriteString("\t" + l.text + "\n")
	}
	return b.String() + "}"
}

func writeComment(b *strings.Builder, indent, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	for l := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(indent+"// "+l, " \n") + "\n")
	}
}

// fields returns the fields of a struct that users see. Neighbours of one type and one
// comment share a line, as in X, Y float64.
func (d documented) fields(named *types.Named, u *types.Struct) []line {
	pkg := named.Obj().Pkg()
	var all []line
	hidden, previous := false, ""
	for f := range u.Fields() {
		if !f.Exported() && pkg.Path() != "main" {
			hidden = true
			continue
		}
		l := line{comment: d.of(named.Obj(), named.Obj().Name()+"."+f.Name())}
		t := check.TypeTextIn(f.Type(), pkg)
		last := len(all) - 1
		switch {
		case f.Embedded():
			l.text, t = t, ""
		case l.comment != "" && t == previous && all[last].comment == l.comment:
			all[last].text = strings.TrimSuffix(all[last].text, t) // with its space
			all[last].text = strings.TrimSuffix(all[last].text, " ") + ", " + f.Name() + " " + t
			continue
		default:
			l.text = f.Name() + " " + t
		}
		previous = t
		all = append(all, l)
	}
	if hidden {
		all = append(all, line{text: "// and fields that are not exported"})
	}
	return all
}

// required returns the methods that an interface asks for, and what it embeds.
func (d documented) required(named *types.Named, u *types.Interface) []line {
	pkg := named.Obj().Pkg()
	var all []line
	for t := range u.EmbeddedTypes() {
		all = append(all, line{text: check.TypeTextIn(t, pkg)})
	}
	for m := range u.ExplicitMethods() {
		signature := strings.TrimPrefix(check.TypeTextIn(m.Type(), pkg), "func")
		all = append(all, line{comment: d.of(named.Obj(), named.Obj().Name()+"."+m.Name()), text: m.Name() + signature})
	}
	return all
}

// members lists what a type comes with, each below its first sentence: its
// constants, the functions of its package that give one, and its methods.
func (d documented) members(t *types.TypeName) string {
	named, ok := types.Unalias(t.Type()).(*types.Named)
	if !ok || t.Pkg() == nil {
		return ""
	}
	var constants, makers, methods []types.Object
	packages := []*types.Package{t.Pkg()}
	if other := named.Obj().Pkg(); other != nil && other != t.Pkg() {
		packages = append(packages, other)
	}
	for _, p := range packages {
		if p.Path() == "main" {
			continue
		}
		for _, o := range check.Exported(p) {
			switch o := o.(type) {
			case *types.Const:
				if types.Identical(o.Type(), named) {
					constants = append(constants, o)
				}
			case *types.Func:
				if makes(o, named) {
					makers = append(makers, o)
				}
			}
		}
	}
	if !types.IsInterface(named) {
		for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
			if m.Obj().Exported() || named.Obj().Pkg().Path() == "main" {
				methods = append(methods, m.Obj())
			}
		}
	}
	return d.list(slices.Concat(constants, d.uses.byUse(makers), methods))
}

// makes reports whether the first result of a function is of a type, or points to
// one.
func makes(f *types.Func, named *types.Named) bool {
	results := f.Signature().Results()
	if results.Len() == 0 {
		return false
	}
	t := types.Unalias(results.At(0).Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	return types.Identical(t, named)
}

// contents lists the contents of a package, the most used first.
func (d documented) contents(p *types.Package) string {
	return d.list(d.uses.byUse(check.Exported(p)))
}

// list declares objects in a line each, below the first sentences of their documentation.
func (d documented) list(objects []types.Object) string {
	var b strings.Builder
	for _, o := range objects {
		first, _ := firstSentence(d.of(o, Symbol(o)))
		writeComment(&b, "", first)
		fmt.Fprintln(&b, short(o))
	}
	return strings.TrimSpace(b.String())
}

// short declares an object in one line, a struct or an interface without what it
// holds.
func short(o types.Object) string {
	if t, ok := o.(*types.TypeName); ok && !t.IsAlias() {
		if text, ok := outline(t.Type()); ok {
			return "type " + t.Name() + " " + text
		}
	}
	return check.Declaration(o)
}

// outline returns the kind of a type, without its members, if it is a struct or an
// interface.
func outline(t types.Type) (text string, ok bool) {
	switch t.Underlying().(type) {
	case *types.Struct:
		return "struct{ … }", true
	case *types.Interface:
		return "interface{ … }", true
	}
	return "", false
}

// Symbol returns the name under which an object is documented, fields excepted: "f",
// "T.Method".
func Symbol(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			if named := namedOf(recv.Type()); named != nil {
				return named.Obj().Name() + "." + o.Name()
			}
		}
	}
	return o.Name()
}

// namedOf returns the named type that t is or points to, or nil.
func namedOf(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// firstSentence cuts a comment after its first sentence. One that leads to a
// formula or a list is a beginning only, and the rest is then the whole.
func firstSentence(text string) (first, rest string) {
	first, rest = new(doc.Package).Synopsis(text), text
	for range strings.Fields(first) {
		rest = strings.TrimLeft(rest, " \t\r\n")
		end := strings.IndexAny(rest, " \t\r\n")
		if end < 0 {
			return first, ""
		}
		rest = rest[end:]
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, " "), "\r\n") // a tab begins a formula
	if rest != "" && first != "" && !strings.ContainsAny(first[len(first)-1:], ".!?") {
		return strings.TrimRight(first, ":,;") + " …", text
	}
	return first, rest
}

// docLink is a name in brackets, as documentation links it.
var docLink = regexp.MustCompile(`(^|[^\pL\pN_)\]])\[(\*?(?:[a-z][\w/]*\.)?[A-Z]\w*(?:\.\w+)*)\]`)

// unlinked removes the brackets around names, since no page exists to link to.
func unlinked(text string) string { return docLink.ReplaceAllString(text, "$1$2") }
