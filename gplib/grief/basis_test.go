package grief

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// TestAllFunctionsAreTheKernelOnTheGrid: with p = m the approximation is k at
// the nodes, and K_XU K_UU⁻¹ K_UX off them (docs/methods/grief.md, check 1).
func TestAllFunctionsAreTheKernelOnTheGrid(t *testing.T) {
	for _, k := range []cov.Func{
		cov.Scale(1.7, cov.SE(0.25, 0.5)),
		cov.Product(cov.On(cov.Matern32(0.4), 1), cov.Scale(2, cov.On(cov.Periodic(1, 0.9), 0))),
	} {
		x, _ := someData(t, 30, 2, 1)
		g := someGrid(t, x, 5)
		b := someBasis(t, k, g, 25)
		if b.Len() != 25 {
			t.Fatalf("%d functions, want 25", b.Len())
		}
		nodes := nodesOf(g)
		phi := evalOf(t, b, nodes)
		var got mat.Dense
		got.Mul(phi, phi.T())
		if !mat.EqualApprox(&got, gramOf(k, nodes, nodes), 1e-12) {
			t.Errorf("%v: other values on the grid", k)
		}
		phi = evalOf(t, b, x)
		got.Reset()
		got.Mul(phi, phi.T())
		var inverse, want mat.Dense
		if err := inverse.Inverse(gramOf(k, nodes, nodes)); err != nil {
			t.Fatal(err)
		}
		want.Product(gramOf(k, x, nodes), &inverse, gramOf(k, nodes, x))
		if !mat.EqualApprox(&got, &want, 1e-10) {
			t.Errorf("%v: other values off the grid", k)
		}
	}
}

// TestTopProductsEqualBruteForceAndHeap (docs/methods/grief.md, check 5): the p largest products, as
// a lower set, also with ties.
func TestTopProductsEqualBruteForceAndHeap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 40 {
		d := 1 + trial%4
		lists := make([][]float64, d)
		for l := range lists {
			for range 2 + rng.IntN(5) {
				lists[l] = append(lists[l], math.Exp(6*rng.Float64()-3))
			}
			slices.Sort(lists[l])
			slices.Reverse(lists[l])
			if trial%3 == 0 {
				lists[l] = lists[0] // isotropic: ties everywhere
			}
		}
		for _, p := range []int{1, 7, 40, 10000} {
			got := topProducts(lists, p)
			brute, best := allProducts(lists), bestFirst(lists, p)
			if len(got.logs) != min(p, len(brute)) || len(best) != len(got.logs) {
				t.Fatalf("%d tuples of %d, p = %d", len(got.logs), len(brute), p)
			}
			for i, log := range got.logs {
				if !near(log, brute[i], 1e-12) || !near(log, best[i], 1e-12) {
					t.Fatalf("trial %d, p = %d: eigenvalue %d is %v, brute force %v, heap %v", trial, p, i, log, brute[i], best[i])
				}
			}
			checkLowerSet(t, got.index)
		}
	}
}

func checkLowerSet(t *testing.T, index [][]int) {
	t.Helper()
	have := map[string]bool{}
	for _, tuple := range index {
		have[fmt.Sprint(tuple)] = true
	}
	for _, tuple := range index {
		for l, k := range tuple {
			lower := slices.Clone(tuple)
			if k > 0 {
				lower[l] = k - 1
			}
			if !have[fmt.Sprint(lower)] {
				t.Fatalf("%v is in the set, %v is not", tuple, lower)
			}
		}
	}
}

// allProducts returns the logarithms of all products, descending.
func allProducts(lists [][]float64) []float64 {
	logs := []float64{0}
	for _, values := range lists {
		var next []float64
		for _, log := range logs {
			for _, v := range values {
				next = append(next, log+math.Log(v))
			}
		}
		logs = next
	}
	slices.Sort(logs)
	slices.Reverse(logs)
	return logs
}

// bestFirst returns the search by a heap from (0, ..., 0): each tuple is pushed
// by one parent, for each coordinate from its last positive one on.
func bestFirst(lists [][]float64, p int) []float64 {
	value := func(tuple []int) float64 {
		sum := 0.0
		for l, j := range tuple {
			sum += math.Log(lists[l][j])
		}
		return sum
	}
	first := make([]int, len(lists))
	h := &tupleHeap{{first, value(first)}}
	var logs []float64
	for len(logs) < p && h.Len() > 0 {
		top := heap.Pop(h).(heapTuple)
		logs = append(logs, top.log)
		last := 0
		for l, j := range top.tuple {
			if j > 0 {
				last = l
			}
		}
		for l := last; l < len(lists); l++ {
			next := slices.Clone(top.tuple)
			if next[l]++; next[l] < len(lists[l]) {
				heap.Push(h, heapTuple{next, value(next)})
			}
		}
	}
	return logs
}

type heapTuple struct {
	tuple []int
	log   float64
}

