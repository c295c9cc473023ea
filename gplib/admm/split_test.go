package admm

import (
	"math/rand/v2"
	"reflect"
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
		"indices":     {Indices(5, 0), []int{1, 2, 3, 4}, []int{5, 0}},
	} {
		train, valid, err := c.split.parts(6, nil)
		if err != nil || !reflect.DeepEqual(train, c.train) || !reflect.DeepEqual(valid, c.valid) {
			t.Errorf("%s: T %v, V %v, %v", name, train, valid, err)
		}
	}
}

func TestRandomSplitIsAPartition(t *testing.T) {
	for _, fraction := range []float64{0.01, 0.3, 0.99} {
		train, valid, err := Random(fraction).parts(50, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int]bool{}
		for _, i := range append(train, valid...) {
			seen[i] = true
		}
		if len(seen) != 50 || len(train)+len(valid) != 50 {
			t.Errorf("fraction %g: %d and %d points", fraction, len(train), len(valid))
		}
	}
}

func TestBadSplitsSayWhy(t *testing.T) {
	for want, s := range map[string]Split{
		"fraction":         Random(1.5),
		"LastBlock":        LastBlock(6),
		"not in [0, 6)":    Indices(6),
		"twice":            Indices(2, 2),
		"must be positive": Indices(),
		"0 training":       Indices(0, 1, 2, 3, 4, 5),
	} {
		if _, _, err := s.parts(6, rand.New(rand.NewPCG(1, 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}
