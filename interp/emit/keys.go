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

// Mark is a letter that no one types. What names of a session bear from it on
// tells their versions apart, and is no part of them for users.
const Mark = "ᐧ"

// UserText gives names of a session in a text the form that users wrote: the mark
// and the number behind it are cut off.
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

// key is a text that identical types have in common. With versions, types that
// have got methods since are others.
func (e *Emitter) key(t types.Type, versions bool) string {
	if versions {
		if key, ok := e.keys[t]; ok {
			return key
		}
	}
	k := keyWriter{e: e, versions: versions}
	k.write(t)
	if versions {
		e.keys[t] = k.String()
	}
	return k.String()
}

type keyWriter struct {
	strings.Builder
	e        *Emitter
	versions bool
}

func (k *keyWriter) write(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		k.WriteString(types.Default(t).String())
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
	if k.e.isLocal(t) {
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
	if k.versions && k.e.isOwn(t) && !types.IsInterface(t) {
		if v := k.e.version(t); v > 0 {
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
func (e *Emitter) version(t *types.Named) int {
	key := e.key(t, false)
	var texts []string
	for name, text := range e.reach(t, map[string]string{}) {
		texts = append(texts, name+text)
	}
	slices.Sort(texts)
	set := strings.Join(texts, "|")
	at := slices.Index(e.versions[key], set)
	if at < 0 {
		e.noteType(t)
		at = len(e.versions[key])
		e.renewed = e.renewed || at > 0
		note(&e.journal, e.versions, key, append(slices.Clone(e.versions[key]), set))
	}
	return at
}

// reach finds the methods of the own types that a type is made of, itself
// included, by their keys.
func (e *Emitter) reach(t types.Type, found map[string]string) map[string]string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil || !e.isOwn(t) || types.IsInterface(t) {
			break
		}
		key := e.key(t, false)
		if _, ok := found[key]; !ok {
			found[key] = e.methodsText(t)
			e.reach(t.Underlying(), found)
		}
	case *types.Map:
		e.reach(t.Key(), found)
		e.reach(t.Elem(), found)
	case interface{ Elem() types.Type }:
		e.reach(t.Elem(), found)
	case *types.Struct:
		for f := range t.Fields() {
			e.reach(f.Type(), found)
		}
	}
	return found
}

// methodsText tells the methods of a type, their signatures and the fields that
// they come through.
func (e *Emitter) methodsText(t *types.Named) string {
	k := keyWriter{e: e}
	for _, t := range []types.Type{t, types.NewPointer(t)} {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			m := set.At(i).Obj().(*types.Func)
			if !m.Exported() && !e.own[m.Pkg()] {
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

// family is the ID of the first version of a type that has the given ID.
func (e *Emitter) family(t types.Type, id int) int {
	key := "family " + e.key(t, false)
	if first, ok := e.workIDs[key]; ok {
		return first
	}
	note(&e.journal, e.workIDs, key, id)
	return id
}
