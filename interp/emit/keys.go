package emit

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// keys.go: the same type is another types.Type in each check. Its key is the
// same.

// typeKeys gives types their keys, and counts the versions of a type: a cell may declare methods of a type that has
// values, and code that knows the type by its earlier method set stays right.
type typeKeys struct {
	journal *journal
	views   *views

	versions  map[string][]string       // of a type's method set, by key
	instances map[string][][]types.Type // type arguments of the instances of a generic type, by its name
	renewed   bool                      // some type has more than one version
	session   bool                      // later units may declare methods of the unit's types

	texts map[types.Type]string // keys with versions, of the unit
}

// begin starts a unit.
func (tk *typeKeys) begin() { tk.texts = map[types.Type]string{} }

// noteInstance keeps the type arguments of an instance of a cell's type.
func (tk *typeKeys) noteInstance(t *types.Named) {
	if t.TypeArgs().Len() == 0 || t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "main" {
		return
	}
	name := t.Obj().Name()
	args := slices.Collect(t.TypeArgs().Types())
	same := func(a, b types.Type) bool { return tk.of(a, false) == tk.of(b, false) }
	if !slices.ContainsFunc(tk.instances[name], func(other []types.Type) bool { return slices.EqualFunc(args, other, same) }) {
		note(tk.journal, tk.instances, name, append(slices.Clip(tk.instances[name]), args))
	}
}

// of returns a text that identical types have in common. With versions, types that
// have got methods since are others.
func (tk *typeKeys) of(t types.Type, versions bool) string {
	if versions {
		if key, ok := tk.texts[t]; ok {
			return key
		}
	}
	k := keyWriter{keys: tk, versions: versions}
	k.write(t)
	if versions {
		tk.texts[t] = k.String()
	}
	return k.String()
}

type keyWriter struct {
	strings.Builder
	keys     *typeKeys
	versions bool
}

func (k *keyWriter) write(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		k.WriteString(types.Typ[types.Default(t).(*types.Basic).Kind()].String()) // byte is uint8
	case *types.Named:
		k.named(t)
	case *types.Pointer:
		k.WriteString("*")
		k.write(t.Elem())
	case *types.Slice:
		k.WriteString("[]")
		k.write(t.Elem())
	case *types.Array:
		k.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		k.write(t.Elem())
	case *types.Map:
		k.WriteString("map[")
		k.write(t.Key())
		k.WriteString("]")
		k.write(t.Elem())
	case *types.Chan:
		fmt.Fprintf(k, "chan%d(", t.Dir())
		k.write(t.Elem())
		k.WriteString(")")
	case *types.Signature:
		k.signature(t)
	case *types.Struct:
		k.structure(t)
	case *types.Interface:
		k.methods(t)
	default:
		k.WriteString(t.String())
	}
}

// named writes a declared type: one that a function declares is known by its
// object, since no other unit can name it.
func (k *keyWriter) named(t *types.Named) {
	o := t.Obj()
	if o.Pkg() == nil {
		k.WriteString(o.Name())
		return
	}
	k.WriteString(o.Pkg().Path() + "." + o.Name())
	if k.keys.views.isLocal(t) {
		fmt.Fprintf(k, "@%p", t)
	}
	if n := t.TypeArgs().Len(); n > 0 {
		k.WriteString("[")
		for arg := range t.TypeArgs().Types() {
			k.write(arg)
			k.WriteString(",")
		}
		k.WriteString("]")
	}
	if k.versions && k.keys.views.isOwn(t) && !types.IsInterface(t) {
		if v := k.keys.version(t); v > 0 {
			fmt.Fprintf(k, "~%d", v)
		}
	}
}

func (k *keyWriter) signature(t *types.Signature) {
	fmt.Fprintf(k, "func%t", t.Variadic())
	for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
		k.WriteString("(")
		for v := range tuple.Variables() {
			k.write(v.Type())
			k.WriteString(",")
		}
		k.WriteString(")")
	}
}

func (k *keyWriter) structure(t *types.Struct) {
	k.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		if !f.Exported() && f.Pkg() != nil {
			k.WriteString(f.Pkg().Path() + ".")
		}
		fmt.Fprintf(k, "%s %t ", f.Name(), f.Embedded())
		k.write(f.Type())
		fmt.Fprintf(k, " %q;", t.Tag(i))
	}
	k.WriteString("}")
}

func (k *keyWriter) methods(t *types.Interface) {
	k.WriteString("interface{")
	for m := range t.Methods() {
		if !m.Exported() && m.Pkg() != nil {
			k.WriteString(m.Pkg().Path() + ".")
		}
		k.WriteString(m.Name())
		k.signature(m.Signature())
		k.WriteString(";")
	}
	k.WriteString("}")
}

// version counts the method sets that a type, and what it is made of, have had.
func (tk *typeKeys) version(t *types.Named) int {
	if tk.isFinal(t) {
		return 0
	}
	key := tk.of(t, false)
	var texts []string
	for name, text := range tk.reach(t, map[string]string{}) {
		texts = append(texts, name+text)
	}
	slices.Sort(texts)
	set := strings.Join(texts, "|")
	at := slices.Index(tk.versions[key], set)
	if at < 0 {
		tk.noteInstance(t)
		at = len(tk.versions[key])
		tk.renewed = tk.renewed || at > 0
		note(tk.journal, tk.versions, key, append(slices.Clone(tk.versions[key]), set))
	}
	return at
}

// isFinal reports whether a type and all that it is made of have the methods that they ever get: of cells' types,
// a package that is not compiled knows those only that are type arguments.
func (tk *typeKeys) isFinal(t *types.Named) bool {
	_, whole := tk.views.whole[t.Obj().Pkg()]
	return whole && t.TypeArgs().Len() == 0 && !tk.views.isLocal(t)
}

// reach finds the methods of the own types that a type is made of, itself
// included, by their keys.
func (tk *typeKeys) reach(t types.Type, found map[string]string) map[string]string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil || !tk.views.isOwn(t) || types.IsInterface(t) || tk.isFinal(t) {
			break
		}
		key := tk.of(t, false)
		if _, ok := found[key]; !ok {
			found[key] = tk.methodsText(t)
			tk.reach(t.Underlying(), found)
		}
	case *types.Map:
		tk.reach(t.Key(), found)
		tk.reach(t.Elem(), found)
	case interface{ Elem() types.Type }:
		tk.reach(t.Elem(), found)
	case *types.Struct:
		for f := range t.Fields() {
			tk.reach(f.Type(), found)
		}
	}
	return found
}

// methodsText lists the methods of a type, their signatures and the fields that
// they come through.
func (tk *typeKeys) methodsText(t *types.Named) string {
	k := keyWriter{keys: tk}
	for _, t := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			m := set.At(i).Obj().(*types.Func)
			if !m.Exported() && !tk.views.own[m.Pkg()] {
				continue
			}
			k.WriteString(m.Name())
			k.signature(set.At(i).Type().(*types.Signature))
			fmt.Fprintf(&k, "%v;", set.At(i).Index()[:len(set.At(i).Index())-1])
		}
		k.WriteString("/")
	}
	return k.String()
}
