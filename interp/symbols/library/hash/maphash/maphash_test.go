package maphash

import (
	"hash/maphash"
	"testing"
)

type key struct {
	name string
	any  any
}

func TestComparable(t *testing.T) {
	seed := maphash.MakeSeed()
	keys := []key{{"a", 1}, {"a", 2}, {"b", 1}, {"b", nil}, {}}
	hashes := map[uint64]key{}
	for _, k := range keys {
		h := Comparable(seed, k)
		if again := Comparable(seed, key{k.name, k.any}); again != h {
			t.Errorf("%v has two hashes", k)
		}
		if other, ok := hashes[h]; ok {
			t.Errorf("%v and %v have the same hash", k, other)
		}
		hashes[h] = k
	}
	if zero := 0.0; Comparable(seed, zero) != Comparable(seed, -zero) {
		t.Error("equal values have different hashes")
	}
}

func TestWriteComparable(t *testing.T) {
	seed := maphash.MakeSeed()
	sum := func(keys ...key) uint64 {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, k := range keys {
			WriteComparable(&h, k)
		}
		return h.Sum64()
	}
	a, b := key{"a", 1}, key{"b", 2}
	both, again := sum(a, b), sum(a, b)
	if both != again || both == sum(b, a) || sum(a) == sum(b) || sum() == sum(a) {
		t.Error("the hash is not that of what was written")
	}
}

// What cannot be compared cannot be hashed.
func TestComparableRefuses(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Comparable[any](maphash.MakeSeed(), []int{1})
}
