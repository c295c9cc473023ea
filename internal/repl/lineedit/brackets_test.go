package lineedit

import "testing"

func TestBracketsHavePartners(t *testing.T) {
	const source = `f(a[1], ")", '(') // )`
	for cursor, want := range map[int][2]int{1: {1, 16}, 2: {1, 16}, 17: {16, 1}, 4: {3, 5}, 6: {5, 3}} {
		one, other, ok := pairAt(source, cursor)
		if !ok || [2]int{one, other} != want {
			t.Errorf("at %d: %d and %d, %v; want %v", cursor, one, other, ok, want)
		}
	}
	for _, cursor := range []int{0, 10, 21, 22} {
		if one, other, ok := pairAt(source, cursor); ok {
			t.Errorf("at %d: %d and %d, want none", cursor, one, other)
		}
	}
	if _, _, ok := pairAt("(]", 1); ok {
		t.Error("( and ] are no pair")
	}
}
