package support

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// view is v for display: what stands in interfaces inside is what it holds,
// with its text where its type, a cell's, has one.
func (s *shapes) view(text func(any) any, v any, shape string) any {
	return (&copier{shapes: s, methods: text, hasMethods: s.hasText}).top(v, shape)
}

// encode is v for packages that encode or visit it by reflection: what stands
// in interfaces inside is what it holds, what is not exported is left out and
// what is embedded is part of the whole, as in Go. The values that marshal makes
// a json.Marshaler or an encoding.TextMarshaler are that; it may be nil.
func (s *shapes) encode(marshal func(any) any, v any, shape string) any {
	c := &copier{shapes: s, methods: marshal, hasMethods: s.hasEncoding, encoding: true, copied: map[visit]reflect.Value{}}
	if marshal == nil {
		c.hasMethods = func(string) bool { return false }
	}
	return c.top(v, shape)
}

// marshaler and textMarshaler are a value as the compiled interface that it was
// given as.
func marshaler(v json.Marshaler) any { return v }

func textMarshaler(v encoding.TextMarshaler) any { return v }

// copier copies a value as far as the interpreter keeps it otherwise than Go.
type copier struct {
	shapes     *shapes
	methods    func(any) any     // gives a value the methods that its type has
	hasMethods func(string) bool // whether a type of a cell has them
	encoding   bool
	copied     map[visit]reflect.Value // pointers already followed, where encoding
	known      map[kind]bool           // which values differ
	structs    map[kind]copiedStruct
	depth      int // of the value in others
	values     int // copied
}

// A copy ends where values are too deep in others or too many, as in slices
// that hold themselves: what is left out is nobody's to read.
const (
	maxDepth  = 1000
	maxValues = 10_000_000
)

// visit is a pointer as a value of one type.
type visit struct {
	at uintptr
	as reflect.Type
}

// kind is a type with its shape.
type kind struct {
	reflect.Type
	*Shape
}

// top is the copy of a whole value.
func (c *copier) top(v any, shape string) any {
	given := c.shapes.given(v, shape)
	c.known, c.structs = map[kind]bool{}, map[kind]copiedStruct{}
	r := reflect.ValueOf(Plain(v))
	if !r.IsValid() {
		return nil
	}
	if given = c.shapes.of(r.Type(), given); r.Kind() == reflect.Pointer && !r.IsNil() && c.differs(r.Type().Elem(), given.elem()) {
		return c.pointer(r, given).Interface()
	}
	return c.value(r, given).Interface()
}

// differs tells whether values of type t have to be copied.
func (c *copier) differs(t reflect.Type, s *Shape) bool {
	s = c.shapes.of(t, s)
	k := kind{t, s}
	if known, ok := c.known[k]; ok {
		return known
	}
	c.known[k] = false // of a type within itself
	c.known[k] = c.hasMethods(s.id()) || c.isOther(t, s)
	return c.known[k]
}

// isOther is differs without a look at the type's own methods.
func (c *copier) isOther(t reflect.Type, s *Shape) bool {
	if t.String() == pair {
		return true
	}
	if t.PkgPath() != "" && t.Kind() != reflect.Interface {
		return false
	}
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Struct:
		if c.encoding {
			return true
		}
		for i := range s.fields(t) {
			if f := s.field(t, i); c.differs(t.Field(i).Type, f.Shape) {
				return true
			}
		}
	case reflect.Pointer:
		return c.encoding && c.differs(t.Elem(), s.elem())
	case reflect.Slice, reflect.Array:
		return c.differs(t.Elem(), s.elem())
	case reflect.Map:
		return c.differs(t.Key(), s.key()) || c.differs(t.Elem(), s.elem())
	}
	return false
}

