package mime

import (
	"fmt"
	"reflect"
	"strings"
)

// Limits of what is printed by fmt in full. Beyond them a value is shortened.
const (
	plainNodes = 2000 // values inside one value
	plainDepth = 50   // containers inside containers
	plainItems = 50   // items shown of a shortened container
)

// plain returns the text of v: a string itself, another value as fmt.Sprint
// prints it, shortened where it is very large or holds itself.
func plain(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case fmt.Formatter, error, fmt.Stringer:
		return fmt.Sprint(x)
	}
	nodes := plainNodes
	if v == nil || fits(reflect.ValueOf(v), &nodes, plainDepth) {
		return fmt.Sprint(v)
	}
	p := shortener{budget: plainNodes}
	p.print(reflect.ValueOf(v), 0)
	return p.String()
}

// fits reports whether v has at most *nodes values in at most depth levels.
func fits(v reflect.Value, nodes *int, depth int) bool {
	if *nodes--; *nodes < 0 || depth == 0 {
		return false
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return fitsItems(v.Len(), v.Index, nodes, depth)
	case reflect.Struct:
		return fitsItems(v.NumField(), v.Field, nodes, depth)
	case reflect.Map:
		return fitsMap(v, nodes, depth)
	case reflect.Interface, reflect.Pointer:
		return v.IsNil() || fits(v.Elem(), nodes, depth-1)
	case reflect.String:
		*nodes -= v.Len() / 64
	}
	return true
}

func fitsItems(n int, item func(int) reflect.Value, nodes *int, depth int) bool {
	if n > *nodes {
		return false
	}
	for i := range n {
		if !fits(item(i), nodes, depth-1) {
			return false
		}
	}
	return true
}

func fitsMap(v reflect.Value, nodes *int, depth int) bool {
	if v.Len() > *nodes {
		return false
	}
	for iter := v.MapRange(); iter.Next(); {
		if !fits(iter.Key(), nodes, depth-1) || !fits(iter.Value(), nodes, depth-1) {
			return false
		}
	}
	return true
}

// shortener prints a value in the manner of fmt's %v, with the ends of long
// containers and the insides of deep ones left out.
type shortener struct {
	strings.Builder
	budget int
}

func (p *shortener) print(v reflect.Value, depth int) {
	if p.budget--; p.budget < 0 || depth > 8 {
		p.WriteString("…")
		return
	}
	if v.Kind() != reflect.Interface && v.CanInterface() {
		switch x := v.Interface().(type) {
		case fmt.Formatter, error, fmt.Stringer:
			p.printString(fmt.Sprint(x))
			return
		}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		p.items("[", "]", v.Len(), func(i int) { p.print(v.Index(i), depth+1) })
	case reflect.Struct:
		p.items("{", "}", v.NumField(), func(i int) { p.print(v.Field(i), depth+1) })
	case reflect.Map:
		p.printMap(v, depth)
	case reflect.Pointer:
		p.printPointer(v, depth)
	case reflect.Interface:
		if v.IsNil() {
			p.WriteString("<nil>")
			return
		}
		p.print(v.Elem(), depth)
	case reflect.String:
		p.printString(v.String())
	default:
		fmt.Fprint(p, v)
	}
}

func (p *shortener) items(open, end string, n int, item func(int)) {
	p.WriteString(open)
	for i := range min(n, plainItems) {
		if i > 0 {
			p.WriteByte(' ')
		}
		item(i)
	}
	if n > plainItems {
		fmt.Fprintf(p, " … %d more", n-plainItems)
	}
	p.WriteString(end)
}

func (p *shortener) printMap(v reflect.Value, depth int) {
	iter := v.MapRange()
	p.items("map[", "]", v.Len(), func(int) {
		iter.Next()
		p.print(iter.Key(), depth+1)
		p.WriteByte(':')
		p.print(iter.Value(), depth+1)
	})
}

func (p *shortener) printPointer(v reflect.Value, depth int) {
	switch {
	case v.IsNil():
		p.WriteString("<nil>")
	case depth > 0:
		fmt.Fprintf(p, "%#x", v.Pointer())
	default:
		p.WriteByte('&')
		p.print(v.Elem(), depth+1)
	}
}

func (p *shortener) printString(s string) { p.WriteString(shortened(s, 10_000)) }

// shortened returns s, or its beginning of at most most bytes and how much is left out.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s… %d bytes more", strings.ToValidUTF8(s[:most], ""), len(s)-most)
}
