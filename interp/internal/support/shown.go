package support

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// texts gives a value with the text that its type, a cell's, has for it: an
// error or a fmt.Stringer. Any other value comes back as [shapes.show] gives it.
type texts func(any) any

// typed is a value of a type that is no struct and has a name in cells only.
type typed struct {
	id    string
	value any
}

// shown is a value that package fmt prints as in Go: types and fields have the
// names that cells gave them, and what is inside has a text of its own.
type shown struct {
	value  reflect.Value
	shape  *Shape
	text   texts
	shapes *shapes
}

// show is what package fmt is given for v, whose shape is known where it is no
// value of an interface.
func (s *shapes) show(text func(any) any, v any, shape string) any {
	given := s.given(v, shape)
	v = Plain(v)
	r := reflect.ValueOf(v)
	if !r.IsValid() || !foreign(r.Type()) && !given.composite() {
		return v
	}
	return shown{r, s.of(r.Type(), given), text, s}
}

// composite tells whether values of the shape are made of others.
func (s *Shape) composite() bool {
	return s != nil && (s.Elem != nil || s.Key != nil || s.Fields != nil)
}

// Format prints the value as package fmt does one that has no methods.
func (s shown) Format(f fmt.State, verb rune) {
	p := formatter{shown: s, State: f, verb: verb, format: fmt.FormatString(f, verb), sharp: verb == 'v' && f.Flag('#')}
	p.print(s.value, s.shape, 0)
}

// formatter prints one value.
type formatter struct {
	shown
	fmt.State
	verb   rune
	format string
	sharp  bool // in Go's syntax
}

func (p *formatter) write(text string) { _, _ = io.WriteString(p.State, text) }

// leaf prints what package fmt prints right.
func (p *formatter) leaf(v any) { _, _ = fmt.Fprintf(p.State, p.format, v) }

func (p *formatter) print(v reflect.Value, s *Shape, depth int) {
	s = p.shapes.of(v.Type(), s)
	switch {
	case v.Kind() == reflect.Pointer && (depth > 0 || v.IsNil()):
		p.address(v, s)
	case !foreign(v.Type()) && !s.composite():
		p.leaf(v.Interface())
	case v.Kind() == reflect.Pointer && isComposite(v.Type().Elem().Kind()):
		p.write("&")
		p.inner(v.Elem(), s.elem())
	case v.Kind() == reflect.Struct:
		p.structure(v, s)
	case v.Kind() == reflect.Map:
		p.entries(v, s)
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		p.items(v, s)
	default:
		p.leaf(v.Interface())
	}
}

func isComposite(k reflect.Kind) bool {
	return k == reflect.Struct || k == reflect.Map || k == reflect.Slice || k == reflect.Array
}

// inner prints a value inside another one.
func (p *formatter) inner(v reflect.Value, s *Shape) {
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			p.null(v.Type(), s)
			return
		}
		v = v.Elem()
	}
	e, id := s.identify(v)
	switch {
	case p.shapes.hasText(id):
		p.leaf(p.text(e))
	case p.callsMethods(e):
		p.leaf(e)
	default:
		p.bare(v, s)
	}
}

// callsMethods tells whether package fmt prints x by a method for the verb.
func (p *formatter) callsMethods(x any) bool {
	switch x.(type) {
	case fmt.Formatter:
		return true
	case fmt.GoStringer:
		if p.sharp {
			return true
		}
	}
	if p.sharp || !strings.ContainsRune("vsxXq", p.verb) {
		return false
	}
	switch x.(type) {
	case error, fmt.Stringer:
		return true
	}
	return false
}

// identify returns a value of the shape as one whose TypeID is id: that of the
// value itself, else the shape's.
func (s *Shape) identify(v reflect.Value) (e any, id string) {
	e = v.Interface()
	if id = TypeID(e); id != "" || s.id() == "" {
		return e, id
	}
	return typed{s.id(), e}, s.id()
}

func (s *Shape) id() string {
	if s == nil {
		return ""
	}
	return s.Type
}

// null prints an interface that holds nothing.
func (p *formatter) null(t reflect.Type, s *Shape) {
	if p.sharp {
		p.write(p.typeName(t, s) + "(nil)")
		return
	}
	p.write("<nil>")
}

// address prints a pointer.
func (p *formatter) address(v reflect.Value, s *Shape) {
	switch {
	case p.sharp && v.IsNil():
		p.write("(" + p.typeName(v.Type(), s) + ")(nil)")
	case p.sharp:
		p.write("(" + p.typeName(v.Type(), s) + ")(0x" + strconv.FormatUint(uint64(v.Pointer()), 16) + ")")
	case p.verb == 'v' && !v.IsNil():
		_, _ = fmt.Fprintf(p.State, strings.TrimSuffix(p.format, "v")+"p", v.Interface())
	case p.verb == 'v' || p.verb == 'p':
		p.leaf(v.Interface())
	case strings.ContainsRune("bodxX", p.verb):
		p.leaf(v.Pointer())
	default: // a verb that pointers do not have
		p.write("%!" + string(p.verb) + "(" + p.typeName(v.Type(), s) + "=")
		plain := *p
		plain.verb, plain.format = 'v', "%v"
		plain.print(v, s, 0)
		p.write(")")
	}
}

