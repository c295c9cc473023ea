package linalg_test

import (
	"runtime"
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

func TestUnclearedMatricesAreTheirOwn(t *testing.T) {
	a, b := linalg.Uncleared(3, 5), linalg.Uncleared(1, 1)
	for i := range 3 {
		for j := range 5 {
			a.Set(i, j, float64(5*i+j))
		}
	}
	b.Set(0, 0, -1)
	runtime.GC()
	for i := range 3 {
		for j := range 5 {
			if a.At(i, j) != float64(5*i+j) {
				t.Errorf("element (%d, %d) is %v", i, j, a.At(i, j))
			}
		}
	}
}
