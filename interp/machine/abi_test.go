package machine

//lint:file-ignore U1000 the fields are there to be seen by reflect

import (
	"reflect"
	"testing"
)

func TestSignaturesSpellTheParts(t *testing.T) {
	type inner struct {
		b    bool
		text string
	}
	for _, c := range []struct {
		f    any
		want string
	}{
		{func() {}, "."},
		{func(int8, float64, *int) bool { return false }, "ifp.i"},
		{func(inner, any) ([]byte, error) { return nil, nil }, "ipipp.piipp"},
		{func([1]string, [0]int) {}, ""},
		{func([1]string, struct{}) {}, "pi."},
		{func([2]int) {}, ""},
		{func(float32) {}, ""},
		{func(struct{ _, x int }) {}, ""},
	} {
		if got := signature(reflect.TypeOf(c.f)); got != c.want {
			t.Errorf("%T: %q, want %q", c.f, got, c.want)
		}
	}
}

// All function values of a signature have the code by which their calls recognise the functions of the machine,
// whether an adapter has made them or reflection.
func TestFunctionValuesAreRecognised(t *testing.T) {
	for _, f := range []any{
		func() {}, func(int, int) bool { return false }, func(string) string { return "" }, func(float64) float64 { return 0 },
		func(x, y, z []float64) float64 { return 0 }, func(a, b, c string) {}, func(float32) {},
	} {
		typ := reflect.TypeOf(f)
		fn := &Function{out: make([]Type, typ.NumOut())}
		for i := range typ.NumIn() {
			fn.in = append(fn.in, Type{Slots: slotsOfKind(typ.In(i))})
		}
		for i := range typ.NumOut() {
			fn.out[i].Slots = slotsOfKind(typ.Out(i))
		}
		fn.params, fn.results = slotsOf(fn.in), slotsOf(fn.out)
		g := &goFunction{typ: typ, params: fn.params, results: fn.results}
		g.setPassing()
		if b := g.boundOf(codeOf(fn.Value(typ, nil))); b == nil || b.fn != fn {
			t.Errorf("a value of type %s is not recognised", typ)
		}
		if b := g.boundOf(codeOf(reflect.ValueOf(f))); b != nil {
			t.Errorf("a compiled function of type %s is taken for one of the machine", typ)
		}
	}
}

// slotsOfKind returns the slots of numbers, strings and slices.
func slotsOfKind(t reflect.Type) []Slot {
	switch t.Kind() {
	case reflect.String:
		return []Slot{{Kind: Pointer}, {Offset: 8}}
	case reflect.Slice:
		return []Slot{{Kind: Pointer}, {Offset: 8}, {Offset: 16}}
	}
	return []Slot{{}}
}
