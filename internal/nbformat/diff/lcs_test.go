package diff

import (
	"math/rand/v2"
	"testing"
)

// longest returns the length of a longest common subsequence, by all choices.
func longest(x, y string) int {
	if x == "" || y == "" {
		return 0
	}
	if x[0] == y[0] {
		return 1 + longest(x[1:], y[1:])
	}
	return max(longest(x[1:], y), longest(x, y[1:]))
}

func TestCommonIsLongest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	word := func() string {
		letters := make([]byte, rng.IntN(9))
		for i := range letters {
			letters[i] = "abc"[rng.IntN(3)]
		}
		return string(letters)
	}
	for range 500 {
		x, y := word(), word()
		spans := common(len(x), len(y), func(i, j int) bool { return x[i] == y[j] })
		if len(spans) != longest(x, y) {
			t.Fatalf("%q, %q: %v, want %d", x, y, spans, longest(x, y))
		}
		last := span{-1, -1}
		for _, s := range spans {
			if s.old <= last.old || s.new <= last.new || x[s.old] != y[s.new] {
				t.Fatalf("%q, %q: %v", x, y, spans)
			}
			last = s
		}
	}
}

func TestCommonOfWhatIsTooLongToCompare(t *testing.T) {
	const n = 6000
	spans := common(n, n, func(i, j int) bool { return i == j && (i < 10 || i > n-10) })
	if len(spans) != 19 {
		t.Errorf("%d pairs, want those at both ends", len(spans))
	}
}
