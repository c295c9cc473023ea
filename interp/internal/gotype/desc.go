package gotype

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// Desc describes one type. It can be marshalled, to come from another process.
//
// Types refer to each other by ID. Several may refer to each other in a
// cycle, if the cycle contains a named type.
type Desc struct {
	ID      int
	Kind    reflect.Kind // of the underlying type
	Name    string       `json:",omitempty"` // as reflect's Name: "Vec", "Pair[int,string]"; "" for an unnamed type
	PkgPath string       `json:",omitempty"` // of a named type, and of hidden fields and methods
	Pkg     string       `json:",omitempty"` // the package's name where it isn't the last element of PkgPath

	Elem int             `json:",omitempty"` // of a pointer, slice, array, channel, map
	Key  int             `json:",omitempty"` // of a map
	Len  int             `json:",omitempty"` // of an array
	Dir  reflect.ChanDir `json:",omitempty"` // of a channel

	Fields []Field `json:",omitempty"` // of a struct
	// FieldsPkgPath is the package of a struct's hidden fields, if it differs from
	// PkgPath: package time, for "type Stamp time.Time".
	FieldsPkgPath string `json:",omitempty"`

	In, Out  []int `json:",omitempty"` // of a func
	Variadic bool  `json:",omitempty"`

	// Methods is the method set of an interface, or of a type T: the methods
	// declared with a value receiver and the promoted ones. Besides named types,
	// structs may have some, by embedding.
	Methods []Method `json:",omitempty"`
	// PtrMethods is the method set of *T, which includes the method set of T.
	PtrMethods []Method `json:",omitempty"`

	// Family, where not 0, groups the versions of one declared type; see
	// [Types.Newest].
	Family int `json:",omitempty"`
}

// Field is a field of a struct.
type Field struct {
	Name     string
	Tag      string `json:",omitempty"`
	Type     int
	Embedded bool `json:",omitempty"`
	Hidden   bool `json:",omitempty"` // not exported
}

// Method is a method of an interface or another type.
type Method struct {
	Name    string
	Hidden  bool   `json:",omitempty"` // not exported
	PkgPath string `json:",omitempty"` // of a hidden one that comes from another package than its type
	Type    int    // a func type, without the receiver
}

// String returns the type as reflect's String does, up to what d alone determines.
func (d *Desc) String() string {
	switch {
	case d.Name == "":
		return fmt.Sprintf("%s type %d", d.Kind, d.ID)
	case d.PkgPath == "":
		return d.Name
	}
	pkg := d.Pkg
	if pkg == "" {
		pkg = path.Base(d.PkgPath)
	}
	return pkg + "." + d.Name
}

// errorf returns an error about d.
func (d *Desc) errorf(format string, args ...any) error {
	return fmt.Errorf("gotype: %s: %w", d, fmt.Errorf(format, args...))
}

// Limits of the runtime's format.
const (
	maxMethods = 1<<16 - 1
	maxParams  = 128 // of reflect.FuncOf
	maxText    = 1<<29 - 1
)

// validate finds the mistakes in d that need no other type.
func (d *Desc) validate() error {
	if d.Kind <= reflect.Invalid || d.Kind > reflect.UnsafePointer {
		return d.errorf("no such kind: %d", d.Kind)
	}
	if d.Kind == reflect.Array && d.Len < 0 {
		return d.errorf("negative length %d", d.Len)
	}
	if d.Kind == reflect.Chan && (d.Dir < reflect.RecvDir || d.Dir > reflect.BothDir) {
		return d.errorf("no such direction: %d", d.Dir)
	}
	if len(d.Name) > maxText || len(d.PkgPath) > maxText {
		return d.errorf("its name is too long")
	}
	if d.Name != "" && !typeName.MatchString(d.Name) {
		return d.errorf("not a name of a type")
	}
	if d.Kind == reflect.Func && len(d.In)+len(d.Out) > maxParams {
		return d.errorf("more than %d parameters and results", maxParams)
	}
	if err := d.validateFields(); err != nil {
		return err
	}
	return d.validateMethods()
}

// typeName is a name, perhaps with type arguments.
var typeName = regexp.MustCompile(`^[\pL_][\pL_\p{Nd}]*(·\d+)?(\[.+\])?$`)

