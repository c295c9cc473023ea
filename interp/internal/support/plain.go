package support

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// view is v for display: what stands in interfaces inside is what it holds,
// with its text where its type, a cell's, has one.
func (s *shapes) view(text func(any) any, v any, shape string) any {
	given := s.parse(shape)
	if id := TypeID(v); id != "" {
		given = s.named(id)
	}
	c := copier{shapes: s, text: text, isOwn: isText}
	return c.copyOf(Plain(v), given)
}

// encode is v for packages that encode or visit it by reflection: what stands
// in interfaces inside is what it holds, what is not exported is left out and
// what is embedded is part of the whole, as in Go. The values that marshal makes
// a json.Marshaler or an encoding.TextMarshaler are that; it may be nil.
func (s *shapes) encode(marshal func(any) any, v any, shape string) any {
	given := s.parse(shape)
	if id := TypeID(v); id != "" {
		given = s.named(id)
	}
	c := copier{shapes: s, text: marshal, isOwn: isMarshaler, encoding: true, copied: map[visit]reflect.Value{}}
	return c.copyOf(Plain(v), given)
}

// copier copies a value as far as the interpreter keeps it otherwise than Go.
type copier struct {
	shapes   *shapes
	text     texts          // nil where no methods count
	isOwn    func(any) bool // whether text gave a value with a method
	encoding bool
	copied   map[visit]reflect.Value // pointers already followed
}

func isMarshaler(x any) bool {
	switch x.(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return true
	}
	return false
}

// marshaler and textMarshaler are a value as the compiled interface that it was
// given as.
func marshaler(v json.Marshaler) any { return v }

func textMarshaler(v encoding.TextMarshaler) any { return v }

// visit is a pointer as a value of one type.
type visit struct {
	at uintptr
	as reflect.Type
}

// copyOf is the copy of a value at the top.
func (c *copier) copyOf(v any, s *Shape) any {
	r := reflect.ValueOf(v)
	if !r.IsValid() {
		return v
	}
	if s = c.shapes.of(r.Type(), s); r.Kind() == reflect.Pointer && !r.IsNil() && c.differs(r.Type(), s) {
		return c.pointer(r, s).Interface()
	}
	return c.value(r, s).Interface()
}

// differs tells whether values of type t have to be copied.
func (c *copier) differs(t reflect.Type, s *Shape) bool {
	return foreign(t) || c.text != nil && s.composite()
}

// value is the copy of one value.
func (c *copier) value(v reflect.Value, s *Shape) reflect.Value {
	s = c.shapes.of(v.Type(), s)
	if !c.differs(v.Type(), s) {
		return v
	}
	switch v.Kind() {
	case reflect.Pointer:
		if c.encoding && !v.IsNil() {
			return c.pointer(v, s)
		}
	case reflect.Struct:
		return c.structure(v, s)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return reflect.ValueOf([]any(nil))
		}
		out := make([]any, v.Len())
		for i := range out {
			out[i] = c.inner(v.Index(i), s.elem())
		}
		return reflect.ValueOf(out)
	case reflect.Map:
		return c.entries(v, s)
	}
	return v
}

