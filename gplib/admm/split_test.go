package admm

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSplits(t *testing.T) {
	for name, c := range map[string]struct {
		split        Split
		train, valid []int
	}{
		"interleaved": {Interleaved(), []int{0, 2, 4}, []int{1, 3, 5}},
		"last block":  {LastBlock(2), []int{0, 1, 2, 3}, []int{4, 5}},
		"indices":     {indices(5, 0), []int{1, 2, 3, 4}, []int{5, 0}},
	} {
		parts, err := c.split.partition()(6, nil)
		if err != nil || !reflect.DeepEqual(parts, []part{{c.train, c.valid}}) {
			t.Errorf("%s: T and V %v, %v", name, parts, err)
		}
	}
}

func TestRandomSplitIsAPartition(t *testing.T) {
	for _, fraction := range []float64{0.01, 0.3, 0.99} {
		parts, err := Random(fraction).partition()(50, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		train, valid := parts[0].train, parts[0].valid
		seen := map[int]bool{}
		for _, i := range slices.Concat(train, valid) {
			seen[i] = true
		}
		if len(seen) != 50 || len(train)+len(valid) != 50 {
			t.Errorf("fraction %g: %d and %d points", fraction, len(train), len(valid))
		}
	}
}

func TestBadSplitsSayWhy(t *testing.T) {
	for want, s := range map[string]Split{
		"fraction":       Random(1.5),
		"LastBlock":      LastBlock(6),
		"the position 6": indices(6),
		"twice":          indices(2, 2),
		"is empty":       indices(),
		"none is left":   indices(0, 1, 2, 3, 4, 5),
	} {
		if _, err := s.partition()(6, rand.New(rand.NewPCG(1, 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
