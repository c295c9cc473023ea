package worker

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"krigo/gplib"
)

type node struct {
	n    int
	next *node
}

// hangs has a method that never returns.
type hangs int

func (hangs) String() string { select {} }

func TestBriefText(t *testing.T) {
	var none *node
	ring := &node{n: 1}
	ring.next = ring
	for _, c := range []struct {
		value any
		want  string
	}{
		{7, "7"}, {uint8(7), "7"}, {2.5, "2.5"}, {true, "true"}, {1 + 2i, "(1+2i)"}, {"a\"b", `"a\"b"`},
		{[]int{1, 2}, "[1 2]"}, {[2]string{"a"}, `["a" ""]`}, {map[int]int{1: 2}, "map of 1"},
		{node{n: 1}, "{1 nil}"}, {none, "nil"}, {&node{n: 1}, "&{1 nil}"}, {ring, "&{1 &{… 2 in all}}"},
		{[]any{1, "a", nil}, `[1 "a" nil]`}, {func() {}, "func"}, {make(chan int), "chan"}, {hangs(3), "3"},
		{time.Minute, "1m0s"}, {&gplib.Result{Method: "L-BFGS", Value: 2, Elapsed: time.Second}, `&gplib.Result{Method: "L-BFGS", Value: 2, Status: converged, Elapsed: 1s}`},
		{make([]int, 11), "[0 0 0 0 0 0 0 0 0 0 … 11 in all]"},
	} {
		var b brief
		b.write(reflect.ValueOf(c.value), peekDepth)
		if b.String() != c.want {
			t.Errorf("%T is %q, want %q", c.value, b.String(), c.want)
		}
	}
	var b brief
	b.write(reflect.ValueOf([]string{strings.Repeat("é", 1000), strings.Repeat("x", 1000)}), peekDepth)
	if n := b.Len(); n > 2*peekText {
		t.Errorf("a long text is told in %d bytes", n)
	}
}

func TestSizeBeyondAValue(t *testing.T) {
	shared := make([]float64, 100)
	ring := &node{n: 1}
	ring.next = ring
	for _, c := range []struct {
		value any
		want  int64
	}{
		{7, 0}, {"abc", 3}, {[]int32{1, 2}, 8}, {[]string{"a", "bc"}, 35}, {[][]float64{shared, shared}, 48 + 800},
		{ring, 16}, {map[int32]int8{1: 1, 2: 2}, 10}, {node{}, 0}, {[2]*node{{}, {}}, 32}, {(*node)(nil), 0},
	} {
		s := sizer{seen: map[seen]bool{}}
		if got := s.beyond(reflect.ValueOf(c.value)); got != c.want {
			t.Errorf("%T takes %d bytes beyond itself, want %d", c.value, got, c.want)
		}
	}
}
