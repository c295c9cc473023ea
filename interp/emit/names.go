package emit

import (
	"go/types"
	"strconv"
	"strings"
)

// names.go: type arguments as reflection writes them in the names of types.

// argument is a type argument as reflection writes it: without spaces behind
// commas, with the paths of packages, and with the number of a type that a
// function declares.
func (e *Emitter) argument(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // not byte or rune
	case *types.Named:
		return e.namedArgument(t)
	case *types.Pointer:
		return "*" + e.argument(t.Elem())
	case *types.Slice:
		return "[]" + e.argument(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + e.argument(t.Elem())
	case *types.Map:
		return "map[" + e.argument(t.Key()) + "]" + e.argument(t.Elem())
	case *types.Chan:
		return chanText(t.Dir(), e.argument(t.Elem()))
	case *types.Signature:
		return "func" + e.signatureArgument(t)
	case *types.Interface:
		if t.Empty() {
			return "interface {}"
		}
	case *types.Struct:
		return e.structArgument(t)
	}
	return e.reflected(t)
}

func (e *Emitter) namedArgument(t *types.Named) string {
	o := t.Obj()
	name := UserText(o.Name())
	if o.Pkg() == nil {
		return name
	}
	name = o.Pkg().Path() + "." + name
	if e.isLocal(t) {
		name += "·" + strconv.Itoa(e.localNumber(o))
	}
	if t.TypeArgs().Len() == 0 {
		return name
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, e.argument(arg))
	}
	return name + "[" + strings.Join(args, ",") + "]"
}

func (e *Emitter) signatureArgument(t *types.Signature) string {
	var params, results []string
	for v := range t.Params().Variables() {
		params = append(params, e.argument(v.Type()))
	}
	if t.Variadic() {
		params[len(params)-1] = "..." + strings.TrimPrefix(params[len(params)-1], "[]")
	}
	for v := range t.Results().Variables() {
		results = append(results, e.argument(v.Type()))
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

// structArgument is a struct type as reflection writes it: with the packages of
// fields that are not exported.
func (e *Emitter) structArgument(t *types.Struct) string {
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
		text += e.argument(f.Type())
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}
