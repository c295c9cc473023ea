package support

import (
	"reflect"
	"testing"

	yaegi "github.com/traefik/yaegi/interp"
)

// Structs that refer to each other, by pointers, by value and in what is made
// of them, get the types that Go would give them.
func TestTieStructsThatReferToEachOther(t *testing.T) {
	in := yaegi.New(yaegi.Options{})
	var kept []any
	err := in.Use(yaegi.Exports{"test/test": {
		"Tie":  reflect.ValueOf(tier{in}.tie),
		"Keep": reflect.ValueOf(func(v ...any) { kept = v }),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []string{
		`package main
import "test"
type Ring struct { root Elem; n int; all map[string][]*Elem }
type Elem struct { next, prev *Elem; ring *Ring; visit func(*Ring, ...Elem) (Elem, *Other) }
type Other struct { in struct{ e *Elem; o Small }; kids []Other; wake chan *Ring }
type Small struct { n int8 }`,
		`package main
var tied = test.Tie("Ring", "Elem", "Other", "Small")`,
		`package main
func main() { test.Keep(Ring{}, Elem{}, Other{}, &Ring{}) }`,
		`main()`,
	} {
		if _, err := in.Eval(source); err != nil {
			t.Fatal(err)
		}
	}
	ring, elem, other := reflect.TypeOf(kept[0]), reflect.TypeOf(kept[1]), reflect.TypeOf(kept[2])
	for _, c := range []struct{ got, want reflect.Type }{
		{reflect.TypeOf(kept[3]), reflect.PointerTo(ring)},
		{ring.Field(0).Type, elem},
		{ring.Field(2).Type.Elem().Elem().Elem(), elem},
		{elem.Field(0).Type, reflect.PointerTo(elem)},
		{elem.Field(1).Type, reflect.PointerTo(elem)},
		{elem.Field(2).Type, reflect.PointerTo(ring)},
		{elem.Field(3).Type.In(0), reflect.PointerTo(ring)},
		{elem.Field(3).Type.In(1), reflect.SliceOf(elem)},
		{elem.Field(3).Type.Out(0), elem},
		{elem.Field(3).Type.Out(1), reflect.PointerTo(other)},
		{other.Field(0).Type.Field(0).Type, reflect.PointerTo(elem)},
		{other.Field(1).Type.Elem(), other},
		{other.Field(2).Type.Elem(), reflect.PointerTo(ring)},
	} {
		if c.got != c.want {
			t.Errorf("type %v, want %v", c.got.Kind(), c.want.Kind())
		}
	}
	if size := ring.Field(1).Offset; size != elem.Size() {
		t.Errorf("a field follows a struct of %d bytes at %d", elem.Size(), size)
	}
}
