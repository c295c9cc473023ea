package core_test

import "testing"

// A recursion that goes up and down where the memory of a thread ends makes more once, not each time.
func TestRecursionWhereMemoryEndsMakesMoreOnce(t *testing.T) {
	d := definitions(t, []byte(`package main

import "krigo/gplib/cov"

func down(n int, v float64) float64 {
	if n == 0 {
		return v
	}
	return down(n-1, v) + 1
}

func at(x, _, _ []float64) float64 {
	sum := 0.0
	for range 1000 {
		sum += down(300, x[0])
	}
	return sum
}

func main() { cov.Custom(cov.Definition{Name: "deep", At: at}) }
`))[0]
	x := []float64{2}
	if got := d.At(x, nil, nil); got != 302_000 {
		t.Errorf("the sum is %v, want 302000", got)
	}
	if n := testing.AllocsPerRun(5, func() { d.At(x, nil, nil) }); n > 50 {
		t.Errorf("%v allocations, for a thousand times the same memory", n)
	}
}
