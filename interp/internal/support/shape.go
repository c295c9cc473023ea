package support

import (
	"encoding/json"
	"reflect"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Shape is what the interpreter's type of a value does not tell of the type
// that a cell has for it. The zero Shape tells nothing.
type Shape struct {
	// Type is the interpreter's name of a type of a cell, empty for others.
	Type string `json:"t,omitempty"`
	// Name is how Go writes that type.
	Name string `json:"n,omitempty"`
	// Elem and Key are those of a pointer, slice, array or map.
	Elem *Shape `json:"e,omitempty"`
	Key  *Shape `json:"k,omitempty"`
	// Fields are those of a struct, in order.
	Fields []Field `json:"f,omitempty"`
}

// Field is a field of a struct.
type Field struct {
	Name     string `json:"n"`
	Embedded bool   `json:"e,omitempty"`
	Shape    *Shape `json:"s,omitempty"`
}

// shapes knows the shapes of cells' types by their names in the interpreter.
type shapes struct {
	registry *registry
	mu       sync.RWMutex
	types    map[string]*Shape // declared
	parsed   map[string]*Shape // of texts
}

// hasText tells whether values of a type of a cell have a text of their own.
func (s *shapes) hasText(id string) bool {
	return id != "" && s.registry.implements(id, "error", "fmt.Stringer")
}

// hasEncoding tells whether they encode themselves.
func (s *shapes) hasEncoding(id string) bool {
	return id != "" && s.registry.implements(id, "encoding/json.Marshaler", "encoding.TextMarshaler")
}

// declare notes the shape of a type, given as JSON.
func (s *shapes) declare(id, text string) bool {
	shape := s.parse(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.types == nil {
		s.types = map[string]*Shape{}
	}
	s.types[id] = shape
	return true
}

// parse is the shape that lowered code gives as JSON; it is known afterwards.
func (s *shapes) parse(text string) *Shape {
	if text == "" {
		return nil
	}
	s.mu.RLock()
	shape := s.parsed[text]
	s.mu.RUnlock()
	if shape != nil {
		return shape
	}
	shape = &Shape{}
	if err := json.Unmarshal([]byte(text), shape); err != nil {
		panic("a shape is not understood: " + err.Error())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parsed == nil {
		s.parsed = map[string]*Shape{}
	}
	s.parsed[text] = shape
	return shape
}

// given is the shape of v: that of the type that it has in an interface, else the
// one that lowered code gives as JSON.
func (s *shapes) given(v any, text string) *Shape {
	if id := TypeID(v); id != "" {
		return s.named(id)
	}
	return s.parse(text)
}

// of is the shape of a value of type t, where the place that it comes from has
// the given one.
func (s *shapes) of(t reflect.Type, given *Shape) *Shape {
	id := brand(t)
	if id == "" && given != nil {
		id = given.Type
	}
	if known := s.named(id); known != nil {
		return known
	}
	return given
}

// named is the shape of a type of a cell, or of a pointer to one, by its name
// in the interpreter; nil where there is none.
func (s *shapes) named(id string) *Shape {
	if id == "" {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if known := s.types[id]; known != nil {
		return known
	}
	if id[0] == '*' {
		if known := s.types[id[1:]]; known != nil {
			return &Shape{Type: id, Name: "*" + known.Name, Elem: known}
		}
	}
	return nil
}

// elem and key are those of a shape that may be nil.
func (s *Shape) elem() *Shape {
	if s == nil {
		return nil
	}
	return s.Elem
}

func (s *Shape) key() *Shape {
	if s == nil {
		return nil
	}
	return s.Key
}

// field is the i-th field of a struct type. Where no shape tells its name it is
// found in the interpreter's, which begins with X for one that is not exported.
func (s *Shape) field(t reflect.Type, i int) Field {
	if s != nil && i < len(s.Fields) {
		return s.Fields[i]
	}
	name := t.Field(i).Name
	if len(name) > 1 && name[0] == 'X' {
		if r, _ := utf8.DecodeRuneInString(name[1:]); unicode.IsLower(r) || r == '_' {
			name = name[1:]
		}
	}
	return Field{Name: name}
}

// fields is the number of fields of a struct type. The interpreter has a blank
// one for a cell's struct without any.
func (s *Shape) fields(t reflect.Type) int {
	if s != nil && s.Name != "" {
		return len(s.Fields)
	}
	if t.NumField() == 1 && t.Field(0).Type == reflect.TypeFor[struct{}]() {
		return 0
	}
	return t.NumField()
}

// foreign tells whether values of type t may hold what package fmt and its like
// do not know as Go has it: interfaces, and structs of cells.
func foreign(t reflect.Type) bool {
	if t.String() == pair {
		return true
	}
	if t.PkgPath() != "" && t.Kind() != reflect.Interface {
		return false
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Struct:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return foreign(t.Elem())
	case reflect.Map:
		return foreign(t.Key()) || foreign(t.Elem())
	}
	return false
}

func isExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