// value is the copy of one value, without methods of its own.
func (c *copier) value(v reflect.Value, s *Shape) reflect.Value {
	s = c.shapes.of(v.Type(), s)
	if !c.differs(v.Type(), s) || c.depth > maxDepth || c.values > maxValues {
		return v
	}
	c.depth++
	c.values++
	defer func() { c.depth-- }()
	switch v.Kind() {
	case reflect.Pointer:
		if c.encoding && !v.IsNil() {
			return c.pointer(v, s)
		}
	case reflect.Struct:
		k := c.structOf(v.Type(), s)
		out := reflect.New(k.t).Elem()
		c.fill(out, k, v)
		return out
	case reflect.Slice, reflect.Array:
		return c.items(v, s)
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
	if e, id := s.identify(v); c.hasMethods(id) {
		return c.methods(e)
	}
	return c.bare(v, s)
}

// bare is inner without the value's own methods.
func (c *copier) bare(v reflect.Value, s *Shape) any {
	plain := Plain(v.Interface())
	if plain == nil {
		return nil
	}
	if known := c.shapes.named(TypeID(v.Interface())); known != nil {
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
	k := c.structOf(elem.Type(), c.shapes.of(elem.Type(), s.elem()))
	p := reflect.New(k.t)
	if c.encoding {
		c.copied[key] = p
	}
	c.fill(p.Elem(), k, elem)
	return p
}

// items is the copy of a slice or an array. It has a type of its own only where
// its elements are structs without methods.
func (c *copier) items(v reflect.Value, s *Shape) reflect.Value {
	elem := v.Type().Elem()
	shape := c.shapes.of(elem, s.elem())
	if elem.Kind() == reflect.Struct && elem.String() != pair && !c.hasMethods(shape.id()) {
		k := c.structOf(elem, shape)
		out := reflect.MakeSlice(reflect.SliceOf(k.t), v.Len(), v.Len())
		for i := range v.Len() {
			c.fill(out.Index(i), k, v.Index(i))
		}
		return out
	}
	if v.Kind() == reflect.Slice && v.IsNil() {
		return reflect.ValueOf([]any(nil))
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = c.inner(v.Index(i), shape)
	}
	return reflect.ValueOf(out)
}

// entries is the copy of a map. Its keys keep their type, but for those that
// are interfaces.
func (c *copier) entries(v reflect.Value, s *Shape) reflect.Value {
	key := v.Type().Key()
	if key.Kind() == reflect.Interface || key.String() == pair {
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

// copiedStruct is the type of the copies of a struct type.
type copiedStruct struct {
	t      reflect.Type
	fields []copiedField
}

// copiedField is a field of a copy.
type copiedField struct {
	reflect.StructField
	path   []int // of the field in the struct that is copied
	shape  *Shape
	copies bool // whether its values are copied
	bare   bool // whether it is not exported: methods do not count
	// omitEmpty tells whether an encoding leaves out empty values.
	omitEmpty bool
}

func (c *copier) structOf(t reflect.Type, s *Shape) copiedStruct {
	if made, ok := c.structs[kind{t, s}]; ok {
		return made
	}
	made := copiedStruct{fields: c.fields(t, s)}
	fields := make([]reflect.StructField, len(made.fields))
	for i, f := range made.fields {
		fields[i] = f.StructField
	}
	made.t = reflect.StructOf(fields)
	c.structs[kind{t, s}] = made
	return made
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
		omitEmpty: strings.Contains(from.Tag.Get("json"), ",omitempty"),
	}
	if c.differs(from.Type, f.Shape) {
		out.copies, out.Type = true, reflect.TypeFor[any]()
	}
	return out
}

// isEmpty tells whether package json leaves a value out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// fill copies the fields of from.
func (c *copier) fill(to reflect.Value, k copiedStruct, from reflect.Value) {
	for i, f := range k.fields {
		v := from.FieldByIndex(f.path)
		if !f.copies {
			to.Field(i).Set(v)
			continue
		}
		if f.omitEmpty && isEmpty(v) {
			continue
		}
		copied := c.inner
		if f.bare {
			copied = c.bare
		}
		if x := copied(v, f.shape); x != nil {
			to.Field(i).Set(reflect.ValueOf(x))
		}
	}
}
