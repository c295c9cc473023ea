package check

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// speller writes types as Go source.
type speller struct {
	// name spells a type's name, or fails where it cannot be spelt.
	name func(*types.TypeName) (string, bool)
	b    strings.Builder
	bad  *types.TypeName // a name that cannot be spelt
}

// Spell writes t. It fails with the name that cannot be written, such as an
// unexported type of another package.
func Spell(t types.Type, name func(*types.TypeName) (string, bool)) (string, error) {
	return (&speller{name: name}).spell(t)
}

func (s *speller) spell(t types.Type) (string, error) {
	s.write(t)
	if s.bad != nil {
		return "", fmt.Errorf("type %s cannot be named outside its package; declare the variable with an interface type or an exported one", s.bad.Pkg().Name()+"."+s.bad.Name())
	}
	return s.b.String(), nil
}

func (s *speller) str(text ...string) {
	for _, t := range text {
		s.b.WriteString(t)
	}
}

func (s *speller) typeName(o *types.TypeName, args *types.TypeList) {
	text, ok := s.name(o)
	if !ok {
		s.bad = o
	}
	s.str(text)
	if args.Len() == 0 {
		return
	}
	s.str("[")
	for i := range args.Len() {
		if i > 0 {
			s.str(", ")
		}
		s.write(args.At(i))
	}
	s.str("]")
}

func (s *speller) write(t types.Type) {
	switch t := t.(type) {
	case *types.Basic:
		s.basic(t)
	case *types.Named:
		s.typeName(t.Obj(), t.TypeArgs())
	case *types.Alias:
		if t.Obj().Pkg() == nil || t.TypeArgs().Len() > 0 {
			s.write(types.Unalias(t))
			return
		}
		s.typeName(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		s.str(t.Obj().Name())
	case *types.Pointer:
		s.str("*")
		s.write(t.Elem())
	case *types.Slice:
		s.str("[]")
		s.write(t.Elem())
	case *types.Array:
		s.str("[", strconv.FormatInt(t.Len(), 10), "]")
		s.write(t.Elem())
	case *types.Map:
		s.str("map[")
		s.write(t.Key())
		s.str("]")
		s.write(t.Elem())
	case *types.Chan:
		s.channel(t)
	case *types.Struct:
		s.structure(t)
	case *types.Signature:
		s.str("func")
		s.signature(t)
	case *types.Interface:
		s.iface(t)
	case *types.Tuple:
		s.tuple(t, false)
	default:
		s.str(t.String())
	}
}

func (s *speller) basic(t *types.Basic) {
	switch t.Kind() {
	case types.UnsafePointer:
		s.typeName(types.Unsafe.Scope().Lookup("Pointer").(*types.TypeName), nil)
	default:
		s.str(types.Default(t).String())
	}
}

func (s *speller) channel(t *types.Chan) {
	switch t.Dir() {
	case types.SendOnly:
		s.str("chan<- ")
	case types.RecvOnly:
		s.str("<-chan ")
	default:
		s.str("chan ")
	}
	if inner, ok := t.Elem().(*types.Chan); ok && inner.Dir() == types.RecvOnly {
		s.str("(")
		s.write(inner)
		s.str(")")
		return
	}
	s.write(t.Elem())
}

func (s *speller) structure(t *types.Struct) {
	s.str("struct{")
	for i := range t.NumFields() {
		if i > 0 {
			s.str("; ")
		}
		f := t.Field(i)
		if !f.Embedded() {
			s.str(f.Name(), " ")
		}
		s.write(f.Type())
		if tag := t.Tag(i); tag != "" {
			s.str(" ", strconv.Quote(tag))
		}
	}
	s.str("}")
}

func (s *speller) iface(t *types.Interface) {
	if t.Empty() {
		s.str("interface{}")
		return
	}
	s.str("interface{")
	for i := range t.NumEmbeddeds() {
		if i > 0 {
			s.str("; ")
		}
		s.write(t.EmbeddedType(i))
	}
	for i := range t.NumExplicitMethods() {
		if i+t.NumEmbeddeds() > 0 {
			s.str("; ")
		}
		m := t.ExplicitMethod(i)
		s.str(m.Name())
		s.signature(m.Signature())
	}
	s.str("}")
}

func (s *speller) signature(t *types.Signature) {
	s.tuple(t.Params(), t.Variadic())
	switch t.Results().Len() {
	case 0:
	case 1:
		s.str(" ")
		s.write(t.Results().At(0).Type())
	default:
		s.str(" ")
		s.tuple(t.Results(), false)
	}
}

// tuple writes parameters or results without their names, which the
// interpreter would take for variables.
func (s *speller) tuple(t *types.Tuple, variadic bool) {
	s.str("(")
	for i := range t.Len() {
		if i > 0 {
			s.str(", ")
		}
		v := t.At(i)
		if slice, ok := v.Type().(*types.Slice); ok && variadic && i == t.Len()-1 {
			s.str("...")
			s.write(slice.Elem())
			continue
		}
		s.write(v.Type())
	}
	s.str(")")
}
