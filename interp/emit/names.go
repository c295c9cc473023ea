package emit

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Mark is a letter that no one types. The rest of a session's name, from the mark on,
// distinguishes its versions, and is not part of the name for users.
const Mark = "ᐧ"

// UserText restores users' names in a text with names of a session: it cuts off the mark
// and the number behind it.
func UserText(text string) string {
	if !strings.Contains(text, Mark) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, Mark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		text = strings.TrimLeft(after, "0123456789")
	}
}

// typeNames are the names of types as reflection gives them, with type arguments as it writes these.
type typeNames struct {
	views     *views
	localArgs map[*types.Named][]types.Type // type arguments of the instances that declare types, of the unit
}

// begin starts a unit.
func (tn *typeNames) begin() { tn.localArgs = map[*types.Named][]types.Type{} }

// name returns the name of a type as reflection gives it, with its type arguments.
func (tn *typeNames) name(t *types.Named) string { return UserText(t.Obj().Name()) + tn.argumentsOf(t) }

// argumentsOf returns the type arguments of a type in brackets, or nothing. A type that an
// instance of a generic function declares has the function's.
func (tn *typeNames) argumentsOf(t *types.Named) string {
	var args []string
	for _, arg := range tn.localArgs[t] {
		args = append(args, tn.argument(arg))
	}
	for arg := range t.TypeArgs().Types() {
		args = append(args, tn.argument(arg))
	}
	if len(args) == 0 {
		return ""
	}
	return "[" + strings.Join(args, ",") + "]"
}

// noteLocalTypes notes for the types that a function declares its type arguments, if it is
// an instance of a generic one.
func (tn *typeNames) noteLocalTypes(f *ssa.Function) {
	if f.Origin() == nil {
		return
	}
	syntax := f.Origin().Syntax()
	if syntax == nil || !declaresTypes(syntax) {
		return
	}
	note := func(t types.Type) {
		named, ok := types.Unalias(deref(t)).(*types.Named)
		if ok && tn.views.isLocal(named) && syntax.Pos() <= named.Obj().Pos() && named.Obj().Pos() < syntax.End() {
			tn.localArgs[named] = f.TypeArgs()
		}
	}
	var visit func(f *ssa.Function)
	visit = func(f *ssa.Function) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(ssa.Value); ok {
					note(v.Type())
				}
				for _, v := range in.Operands(nil) {
					if *v != nil {
						note((*v).Type())
					}
				}
			}
		}
		for _, inner := range f.AnonFuncs {
			visit(inner)
		}
	}
	visit(f)
}

// declaresTypes reports whether a function declares a type.
func declaresTypes(syntax ast.Node) (found bool) {
	ast.Inspect(syntax, func(n ast.Node) bool {
		_, ok := n.(*ast.TypeSpec)
		found = found || ok
		return !found
	})
	return found
}

// argument returns a type argument as reflection writes it: without spaces behind
// commas, with the paths of packages, and with the number of a type that a
// function declares.
func (tn *typeNames) argument(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // not byte or rune
	case *types.Named:
		return tn.namedArgument(t)
	case *types.Pointer:
		return "*" + tn.argument(t.Elem())
	case *types.Slice:
		return "[]" + tn.argument(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + tn.argument(t.Elem())
	case *types.Map:
		return "map[" + tn.argument(t.Key()) + "]" + tn.argument(t.Elem())
	case *types.Chan:
		return chanText(t.Dir(), tn.argument(t.Elem()))
	case *types.Signature:
		return "func" + tn.signatureArgument(t)
	case *types.Interface:
		if t.Empty() {
			return "interface {}"
		}
	case *types.Struct:
		return tn.structArgument(t)
	}
	return interfaceArgument(t)
}

func (tn *typeNames) namedArgument(t *types.Named) string {
	o := t.Obj()
	name := UserText(o.Name())
	if o.Pkg() == nil {
		return name
	}
	name = o.Pkg().Path() + "." + name + tn.argumentsOf(t)
	if tn.views.isLocal(t) {
		name += "·" + strconv.Itoa(localNumber(o))
	}
	return name
}

func (tn *typeNames) signatureArgument(t *types.Signature) string {
	var params, results []string
	for v := range t.Params().Variables() {
		params = append(params, tn.argument(v.Type()))
	}
	if t.Variadic() {
		params[len(params)-1] = "..." + strings.TrimPrefix(params[len(params)-1], "[]")
	}
	for v := range t.Results().Variables() {
		results = append(results, tn.argument(v.Type()))
	}
	text := "(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return text
	case 1:
		return text + " " + results[0]
	}
	return text + " (" + strings.Join(results, ", ") + ")"
}

// structArgument returns a struct type as reflection writes it: with the packages of
// fields that are not exported.
func (tn *typeNames) structArgument(t *types.Struct) string {
	if t.NumFields() == 0 {
		return "struct {}"
	}
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text := ""
		if !f.Exported() {
			text = f.Pkg().Path() + "."
		}
		if f.Embedded() {
			text = ""
		} else {
			text += f.Name() + " "
		}
		text += tn.argument(f.Type())
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// interfaceArgument returns an interface type with methods as reflection writes it.
func interfaceArgument(t types.Type) string {
	s := types.TypeString(t, (*types.Package).Path)
	s = strings.ReplaceAll(s, ", ", ",")
	for _, word := range [][2]string{{"any", "interface {}"}, {"rune", "int32"}, {"byte", "uint8"}} {
		s = replaceWord(s, word[0], word[1])
	}
	s = strings.ReplaceAll(s, "interface{}", "interface {}")
	s = strings.ReplaceAll(s, "struct{}", "struct {}")
	return UserText(s)
}

// replaceWord replaces a word by another text.
func replaceWord(s, old, by string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], old) && (i == 0 || !word(s[i-1])) && (i+len(old) == len(s) || !word(s[i+len(old)])) {
			b.WriteString(by)
			i += len(old)
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// localNumber counts the types that functions of a package declare, up to this
// one: the compiler distinguishes them so.
func localNumber(o *types.TypeName) int {
	n := 1
	var visit func(s *types.Scope)
	visit = func(s *types.Scope) {
		for _, name := range s.Names() {
			if t, ok := s.Lookup(name).(*types.TypeName); ok && s != o.Pkg().Scope() && t.Pos() < o.Pos() {
				if _, param := t.Type().(*types.TypeParam); !param {
					n++
				}
			}
		}
		for child := range s.Children() {
			visit(child)
		}
	}
	visit(o.Pkg().Scope())
	return n
}

// word reports whether c can be part of a name.
func word(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func chanText(dir types.ChanDir, elem string) string {
	switch dir {
	case types.SendOnly:
		return "chan<- " + elem
	case types.RecvOnly:
		return "<-chan " + elem
	}
	if strings.HasPrefix(elem, "<-") {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}