// inner is the copy of a value inside another one, nil for an interface that
// holds nothing and for a nil pointer.
func (c *copier) inner(v reflect.Value, s *Shape) any {
	if (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) && v.IsNil() {
		return nil
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	e, id := v.Interface(), s.id()
	if known := TypeID(e); known != "" {
		id = known
	} else if id != "" {
		e = typed{id, e}
	}
	if id != "" && c.text != nil {
		if x := c.text(e); c.isOwn(x) {
			return x
		}
	}
	plain := Plain(e)
	if plain == nil {
		return nil
	}
	if known := c.shapes.named(id); known != nil {
		s = known
	}
	return c.value(reflect.ValueOf(plain), s).Interface()
}

// pointer is a pointer to a copy of what v points to.
func (c *copier) pointer(v reflect.Value, s *Shape) reflect.Value {
	key := visit{v.Pointer(), v.Type()}
	if seen, ok := c.copied[key]; ok {
		return seen
	}
	elem := v.Elem()
	if elem.Kind() != reflect.Struct {
		x := c.value(elem, s.elem())
		p := reflect.New(x.Type())
		p.Elem().Set(x)
		return p
	}
	shape := c.shapes.of(elem.Type(), s.elem())
	fields := c.fields(elem.Type(), shape)
	p := reflect.New(structOf(fields))
	if c.copied != nil {
		c.copied[key] = p
	}
	c.fill(p.Elem(), fields, elem)
	return p
}

// structure is the copy of a struct.
func (c *copier) structure(v reflect.Value, s *Shape) reflect.Value {
	fields := c.fields(v.Type(), s)
	out := reflect.New(structOf(fields)).Elem()
	c.fill(out, fields, v)
	return out
}

// copiedField is a field of a copy.
type copiedField struct {
	reflect.StructField
	path   []int // of the field in the struct that is copied
	shape  *Shape
	copies bool // whether its values are copied
	bare   bool // whether it is not exported: methods do not count
}

// fields are those of the copy of a struct type. In an encoding the fields of
// an embedded struct stand in its place, but for those whose names the struct
// itself has.
func (c *copier) fields(t reflect.Type, s *Shape) []copiedField {
	names := map[string]bool{}
	for i := range s.fields(t) {
		if !c.flattens(t.Field(i), s.field(t, i)) {
			names[t.Field(i).Name] = true
		}
	}
	var out []copiedField
	for i := range s.fields(t) {
		f := s.field(t, i)
		switch {
		case c.flattens(t.Field(i), f):
			for _, inner := range c.promoted(t.Field(i).Type, f.Shape, i) {
				if !names[inner.Name] {
					names[inner.Name] = true
					out = append(out, inner)
				}
			}
		case !c.encoding || isExported(f.Name):
			out = append(out, c.field(t.Field(i), f, i))
		}
	}
	return out
}

// flattens tells whether a field is an embedded struct whose fields are encoded
// as the outer one's.
func (c *copier) flattens(f reflect.StructField, told Field) bool {
	return c.encoding && told.Embedded && f.Type.Kind() == reflect.Struct && f.Type.PkgPath() == "" && f.Tag.Get("json") == ""
}

// promoted are the fields of the embedded struct at i.
func (c *copier) promoted(t reflect.Type, s *Shape, i int) []copiedField {
	fields := c.fields(t, c.shapes.of(t, s))
	for j := range fields {
		fields[j].path = append([]int{i}, fields[j].path...)
	}
	return fields
}

func (c *copier) field(from reflect.StructField, f Field, i int) copiedField {
	out := copiedField{
		StructField: reflect.StructField{Name: from.Name, Type: from.Type, Tag: from.Tag},
		path:        []int{i}, shape: f.Shape, bare: !isExported(f.Name),
	}
	s := c.shapes.of(from.Type, f.Shape)
	if c.differs(from.Type, s) || c.text != nil && s.id() != "" && !out.bare {
		out.copies, out.Type = true, reflect.TypeFor[any]()
	}
	return out
}

func structOf(fields []copiedField) reflect.Type {
	out := make([]reflect.StructField, len(fields))
	for i, f := range fields {
		out[i] = f.StructField
	}
	return reflect.StructOf(out)
}

// fill copies the fields of from.
func (c *copier) fill(to reflect.Value, fields []copiedField, from reflect.Value) {
	for i, f := range fields {
		v := from.FieldByIndex(f.path)
		if !f.copies {
			to.Field(i).Set(v)
			continue
		}
		in := c
		if f.bare {
			in = &copier{shapes: c.shapes}
		}
		if x := in.inner(v, f.shape); x != nil {
			to.Field(i).Set(reflect.ValueOf(x))
		}
	}
}

// entries is the copy of a map. Its keys keep their type, but for those that
// are interfaces.
func (c *copier) entries(v reflect.Value, s *Shape) reflect.Value {
	key := v.Type().Key()
	if foreign(key) {
		key = reflect.TypeFor[any]()
	}
	t := reflect.MapOf(key, reflect.TypeFor[any]())
	if v.IsNil() {
		return reflect.Zero(t)
	}
	out := reflect.MakeMapWithSize(t, v.Len())
	for iter := v.MapRange(); iter.Next(); {
		x := reflect.New(reflect.TypeFor[any]()).Elem()
		if inner := c.inner(iter.Value(), s.elem()); inner != nil {
			x.Set(reflect.ValueOf(inner))
		}
		k := iter.Key()
		if key.Kind() == reflect.Interface {
			k = reflect.ValueOf(plainKey(k))
		}
		out.SetMapIndex(k, x)
	}
	return out
}
