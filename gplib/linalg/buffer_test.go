package linalg_test

import (
	"testing"

	"krigo/gplib/linalg"
)

func TestBufferGrowsOnceAndClears(t *testing.T) {
	var b linalg.Buffer
	b.Sized(4, 3).Set(3, 2, 7)
	allocations := testing.AllocsPerRun(10, func() {
		if small := b.Sized(2, 6); small.At(1, 5) != 7 {
			t.Errorf("the last element is %v, not the 7 that was there", small.At(1, 5))
		}
		if r, c := b.Sized(1, 5).Dims(); r != 1 || c != 5 {
			t.Errorf("%d × %d", r, c)
		}
	})
	if allocations > 0 {
		t.Errorf("%g allocations", allocations)
	}
	if z := b.Zeros(3, 4); z.At(2, 3) != 0 {
		t.Error("Zeros keeps what was there")
	}
}
