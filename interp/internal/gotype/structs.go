package gotype

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// declareFields gives a struct its fields, with the stand-in's types for
// now.
func (b *builder) declareFields(e *entry, st *structType, standIn reflect.Type) {
	d := e.desc
	st.fields = make([]structField, len(d.Fields))
	for i, f := range d.Fields {
		s := standIn.Field(i)
		st.fields[i] = structField{
			name:   name{text: f.Name, tag: f.Tag, exported: !f.Hidden, embedded: f.Embedded}.bytes(),
			typ:    headOf(s.Type),
			offset: s.Offset,
		}
		if pkg := cmp.Or(d.FieldsPkgPath, d.PkgPath); f.Hidden && st.pkgPath == nil && pkg != "" {
			st.pkgPath = name{text: pkg}.bytes()
		}
	}
	e.later(func() error {
		for i, f := range d.Fields {
			if err := b.set(&st.fields[i].typ, f.Type); err != nil {
				return err
			}
		}
		return nil
	})
}

// structs are the unnamed structs made here, by their String. making guards it.
var structs = map[string][]*entry{}

// unnamedStruct makes a struct type without a name. Package reflect makes
// those that it can.
func (b *builder) unnamedStruct(e *entry) (reflect.Type, error) {
	d := e.desc
	ids := make([]int, len(d.Fields))
	for i, f := range d.Fields {
		ids[i] = f.Type
	}
	rts, err := b.resolveAll(ids)
	if err != nil {
		return nil, err
	}
	if reflectMakes(d) {
		fields := make([]reflect.StructField, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = reflect.StructField{Name: f.Name, Type: rts[i], Tag: reflect.StructTag(f.Tag)}
			if f.Hidden {
				fields[i].PkgPath = d.PkgPath
			}
		}
		rt := reflect.StructOf(fields)
		if b.mentions(d.ID, map[int]bool{}) {
			// It is on the heap, and not yet used.
			headOf(rt).setRegular(isRegular(rt))
		}
		return rt, nil
	}

	str := structString(d, rts)
	for _, r := range typesByString(str) {
		if sameFields(r.reflected(), d, rts) {
			return r.reflected(), nil
		}
	}
	for _, old := range append(b.structs, structs[str]...) {
		if sameFields(old.rt, d, rts) {
			e.own, e.ptr = old.own, old.ptr
			return old.rt, nil
		}
	}
	r, err := b.allocate(e)
	if err != nil {
		return nil, err
	}
	st := (*structType)(unsafe.Pointer(r))
	for i, rt := range rts {
		st.fields[i].typ = headOf(rt)
	}
	r.str = name{text: str}.offset()
	r.hash = newHash(str)
	if len(d.Methods) == 0 {
		r.tflag &^= flagUncommon
	}
	b.pointerTo(e, r)
	e.rt = r.reflected()
	b.structs = append(b.structs, e)
	return e.rt, nil
}

// reflectMakes reports whether reflect.StructOf makes a struct as the compiler
// does. It refuses most embedded fields, and compares fields named _.
func reflectMakes(d *Desc) bool {
	for _, f := range d.Fields {
		if f.Embedded || f.Name == "_" || f.Hidden != !isExported(f.Name) || f.Hidden && d.PkgPath == "" {
			return false
		}
	}
	return len(d.Methods)+len(d.PtrMethods) == 0
}

// mentions reports whether a type mentions a named one that was made here.
func (b *builder) mentions(id int, seen map[int]bool) bool {
	e := b.entry(id)
	if e.desc == nil || seen[id] {
		return false
	}
	seen[id] = true
	return e.desc.Name != "" || slices.ContainsFunc(e.desc.refs(), func(id int) bool { return b.mentions(id, seen) })
}

// structString returns the String of an unnamed struct.
func structString(d *Desc, rts []reflect.Type) string {
	var s strings.Builder
	s.WriteString("struct {")
	for i, f := range d.Fields {
		if i > 0 {
			s.WriteByte(';')
		}
		if !f.Embedded {
			s.WriteString(" " + f.Name)
		}
		s.WriteString(" " + rts[i].String())
		if f.Tag != "" {
			s.WriteString(" " + strconv.Quote(f.Tag))
		}
	}
	if len(d.Fields) > 0 {
		s.WriteByte(' ')
	}
	s.WriteByte('}')
	return s.String()
}

// sameFields reports whether an unnamed struct type has the fields that d describes.
func sameFields(rt reflect.Type, d *Desc, rts []reflect.Type) bool {
	if rt.Kind() != reflect.Struct || rt.Name() != "" || rt.NumField() != len(d.Fields) {
		return false
	}
	for i, f := range d.Fields {
		pkgPath := ""
		if f.Hidden {
			pkgPath = d.PkgPath
		}
		g := rt.Field(i)
		if g.Name != f.Name || g.Type != rts[i] || string(g.Tag) != f.Tag ||
			g.Anonymous != f.Embedded || g.PkgPath != pkgPath {
			return false
		}
	}
	return true
}