type tupleHeap []heapTuple

func (h tupleHeap) Len() int           { return len(h) }
func (h tupleHeap) Less(i, j int) bool { return h[i].log > h[j].log }
func (h tupleHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *tupleHeap) Push(x any)        { *h = append(*h, x.(heapTuple)) }
func (h *tupleHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// TestProductsEqualKroneckerAndLogForm is theorem 2 in three dimensions
// against eigenvectors of the whole grid, and the paper's form in logarithms
// (docs/methods/grief.md, check 6).
func TestProductsEqualKroneckerAndLogForm(t *testing.T) {
	x, _ := someData(t, 40, 3, 2)
	k := cov.SE(0.5, 0.8, 0.3)
	g := someGrid(t, x, 4)
	b := someBasis(t, k, g, 20)
	phi := evalOf(t, b, x)
	cross := gramOf(k, x, nodesOf(g))
	for i, tuple := range b.index {
		q := []float64{1}
		for l, j := range tuple {
			q = kronecker(q, mat.Col(nil, j, b.factors[l].q))
		}
		var want mat.VecDense
		want.MulVec(cross, mat.NewVecDense(len(q), q))
		want.ScaleVec(math.Exp(-b.logs[i]/2), &want)
		for r := range 40 {
			if !near(phi.At(r, i), want.AtVec(r), 1e-12) || !near(phi.At(r, i), logForm(b, x.Row(r), i), 1e-12) {
				t.Fatalf("function %d at row %d: %v, Kronecker %v, log form %v", i, r, phi.At(r, i), want.AtVec(r), logForm(b, x.Row(r), i))
			}
		}
	}
}

func kronecker(a, b []float64) []float64 {
	var c []float64
	for _, u := range a {
		for _, v := range b {
			c = append(c, u*v)
		}
	}
	return c
}

// logForm returns Π sign(B_l)·exp(Σ_l log|B_l| - ½ log λ), B_l = k_l(x,
// U_l)Q_l.
func logForm(b *Basis, x []float64, i int) float64 {
	sign, sum := 1.0, -b.logs[i]/2
	for l, j := range b.index[i] {
		f := b.factors[l]
		var product mat.Dense
		product.Mul(f.gram(cov.Line(x[f.input:f.input+1])), f.q)
		v := product.At(0, j)
		if v == 0 {
			return 0
		}
		sign *= math.Copysign(1, v)
		sum += math.Log(math.Abs(v))
	}
	return sign * math.Exp(sum)
}

// TestGridTakesFewDistinctValues: constant inputs have one point, few values
// are their own grid, others have even points, which pad extends.
func TestGridTakesFewDistinctValues(t *testing.T) {
	x := mat.NewDense(50, 3, nil)
	for i := range 50 {
		x.SetRow(i, []float64{7, float64(i % 2), float64(i)})
	}
	g, err := NewGrid(cov.Points(x), 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p := g.Points(0); !slices.Equal(p, []float64{7}) || g.Spacing(0) != 0 {
		t.Errorf("constant: %v", p)
	}
	if p := g.Points(1); !slices.Equal(p, []float64{0, 1}) || g.Spacing(1) != 0 {
		t.Errorf("binary: %v", p)
	}
	if p := g.Points(2); len(p) != 8 || p[0] != -7 || p[7] != 56 || g.Spacing(2) != 9 {
		t.Errorf("even: %v, spacing %v", p, g.Spacing(2))
	}
	if g.Dim() != 3 || !near(g.LogSize(), math.Log10(16), 1e-12) {
		t.Errorf("%v", g)
	}
}

func TestBadGridsAndBasesAreNamed(t *testing.T) {
	x, _ := someData(t, 10, 2, 1)
	g := someGrid(t, x, 4)
	bad := mat.NewDense(3, 1, []float64{1, math.NaN(), 2})
	for want, f := range map[string]func() error{
		"Points is 1":       func() error { _, err := NewGrid(x, 1, 0); return err },
		"Pad is -1":         func() error { _, err := NewGrid(x, 4, -1); return err },
		"cov.Strings":       func() error { _, err := NewGrid(cov.Strings{"a"}, 4, 0); return err },
		"row 2: x[0] is":    func() error { _, err := NewGrid(cov.Points(bad), 4, 0); return err },
		"p is 0":            func() error { _, err := NewBasis(cov.SE(1), g, 0); return err },
		"Matern52":          func() error { _, err := NewBasis(cov.Matern52(1), g, 4); return err },
		"is nil":            func() error { _, err := NewBasis(nil, g, 4); return err },
		"lengthscale is -1": func() error { _, err := NewBasis(cov.SE(-1), g, 4); return err },
		"reader is nil":     func() error { _, err := GridOf(nil, 4, 0); return err },
		"dimension 1, the basis 2": func() error {
			_, err := someBasis(t, cov.SE(1), g, 4).Eval(cov.Line([]float64{1}))
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}