func (d *Desc) validateFields() error {
	if len(d.Fields) > 0 && d.Kind != reflect.Struct {
		return d.errorf("a %s with fields", d.Kind)
	}
	seen := map[string]bool{}
	for i, f := range d.Fields {
		switch {
		case !isIdentifier(f.Name):
			return d.errorf("field %d: %q is no name", i, f.Name)
		case seen[f.Name] && f.Name != "_":
			return d.errorf("two fields %s", f.Name)
		case len(f.Name) > maxText || len(f.Tag) > maxText:
			return d.errorf("field %d: too long", i)
		case f.Hidden && d.PkgPath == "":
			return d.errorf("field %s is hidden, but in no package", f.Name)
		case f.Name == "_" && !f.Hidden:
			return d.errorf("field %d: a field _ is hidden", i)
		}
		seen[f.Name] = true
	}
	return nil
}

func (d *Desc) validateMethods() error {
	switch d.Kind {
	case reflect.Interface:
		if len(d.PtrMethods) > 0 {
			return d.errorf("an interface with methods of a pointer")
		}
	case reflect.Pointer:
		if len(d.Methods)+len(d.PtrMethods) > 0 {
			return d.errorf("a pointer type with methods of its own")
		}
	case reflect.Struct:
	default:
		if d.Name == "" && len(d.Methods)+len(d.PtrMethods) > 0 {
			return d.errorf("methods without a name of the type")
		}
	}
	for _, set := range [][]Method{d.Methods, d.PtrMethods} {
		if len(set) > maxMethods {
			return d.errorf("too many methods")
		}
		seen := map[string]bool{}
		for _, m := range set {
			key := m.Name
			if m.Hidden {
				key = d.methodPkg(m) + "." + m.Name
			}
			switch {
			case !isIdentifier(m.Name) || m.Name == "_":
				return d.errorf("%q is no name of a method", m.Name)
			case len(m.Name) > maxText || len(m.PkgPath) > maxText:
				return d.errorf("a method's name is too long")
			case m.Hidden && d.methodPkg(m) == "":
				return d.errorf("method %s is hidden, but in no package", m.Name)
			case seen[key]:
				return d.errorf("two methods %s", m.Name)
			}
			seen[key] = true
		}
	}
	return d.validatePtrMethods()
}

// validatePtrMethods finds whether PtrMethods includes Methods.
func (d *Desc) validatePtrMethods() error {
	if d.Kind == reflect.Interface {
		return nil
	}
	for _, m := range d.Methods {
		p, ok := d.ptrMethod(m)
		if !ok {
			return d.errorf("method %s is not in the method set of the pointer", m.Name)
		}
		if p.Type != m.Type {
			return d.errorf("method %s has another type in the method set of the pointer", m.Name)
		}
	}
	return nil
}

// ptrMethod returns the method of *T that is m, by name.
func (d *Desc) ptrMethod(m Method) (Method, bool) {
	for _, p := range d.PtrMethods {
		if p.Name == m.Name && p.Hidden == m.Hidden && (!m.Hidden || d.methodPkg(p) == d.methodPkg(m)) {
			return p, true
		}
	}
	return Method{}, false
}

// methodPkg returns the package path of a hidden method.
func (d *Desc) methodPkg(m Method) string {
	if m.PkgPath != "" {
		return m.PkgPath
	}
	return d.PkgPath
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if !(unicode.IsLetter(r) || r == '_' || i > 0 && unicode.IsDigit(r)) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}

// refs returns the IDs that d refers to.
func (d *Desc) refs() []int {
	var ids []int
	switch d.Kind {
	case reflect.Map:
		ids = append(ids, d.Key, d.Elem)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		ids = append(ids, d.Elem)
	case reflect.Func:
		ids = append(append(ids, d.In...), d.Out...)
	case reflect.Struct:
		for _, f := range d.Fields {
			ids = append(ids, f.Type)
		}
	}
	for _, m := range d.Methods {
		ids = append(ids, m.Type)
	}
	for _, m := range d.PtrMethods {
		ids = append(ids, m.Type)
	}
	return ids
}

// errRecursive is the error of a type that would contain itself.
var errRecursive = errors.New("invalid recursive type")
