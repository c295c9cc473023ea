package linalg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// withPasses runs a test with every set of passes that the machine has.
func withPasses(t *testing.T, run func(t *testing.T, p *passes)) {
	for _, p := range append(processorPasses(), portablePasses) {
		t.Run(p.name, func(t *testing.T) { run(t, p) })
	}
}

// longest is the length up to which passes are tested: all tails, after none, one and several full steps.
const longest = 75

// guarded returns a random array of n numbers with one more behind its end.
func guarded(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(uint64(n), seed))
	v := make([]float64, n+1)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v[:n]
}

func TestElementwisePassesOfEveryLength(t *testing.T) {
	const factor = -1.7
	withPasses(t, func(t *testing.T, p *passes) {
		for _, c := range []struct {
			name string
			pass func(dst, a, b []float64)
			want func(dst, a, b float64) float64
		}{
			{"exp", func(dst, a, _ []float64) { p.exp(dst, a) }, func(_, a, _ float64) float64 { return math.Exp(a) }},
			{"scaleTo", func(dst, a, _ []float64) { p.scaleTo(dst, factor, a) }, func(_, a, _ float64) float64 { return factor * a }},
			{"sqrtTo", func(dst, a, _ []float64) { p.mulTo(dst, a, a); p.sqrtTo(dst, factor*factor, dst) }, func(_, a, _ float64) float64 { return -factor * math.Abs(a) }},
			{"addScaledTo", func(dst, a, b []float64) { p.addScaledTo(dst, a, factor, b) }, func(_, a, b float64) float64 { return a + factor*b }},
			{"mulTo", p.mulTo, func(_, a, b float64) float64 { return a * b }},
			{"mulAdd", p.mulAdd, func(dst, a, b float64) float64 { return dst + a*b }},
		} {
			for n := range longest {
				dst, a, b := guarded(n, 1), guarded(n, 2), guarded(n, 3)
				before, behind := slices.Clone(dst), dst[:n+1][n]
				c.pass(dst, a, b)
				for j := range dst {
					want := c.want(before[j], a[j], b[j])
					if size := math.Abs(before[j]) + math.Abs(a[j]) + 2*math.Abs(b[j]) + math.Abs(want); !(math.Abs(dst[j]-want) <= 1e-15*size) {
						t.Errorf("%s of %d: element %d is %v, want %v", c.name, n, j, dst[j], want)
					}
				}
				if dst[:n+1][n] != behind {
					t.Errorf("%s of %d writes behind the end", c.name, n)
				}
			}
		}
	})
}

func TestSumsOfEveryLength(t *testing.T) {
	withPasses(t, func(t *testing.T, p *passes) {
		for n := range longest {
			a, b := guarded(n, 4), guarded(n, 5)
			const x = 0.3
			product, squares, size := 0.0, 0.0, 0.0
			for j := range a {
				product += a[j] * b[j]
				squares += a[j] * (x - b[j]) * (x - b[j])
				size += math.Abs(a[j]) * (1 + b[j]*b[j])
			}
			if got := p.dot(a, b); !(math.Abs(got-product) <= 1e-14*size) {
				t.Errorf("n=%d: product %v, want %v", n, got, product)
			}
			if got := p.weightedSquares(a, x, b); !(math.Abs(got-squares) <= 1e-14*size) {
				t.Errorf("n=%d: weighted squares %v, want %v", n, got, squares)
			}
		}
	})
}

// TestWeightedSquaresOfInfiniteDistance: what lies behind the end has no part in it.
func TestWeightedSquaresOfInfiniteDistance(t *testing.T) {
	withPasses(t, func(t *testing.T, p *passes) {
		if got := p.weightedSquares([]float64{1, 2, 3}, math.Inf(1), make([]float64, 3)); !math.IsInf(got, 1) {
			t.Errorf("weighted squares %v, want +Inf", got)
		}
	})
}

func TestSquaredDistancesOfEveryLength(t *testing.T) {
	withPasses(t, func(t *testing.T, p *passes) {
		for _, d := range []int{1, 2, 9} {
			for n := range longest {
				stride := n + 2
				x, y, dst := guarded(d, 6), guarded(d*stride, 7), guarded(n, 8)
				behind := dst[:n+1][n]
				p.squaredDistances(dst, x, y, stride)
				for j, got := range dst {
					want := 0.0
					for k := range x {
						want += (x[k] - y[k*stride+j]) * (x[k] - y[k*stride+j])
					}
					if !(math.Abs(got-want) <= 1e-14*want) {
						t.Errorf("d=%d n=%d: distance %d is %v, want %v", d, n, j, got, want)
					}
				}
				if dst[:n+1][n] != behind {
					t.Errorf("d=%d n=%d: writes behind the end", d, n)
				}
			}
		}
	})
}

func TestExpIsWithinTwoUnitsOfMathExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	src := []float64{0, math.Copysign(0, -1), 1, -1, 699.9, -699.9, 700, -700, 708, -708, -708.5, 709.7, 709.79, 710, 746, -720, -744.5, -745, -745.2,
		-746, -800, 800, 1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, -1e-20, 5e-324}
	for range 50000 {
		src = append(src, 700*(2*rng.Float64()-1), rng.NormFloat64(), -40*rng.Float64(), -700-46*rng.Float64())
	}
	withPasses(t, func(t *testing.T, p *passes) {
		dst := make([]float64, len(src))
		p.exp(dst, src)
		for j, x := range src {
			want := math.Exp(x)
			if math.IsInf(want, 1) && x < math.Log(math.MaxFloat64) && !math.IsInf(dst[j], 1) {
				want = math.Exp(x-1) * math.E // math.Exp of amd64 overflows early
			}
			if math.IsNaN(want) && math.IsNaN(dst[j]) || dst[j] == want {
				continue
			}
			if unit := math.Nextafter(want, math.Inf(1)) - want; !(math.Abs(dst[j]-want) <= 2*unit) {
				t.Errorf("exp(%v) = %v, want %v", x, dst[j], want)
			}
		}
	})
}

func TestExpDependsOnNoNeighbour(t *testing.T) {
	src := []float64{-1, 0.3, math.NaN(), 2, -740, 3, -800, 1e-9, 710, -0.5, 17}
	withPasses(t, func(t *testing.T, p *passes) {
		dst, one := make([]float64, len(src)), make([]float64, 1)
		p.exp(dst, src)
		for j, x := range src {
			p.exp(one, []float64{x})
			if math.Float64bits(one[0]) != math.Float64bits(dst[j]) {
				t.Errorf("exp(%v) is %v alone and %v among others", x, one[0], dst[j])
			}
		}
	})
}
