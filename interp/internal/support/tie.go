package support

import (
	"reflect"
	"slices"
	"unicode"
	"unicode/utf8"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// The interpreter makes the reflection types of structs that refer to
// themselves with stand-ins, which it replaces by the first type that it meets
// again: the wrong one where structs refer to each other. So cells have these
// made here, before anything uses them.

// tier ties the struct types of an interpreter's cells together.
type tier struct{ interp *yaegi.Interpreter }

// tie makes the reflection types of the structs of these names, which refer to
// each other.
func (t tier) tie(names ...string) bool {
	k := &knot{symbols: t.symbols(), members: map[string]*member{}}
	for _, name := range names {
		if typ, ok := k.lookup(name); ok && typ.category() == structCategory && typ.get("rtype").IsNil() {
			k.members[name] = &member{typ: typ}
		}
	}
	for _, name := range names {
		if m := k.members[name]; m != nil {
			k.build(m)
		}
	}
	for _, m := range k.members {
		k.complete(m)
	}
	return true
}

// symbols are what cells declare, by name.
func (t tier) symbols() reflect.Value {
	scope := exported(reflect.ValueOf(t.interp).Elem().FieldByName("scopes")).MapIndex(reflect.ValueOf("main"))
	return exported(scope.Elem().FieldByName("sym"))
}

// exported is a field that may be read and written although its name is not
// exported.
func exported(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// The categories of the interpreter's types that are made of others
// (interp.tcat).
const (
	arrayCategory    = 1
	chanCategory     = 6
	chanSendCategory = 7
	chanRecvCategory = 8
	funcCategory     = 16
	linkedCategory   = 24
	mapCategory      = 25
	ptrCategory      = 26
	sliceCategory    = 27
	structCategory   = 30
	variadicCategory = 38
)

// itype is one of the interpreter's types.
type itype struct{ v reflect.Value }

func pointedType(p reflect.Value) itype {
	return itype{reflect.NewAt(p.Type().Elem(), p.UnsafePointer()).Elem()}
}

func (t itype) get(field string) reflect.Value { return exported(t.v.FieldByName(field)) }

func (t itype) category() uint64 { return t.get("cat").Uint() }

func (t itype) part(field string) itype { return pointedType(t.get(field)) }

// typeOf is the reflection type that the interpreter makes itself.
func (t itype) typeOf() reflect.Type {
	return t.v.Addr().MethodByName("TypeOf").Call(nil)[0].Interface().(reflect.Type)
}

// member is one of the structs.
type member struct {
	typ     itype
	seen    []itype // other descriptions of it
	made    reflect.Type
	pending []int // fields that have stand-ins
}

// knot is the structs while their types are made.
type knot struct {
	symbols  reflect.Value // the interpreter's, by name
	members  map[string]*member
	standsIn bool // whether a stand-in was used
}

// lookup finds a declared type.
func (k *knot) lookup(name string) (itype, bool) {
	symbol := k.symbols.MapIndex(reflect.ValueOf(name))
	if !symbol.IsValid() || symbol.IsNil() {
		return itype{}, false
	}
	typ := symbol.Elem().FieldByName("typ")
	if typ.IsNil() {
		return itype{}, false
	}
	return pointedType(typ), true
}

// standIn is in the place of a struct that is not made yet.
type standIn struct{}

// build makes a member's type, with stand-ins behind pointers.
func (k *knot) build(m *member) {
	if m.made != nil {
		return
	}
	fields := m.typ.get("field")
	list := make([]reflect.StructField, fields.Len())
	for i := range list {
		before := k.standsIn
		k.standsIn = false
		list[i] = k.field(fields.Index(i), fields.Len() == 1, false)
		if k.standsIn {
			m.pending = append(m.pending, i)
		}
		k.standsIn = before
	}
	m.made = reflect.StructOf(list)
}

// field is a field as the interpreter makes it.
func (k *knot) field(f reflect.Value, only, indirect bool) reflect.StructField {
	name := exported(f.FieldByName("name")).String()
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(r) {
		name = "X" + name
	}
	return reflect.StructField{
		Name: name, Type: k.typeOf(pointedType(exported(f.FieldByName("typ"))), indirect),
		Tag:       reflect.StructTag(exported(f.FieldByName("tag")).String()),
		Anonymous: only && exported(f.FieldByName("embed")).Bool(),
	}
}

// complete puts the types of the fields in the place of stand-ins, and tells
// the interpreter.
func (k *knot) complete(m *member) {
	fields := m.typ.get("field")
	for _, i := range m.pending {
		setField(m.made, i, k.typeOf(pointedType(exported(fields.Index(i).FieldByName("typ"))), true))
	}
	for _, t := range append(m.seen, m.typ) {
		t.get("rtype").Set(reflect.ValueOf(&m.made).Elem())
	}
}

// member is the member that a type stands for, or nil.
func (k *knot) member(t itype) *member {
	m := k.members[t.get("name").String()]
	if m == nil || t.category() != structCategory {
		return nil
	}
	if t.v.Addr().UnsafePointer() != m.typ.v.Addr().UnsafePointer() && !slices.Contains(m.seen, t) {
		m.seen = append(m.seen, t)
	}
	return m
}

// typeOf makes the type of a field. Indirect is one that is behind a pointer,
// or is kept behind one.
func (k *knot) typeOf(t itype, indirect bool) reflect.Type {
	if t.get("incomplete").Bool() {
		if found, ok := k.lookup(t.get("name").String()); ok {
			t = found
		}
	}
	if m := k.member(t); m != nil {
		if m.made == nil && indirect {
			k.standsIn = true
			return reflect.TypeFor[standIn]()
		}
		k.build(m)
		return m.made
	}
	switch t.category() {
	case linkedCategory:
		return k.typeOf(t.part("val"), indirect)
	case arrayCategory:
		return reflect.ArrayOf(int(t.get("length").Int()), k.typeOf(t.part("val"), indirect))
	case ptrCategory:
		return reflect.PointerTo(k.typeOf(t.part("val"), true))
	case sliceCategory, variadicCategory:
		return reflect.SliceOf(k.typeOf(t.part("val"), true))
	case chanCategory:
		return reflect.ChanOf(reflect.BothDir, k.typeOf(t.part("val"), true))
	case chanSendCategory:
		return reflect.ChanOf(reflect.SendDir, k.typeOf(t.part("val"), true))
	case chanRecvCategory:
		return reflect.ChanOf(reflect.RecvDir, k.typeOf(t.part("val"), true))
	case mapCategory:
		return reflect.MapOf(k.typeOf(t.part("key"), true), k.typeOf(t.part("val"), true))
	case funcCategory:
		return k.function(t)
	case structCategory:
		if t.get("name").String() == "" {
			return k.structure(t, indirect)
		}
	}
	return t.typeOf()
}

func (k *knot) function(t itype) reflect.Type {
	var in, out []reflect.Type
	variadic := false
	args, results := t.get("arg"), t.get("ret")
	for i := range args.Len() {
		arg := pointedType(args.Index(i))
		in = append(in, k.typeOf(arg, true))
		variadic = arg.category() == variadicCategory
	}
	for i := range results.Len() {
		out = append(out, k.typeOf(pointedType(results.Index(i)), true))
	}
	return reflect.FuncOf(in, out, variadic)
}

// structure makes a struct that has no name.
func (k *knot) structure(t itype, indirect bool) reflect.Type {
	fields := t.get("field")
	list := make([]reflect.StructField, fields.Len())
	for i := range list {
		list[i] = k.field(fields.Index(i), fields.Len() == 1, indirect)
	}
	return reflect.StructOf(list)
}

// structType is how the Go runtime describes a struct type (internal/abi,
// StructType).
type structType struct {
	_      [2]uintptr
	_      uint32
	_      [4]uint8
	_      [2]uintptr
	_      [2]int32
	_      uintptr
	fields []struct {
		_   uintptr
		typ unsafe.Pointer
		_   uintptr
	}
}

// setField changes the type of a field to one of the same size. It panics
// where the runtime describes types in another way.
func setField(t reflect.Type, i int, field reflect.Type) {
	described := (*structType)(reflect.ValueOf(t).UnsafePointer())
	if len(described.fields) != t.NumField() || described.fields[i].typ != reflect.ValueOf(t.Field(i).Type).UnsafePointer() {
		panic("the Go runtime describes struct types in a way that is not known here")
	}
	described.fields[i].typ = reflect.ValueOf(field).UnsafePointer()
}
