package core

import (
	"fmt"
	"reflect"
	"unsafe"

	"krigo/interp/emit"
	"krigo/interp/internal/gotype"
)

// named are the types that Go itself declares.
var named = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](), "error": reflect.TypeFor[error](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "uintptr": reflect.TypeFor[uintptr](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
	"complex64": reflect.TypeFor[complex64](), "complex128": reflect.TypeFor[complex128](),
	"byte": reflect.TypeFor[byte](), "rune": reflect.TypeFor[rune](), "any": reflect.TypeFor[any](),
	"unsafe.Pointer": reflect.TypeFor[unsafe.Pointer](), "untyped nil": reflect.TypeFor[any](),
	"comparable": reflect.TypeFor[any](),
}

// makeTypes makes the types of a unit.
func (r *Runtime) makeTypes(list []emit.Type) error {
	var descs []gotype.Desc
	for _, t := range list {
		switch {
		case t.Ident != "":
			rt, err := r.compiledType(t)
			if err != nil {
				return err
			}
			r.types.Bind(t.ID, rt)
		case t.Like != 0:
			desc, err := r.like(t)
			if err != nil {
				return err
			}
			descs = append(descs, desc)
		default:
			descs = append(descs, t.Desc)
		}
	}
	if err := r.types.Add(descs); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range list {
		rt, _ := r.types.Type(t.ID)
		switch {
		case t.Work:
			r.work[rt] = true
			continue
		case t.Hidden:
			r.trues[rt] = true
			r.families[rt] = t.Family
			r.newest[t.Family] = rt
		}
		r.ids[rt] = t.ID
	}
	return nil
}

// compiledType finds a type of a compiled package, or of Go itself.
func (r *Runtime) compiledType(t emit.Type) (reflect.Type, error) {
	if t.Path == "" {
		if rt, ok := named[t.Ident]; ok {
			return rt, nil
		}
		return nil, fmt.Errorf("there is no type %s", t.Ident)
	}
	v, err := r.symbol(t.Path, t.Ident)
	if err != nil {
		return nil, err
	}
	rt := v.Type()
	if rt.Kind() == reflect.Func && !v.IsZero() {
		rt = rt.Out(0)
	}
	if rt.Kind() == reflect.Pointer {
		rt = rt.Elem()
	}
	return rt, nil
}

// like describes a type with a compiled struct's underlying type, whose fields
// only the worker knows. It is described when the compiled one is known.
func (r *Runtime) like(t emit.Type) (gotype.Desc, error) {
	rt, ok := r.types.Type(t.Like)
	if !ok || rt.Kind() != reflect.Struct {
		return gotype.Desc{}, fmt.Errorf("type %s is like one that is not a struct", t.Name)
	}
	desc := t.Desc
	desc.Kind, desc.FieldsPkgPath = reflect.Struct, rt.PkgPath()
	for i := range rt.NumField() {
		f := rt.Field(i)
		r.bound--
		r.types.Bind(r.bound, f.Type)
		desc.Fields = append(desc.Fields, gotype.Field{
			Name: f.Name, Tag: string(f.Tag), Type: r.bound, Embedded: f.Anonymous, Hidden: !f.IsExported(),
		})
	}
	return desc, nil
}

// typeOf returns a described type.
func (r *Runtime) typeOf(id int) (reflect.Type, error) {
	rt, ok := r.types.Type(id)
	if !ok {
		return nil, fmt.Errorf("there is no type %d", id)
	}
	return rt, nil
}
