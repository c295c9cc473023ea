package static

import (
	"encoding/json"
	"go/token"
	"go/types"
	"strconv"

	"krigo/interp/internal/support"
)

// Package fmt and others that look into values by reflection see the
// interpreter's types. What these do not tell is handed over as a shape.

// shape describes t, nil where there is nothing to tell. Types of cells are told
// by name: declareShapes tells what they are.
func (k *check) shape(t types.Type) *support.Shape {
	if id := k.shapeID(t, nil); id != "" {
		return &support.Shape{Type: id}
	}
	return k.structure(t)
}

// shapeID is the interpreter's name of a type of a cell, empty for others and
// for interfaces. It notes that user, where there is one, refers to the type.
func (k *check) shapeID(t types.Type, user *decl) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main" || types.IsInterface(named) {
		return ""
	}
	text, err := k.spell(named, user)
	if err != nil {
		return ""
	}
	return k.typeID(named, text)
}

// structure describes what values of t are made of.
func (k *check) structure(t types.Type) *support.Shape {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return k.container(nil, t.Elem())
	case *types.Slice:
		return k.container(nil, t.Elem())
	case *types.Array:
		return k.container(nil, t.Elem())
	case *types.Map:
		return k.container(t.Key(), t.Elem())
	case *types.Struct:
		s := &support.Shape{Fields: make([]support.Field, t.NumFields())}
		for i := range s.Fields {
			f := t.Field(i)
			s.Fields[i] = support.Field{Name: f.Name(), Embedded: f.Embedded(), Shape: k.shape(f.Type())}
		}
		return s
	}
	return nil
}

func (k *check) container(key, elem types.Type) *support.Shape {
	s := &support.Shape{Elem: k.shape(elem)}
	if key != nil {
		s.Key = k.shape(key)
	}
	if s.Key == nil && s.Elem == nil {
		return nil
	}
	return s
}

// declareShapes tells the session's package about the types of this cell.
func (k *check) declareShapes() {
	for _, t := range k.concreteTypes(true) {
		d := k.newInstance()
		id := k.shapeID(t, d)
		if id == "" || k.after.instances["shape,"+id] != nil {
			continue
		}
		s := k.structure(t.Underlying())
		if s == nil {
			s = &support.Shape{}
		}
		s.Type, s.Name = id, runtimeText(t)
		d.source = "func init() { " + k.sessionName("Shape") + "(" + strconv.Quote(id) + ", " + strconv.Quote(shapeText(s)) + ") }"
		k.addInstance("shape,"+id, d)
	}
}

// shapeText is a shape as an argument of the session's functions.
func shapeText(s *support.Shape) string {
	if s == nil {
		return ""
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a tree of strings
	}
	return string(text)
}

// isForeign tells whether the interpreter keeps values of type t otherwise than
// Go does: what is or holds an interface, a type of a cell, or a field that is
// not exported.
func (k *check) isForeign(t types.Type) bool {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok && !types.IsInterface(t) {
		return named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "main"
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Pointer:
		return k.isForeign(t.Elem())
	case *types.Slice:
		return k.isForeign(t.Elem())
	case *types.Array:
		return k.isForeign(t.Elem())
	case *types.Map:
		return k.isForeign(t.Key()) || k.isForeign(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !token.IsExported(f.Name()) || k.isForeign(f.Type()) {
				return true
			}
		}
	}
	return false
}
