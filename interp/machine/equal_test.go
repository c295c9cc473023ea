package machine

import (
	"reflect"
	"testing"
)

func TestComparedParts(t *testing.T) {
	word, pointer := Slot{Kind: Word}, Slot{Kind: Pointer}
	for _, c := range []struct {
		value any
		slots []Slot
		want  string
	}{
		{struct {
			a int
			b bool
		}{}, []Slot{word, word}, "ww"},
		{struct {
			f float64
			s string
			p *int
		}{}, []Slot{word, pointer, word, pointer}, "fsp"},
		{[2]struct{ c chan int }{}, []Slot{pointer, pointer}, "pp"},
		{struct{ _, b int }{}, []Slot{word, word}, ""},
		{struct{ x any }{}, []Slot{pointer, pointer}, ""},
		{struct{ f float32 }{}, []Slot{word}, ""},
		{[20]int{}, []Slot{{Kind: Pointer, Held: true}}, ""},
		{1, []Slot{word}, ""},
	} {
		got := ""
		for _, p := range comparedParts(reflect.TypeOf(c.value), c.slots) {
			got += string("wfps"[p])
		}
		if got != c.want {
			t.Errorf("%T is compared as %q, want %q", c.value, got, c.want)
		}
	}
}
