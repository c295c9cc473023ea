package unique

import (
	"fmt"
	"math"
	"testing"
	"unique"
)

type pair struct {
	name string
	any  any
}

func TestHandle(t *testing.T) {
	same(t, []int{0, 1, 1})
	same(t, []string{"", "a", "a", "b"})
	same(t, []pair{{"a", 1}, {"a", 1}, {"a", "1"}, {}})
	same(t, []any{nil, 1, "1", pair{"a", nil}, nil})
	same(t, []error{nil, nil, fmt.Errorf("e")})
	same(t, []float64{0, math.Copysign(0, -1), math.NaN(), math.NaN()})
}

func same[T comparable](t *testing.T, values []T) {
	t.Helper()
	for _, v := range values {
		if got, want := fmt.Sprint(Make(v).Value()), fmt.Sprint(unique.Make(v).Value()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for _, w := range values {
			if got, want := Make(v) == Make(w), unique.Make(v) == unique.Make(w); got != want {
				t.Errorf("the handles of %v and %v are equal: %t, want %t", v, w, got, want)
			}
		}
	}
}
