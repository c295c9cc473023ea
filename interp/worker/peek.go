package worker

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"krigo/interp/internal/wire"
)

// Bounds of the report on a value.
const (
	peekText   = 400    // bytes
	peekItems  = 10     // elements or fields of one value
	peekDepth  = 3      // values within values
	peekVisits = 50_000 // values that are counted for a size
)

// peek reports the values of expressions while no cell runs, and nothing while one does.
// It calls no method of the values except String of named numbers of the library and of
// package time.
func (w *worker) peek(r wire.Request) {
	e := wire.Event{Kind: wire.KindResult, ID: r.ID}
	if w.idle() {
		defer w.evaluating.Unlock()
		for _, expr := range r.Exprs {
			e.Peeks = append(e.Peeks, w.peekAt(expr))
		}
		w.core.Forget("")
	}
	_ = w.emitter.send(e) // where the session is gone, serve sees it
}

// idle takes the lock of evaluations where no cell and no handler runs. A cell whose
// result is sent holds it for a moment still.
func (w *worker) idle() bool {
	for !w.cellRuns.Load() && w.handlers.running.Load() == nil {
		if w.evaluating.TryLock() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// peekAt looks at one value. Goroutines of cells may change it meanwhile.
func (w *worker) peekAt(expr string) (p wire.Peek) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			p = wire.Peek{}
		}
	}()
	v, err := w.interp.Eval(expr)
	if err != nil || !v.IsValid() {
		return wire.Peek{}
	}
	var b brief
	b.write(v, peekDepth)
	s := sizer{seen: map[seen]bool{}}
	return wire.Peek{Known: true, Text: b.String(), Size: int64(v.Type().Size()) + s.beyond(v)}
}

// brief writes values much as fmt does, but not more than peekText of them.
type brief struct{ strings.Builder }

func (b *brief) write(v reflect.Value, depth int) {
	if b.Len() > peekText {
		return
	}
	if word, ok := named(v); ok {
		b.WriteString(word)
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
		b.WriteString("nil")
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		b.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		b.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits()))
	case reflect.Complex64, reflect.Complex128:
		b.WriteString(strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits()))
	case reflect.String:
		b.text(v.String())
	default:
		b.compound(v, depth)
	}
}

// named returns the name of a constant of the library, or a duration: compiled methods of
// plain numbers, which do nothing else.
func named(v reflect.Value) (string, bool) {
	if !v.IsValid() || !v.CanInt() || !v.CanInterface() {
		return "", false
	}
	if !fromLibrary(v.Type()) && v.Type().PkgPath() != "time" {
		return "", false
	}
	s, ok := v.Interface().(fmt.Stringer)
	if !ok {
		return "", false
	}
	return s.String(), true
}

// fromLibrary reports whether a type is one of the library's.
func fromLibrary(t reflect.Type) bool { return strings.HasPrefix(t.PkgPath()+"/", "krigo/gplib/") }

func (b *brief) text(s string) {
	if len(s) > peekText {
		s = strings.ToValidUTF8(s[:peekText], "") + "…"
	}
	b.WriteString(strconv.Quote(s))
}

func (b *brief) compound(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		b.list("[", "]", v.Len(), v.Index, depth)
	case reflect.Struct:
		if fromLibrary(v.Type()) {
			b.summary(v)
			return
		}
		b.list("{", "}", v.NumField(), v.Field, depth)
	case reflect.Map:
		fmt.Fprintf(b, "map of %d", v.Len())
	case reflect.Pointer, reflect.Interface:
		b.pointed(v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteString(v.Kind().String())
	}
}

// pointed writes what a pointer or an interface holds.
func (b *brief) pointed(v reflect.Value, depth int) {
	switch {
	case v.IsNil():
		b.WriteString("nil")
	case depth == 0:
		b.WriteString("…")
	default:
		if v.Kind() == reflect.Pointer {
			b.WriteString("&")
		}
		b.write(v.Elem(), depth-1)
	}
}

// summary writes what a struct of the library says in short: its exported fields
// that are words, or numbers and truth values other than zero.
func (b *brief) summary(v reflect.Value) {
	b.WriteString(v.Type().String() + "{")
	separator := ""
	for i := range v.NumField() {
		f := v.Type().Field(i)
		kind := f.Type.Kind()
		word := kind == reflect.Int && fromLibrary(f.Type) // a constant's name, also of the first one
		if !f.IsExported() || kind > reflect.Complex128 && kind != reflect.String || v.Field(i).IsZero() && !word {
			continue
		}
		b.WriteString(separator + f.Name + ": ")
		b.write(v.Field(i), 0)
		separator = ", "
	}
	b.WriteString("}")
}

func (b *brief) list(opening, closing string, n int, at func(int) reflect.Value, depth int) {
	b.WriteString(opening)
	for i := range n {
		if i > 0 {
			b.WriteString(" ")
		}
		if i == peekItems || depth == 0 || b.Len() > peekText {
			fmt.Fprintf(b, "… %d in all", n)
			break
		}
		b.write(at(i), depth-1)
	}
	b.WriteString(closing)
}

// sizer adds up the memory that a value refers to, each part once. Of maps it
// counts keys and elements without what these refer to.
type sizer struct {
	seen   map[seen]bool
	visits int
}

type seen struct {
	at uintptr
	t  reflect.Type
}

// beyond returns the size of what v refers to, in bytes, itself excepted.
func (s *sizer) beyond(v reflect.Value) int64 {
	if s.visits++; s.visits > peekVisits {
		return 0
	}
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Slice:
		if v.IsNil() || s.again(v) {
			return 0
		}
		return int64(v.Cap())*int64(v.Type().Elem().Size()) + s.items(v)
	case reflect.Array:
		return s.items(v)
	case reflect.Struct:
		total := int64(0)
		for i := range v.NumField() {
			total += s.beyond(v.Field(i))
		}
		return total
	case reflect.Pointer:
		if v.IsNil() || s.again(v) {
			return 0
		}
		return int64(v.Type().Elem().Size()) + s.beyond(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + s.beyond(v.Elem())
	case reflect.Map:
		return int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size())
	}
	return 0
}

// again reports whether what v points to was counted.
func (s *sizer) again(v reflect.Value) bool {
	key := seen{v.Pointer(), v.Type()}
	if s.seen[key] {
		return true
	}
	s.seen[key] = true
	return false
}

// items returns the size of what elements refer to.
func (s *sizer) items(v reflect.Value) int64 {
	if plain(v.Type().Elem()) {
		return 0
	}
	total := int64(0)
	for i := range v.Len() {
		if s.visits > peekVisits {
			break
		}
		total += s.beyond(v.Index(i))
	}
	return total
}

// plain reports whether values of the type refer to nothing.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.String, reflect.Slice, reflect.Pointer, reflect.Interface, reflect.Map:
		return false
	}
	return true
}
