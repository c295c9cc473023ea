package gotype

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// fillInterface gives an interface its methods.
func (b *builder) fillInterface(d *Desc, it *interfaceType) error {
	if own := d.ownPkg(); own != "" {
		it.pkgPath = name{text: own}.bytes()
	}
	set := d.sorted(d.Methods)
	it.methods = make([]imethod, len(set))
	for i, m := range set {
		rt, err := b.resolve(m.Type)
		if err != nil {
			return err
		}
		it.methods[i] = imethod{name: d.methodName(m), typ: typeOffset(headOf(rt))}
	}
	return nil
}

// ownPkg returns the package that a type's memory tells, whose hidden methods need
// not say it.
func (d *Desc) ownPkg() string {
	if d.Name == "" {
		return ""
	}
	return d.PkgPath
}

// methodName returns the name of a method, with its package where it is hidden and
// the type doesn't tell it.
func (d *Desc) methodName(m Method) int32 {
	n := name{text: m.Name, exported: !m.Hidden}
	if pkg := d.methodPkg(m); m.Hidden && pkg != d.ownPkg() {
		n.pkgPath = pkg
	}
	return n.offset()
}

// sorted returns methods in the runtime's order: exported
// ones first, then by name, then by package.
func (d *Desc) sorted(set []Method) []Method {
	set = slices.Clone(set)
	slices.SortFunc(set, func(a, b Method) int {
		if a.Hidden != b.Hidden {
			if b.Hidden {
				return -1
			}
			return 1
		}
		if c := strings.Compare(a.Name, b.Name); c != 0 || !a.Hidden {
			return c
		}
		return strings.Compare(d.methodPkg(a), d.methodPkg(b))
	})
	return set
}

// interfaces are the unnamed interfaces made here, by their String. making
// guards it.
var interfaces = map[string][]reflect.Type{}

// unnamedInterface makes an interface type without a name. Package reflect
// doesn't; a compiled one is found where its pointer type is compiled too.
func (b *builder) unnamedInterface(e *entry) (reflect.Type, error) {
	d := e.desc
	if len(d.Methods) == 0 {
		return reflect.TypeFor[any](), nil
	}
	set := d.sorted(d.Methods)
	ids := make([]int, len(set))
	for i, m := range set {
		ids[i] = m.Type
	}
	rts, err := b.resolveAll(ids)
	if err != nil {
		return nil, err
	}
	str := d.interfaceString(set, rts)
	known := interfaces[str]
	for _, p := range typesByString("*" + str) {
		known = append(known[:len(known):len(known)], p.reflected().Elem())
	}
	for _, p := range b.interfaces {
		known = append(known[:len(known):len(known)], p)
	}
	for _, rt := range known {
		if d.sameMethods(rt, set, rts) {
			return rt, nil
		}
	}

	r, err := b.allocate(e)
	if err != nil {
		return nil, err
	}
	r.str = name{text: str}.offset()
	r.hash = newHash(str)
	r.tflag &^= flagUncommon
	if err := b.fillInterface(d, (*interfaceType)(unsafe.Pointer(r))); err != nil {
		return nil, err
	}
	e.fill = nil
	rt := r.reflected()
	b.interfaces = append(b.interfaces, rt)
	return rt, nil
}

// interfaceString returns the String of an unnamed interface.
func (d *Desc) interfaceString(set []Method, rts []reflect.Type) string {
	var s strings.Builder
	s.WriteString("interface {")
	for i, m := range set {
		if i > 0 {
			s.WriteByte(';')
		}
		s.WriteByte(' ')
		if m.Hidden {
			pkg := d.methodPkg(m)
			s.WriteString(pkg[strings.LastIndexByte(pkg, '/')+1:] + ".")
		}
		s.WriteString(m.Name + strings.TrimPrefix(rts[i].String(), "func"))
	}
	s.WriteString(" }")
	return s.String()
}

// sameMethods reports whether an unnamed interface type has these methods.
func (d *Desc) sameMethods(rt reflect.Type, set []Method, rts []reflect.Type) bool {
	if rt.Kind() != reflect.Interface || rt.Name() != "" || rt.NumMethod() != len(set) {
		return false
	}
	for i, m := range set {
		pkgPath := ""
		if m.Hidden {
			pkgPath = d.methodPkg(m)
		}
		if g := rt.Method(i); g.Name != m.Name || g.Type != rts[i] || g.PkgPath != pkgPath {
			return false
		}
	}
	return true
}