// structure prints a struct.
func (p *formatter) structure(v reflect.Value, s *Shape) {
	if p.sharp {
		p.write(p.typeName(v.Type(), s))
	}
	named := p.sharp || p.verb == 'v' && p.Flag('+')
	p.list("{", "}", s.fields(v.Type()), func(i int) {
		f := s.field(v.Type(), i)
		if named {
			p.write(f.Name + ":")
		}
		if isExported(f.Name) {
			p.inner(v.Field(i), f.Shape)
			return
		}
		p.bare(v.Field(i), f.Shape)
	})
}

// bare prints a value without the text that its type has: package fmt cannot
// call methods of what is not exported.
func (p *formatter) bare(v reflect.Value, s *Shape) {
	x := Plain(v.Interface())
	if x == nil {
		p.null(v.Type(), s)
		return
	}
	if id := TypeID(v.Interface()); id != "" {
		s = p.shapes.named(id)
	}
	p.print(reflect.ValueOf(x), s, 1)
}

// items prints a slice or an array.
func (p *formatter) items(v reflect.Value, s *Shape) {
	open, end := "[", "]"
	if p.sharp {
		open, end = p.typeName(v.Type(), s)+"{", "}"
		if v.Kind() == reflect.Slice && v.IsNil() {
			p.write(p.typeName(v.Type(), s) + "(nil)")
			return
		}
	}
	p.list(open, end, v.Len(), func(i int) { p.inner(v.Index(i), s.elem()) })
}

// entries prints a map in the order of its keys.
func (p *formatter) entries(v reflect.Value, s *Shape) {
	open, end := "map[", "]"
	if p.sharp {
		open, end = p.typeName(v.Type(), s)+"{", "}"
		if v.IsNil() {
			p.write(p.typeName(v.Type(), s) + "(nil)")
			return
		}
	}
	keys := sortedKeys(v)
	p.list(open, end, len(keys), func(i int) {
		p.inner(keys[i], s.key())
		p.write(":")
		p.inner(v.MapIndex(keys[i]), s.elem())
	})
}

func (p *formatter) list(open, end string, n int, item func(int)) {
	p.write(open)
	for i := range n {
		switch {
		case i > 0 && p.sharp:
			p.write(", ")
		case i > 0:
			p.write(" ")
		}
		item(i)
	}
	p.write(end)
}

// place is the value of a map that notes when it is printed.
type place struct {
	seen *[]int
	at   int
}

func (p place) Format(fmt.State, rune) { *p.seen = append(*p.seen, p.at) }

// sortedKeys are the keys of a map in the order in which package fmt prints
// them.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	places := make(map[any]place, len(keys))
	var order []int
	for i, k := range keys {
		places[plainKey(k)] = place{&order, i}
	}
	if len(places) < len(keys) { // keys of several types have one plain value
		return keys
	}
	_, _ = fmt.Fprint(io.Discard, places)
	sorted := make([]reflect.Value, len(keys))
	for i, at := range order {
		sorted[i] = keys[at]
	}
	return sorted
}

func plainKey(k reflect.Value) any { return Plain(k.Interface()) }

// typeName is a type as Go writes it.
func (p *formatter) typeName(t reflect.Type, s *Shape) string { return p.shapes.typeName(t, s) }

func (s *shapes) typeName(t reflect.Type, shape *Shape) string {
	shape = s.of(t, shape)
	if shape != nil && shape.Name != "" {
		return shape.Name
	}
	if t.String() == pair {
		return "interface {}"
	}
	if t.PkgPath() != "" {
		return t.String()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + s.typeName(t.Elem(), shape.elem())
	case reflect.Slice:
		return "[]" + s.typeName(t.Elem(), shape.elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + s.typeName(t.Elem(), shape.elem())
	case reflect.Map:
		return "map[" + s.typeName(t.Key(), shape.key()) + "]" + s.typeName(t.Elem(), shape.elem())
	case reflect.Struct:
		return s.structName(t, shape)
	}
	return t.String()
}

// structName writes out a struct type without a name.
func (s *shapes) structName(t reflect.Type, shape *Shape) string {
	n := shape.fields(t)
	if n == 0 {
		return "struct {}"
	}
	fields := make([]string, n)
	for i := range fields {
		f := shape.field(t, i)
		fields[i] = s.typeName(t.Field(i).Type, f.Shape)
		if !f.Embedded {
			fields[i] = f.Name + " " + fields[i]
		}
		if tag := t.Field(i).Tag; tag != "" {
			fields[i] += " " + strconv.Quote(string(tag))
		}
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// typeText is what the verb %T prints for v, whose type is given where it is no
// value of an interface.
func (s *shapes) typeText(v any, static string) string {
	if static != "" {
		return static
	}
	plain := Plain(v)
	if plain == nil {
		return "<nil>"
	}
	return s.typeName(reflect.TypeOf(concrete(plain)), s.named(TypeID(v)))
}
