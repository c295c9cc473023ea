package grief

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

// TestSumsDoNotDependOnBlocks (docs/methods/grief.md, check 7): blocks of one, seven and all rows,
// and shuffled rows.
func TestSumsDoNotDependOnBlocks(t *testing.T) {
	x, y := someData(t, 100, 3, 20)
	b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.6, 0.7)), someGrid(t, x, 5), 30)
	phi := evalOf(t, b, x)
	var a mat.Dense
	var r mat.VecDense
	a.Mul(phi.T(), phi)
	r.MulVec(phi.T(), mat.NewVecDense(100, y))
	order := rand.New(rand.NewPCG(1, 1)).Perm(100)
	shuffled := gplib.Data{X: x, Y: y}.Subset(order)
	for name, d := range map[string]gplib.Data{"as they come": {X: x, Y: y}, "shuffled": shuffled} {
		for _, size := range []int{1, 7, 100} {
			s := NewSums(b)
			err := dataset.EachBlock(rowsOf(t, d.X.(*cov.Matrix), d.Y), size, func(x *mat.Dense, y []float64) error {
				return s.addBlock(newProducts(b), cov.Points(x), y)
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range 30 {
				if !near(s.R[i], r.AtVec(i), 1e-12) {
					t.Errorf("%s, blocks of %d: r[%d] is %v, want %v", name, size, i, s.R[i], r.AtVec(i))
				}
				for j := range i + 1 {
					if !near(s.A.At(i, j), a.At(i, j), 1e-12) {
						t.Errorf("%s, blocks of %d: A[%d, %d] is %v, want %v", name, size, i, j, s.A.At(i, j), a.At(i, j))
					}
				}
			}
			if s.N != 100 || !near(s.Prior, 200, 1e-12) || !near(s.YY, mat.Dot(mat.NewVecDense(100, y), mat.NewVecDense(100, y)), 1e-12) {
				t.Errorf("%s, blocks of %d: n = %d, Σk = %v, yy = %v", name, size, s.N, s.Prior, s.YY)
			}
		}
	}
}

// TestGradientDoesNotDependOnTheOrder (docs/methods/grief.md, check 7).
func TestGradientDoesNotDependOnTheOrder(t *testing.T) {
	x, y := someData(t, 90, 2, 21)
	b := someBasis(t, cov.Scale(2, cov.SE(0.5, 0.6)), someGrid(t, x, 5), 14)
	gradient := func(d gplib.Data) []float64 {
		x := d.X.(*cov.Matrix)
		e, err := newEvidence(sumsOf(t, b, x, d.Y), ones(14), 0.02)
		if err != nil {
			t.Fatal(err)
		}
		grad := make([]float64, 3)
		b.kernelGradient(grad, slopesOf(t, b, e, x, d.Y))
		return grad
	}
	d := gplib.Data{X: x, Y: y}
	want := gradient(d)
	got := gradient(d.Subset(rand.New(rand.NewPCG(2, 2)).Perm(90)))
	for p := range want {
		if !near(got[p], want[p], 1e-10) {
			t.Errorf("parameter %d: %v, want %v", p, got[p], want[p])
		}
	}
}

func ExampleSums_Add() {
	half := func(first int) dataset.RowReader {
		rows, _ := dataset.GeneratedRows(500, 2, func(i int, x []float64) float64 {
			x[0], x[1] = math.Sin(float64(first+i)), math.Cos(float64(first+i))
			return x[0] * x[1]
		})
		return rows
	}
	grid, err := GridOf(half(0), 10, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	basis, err := NewBasis(cov.SE(1, 1), grid, 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	total := NewSums(basis)
	for _, first := range []int{0, 500} { // each could be on a machine of its own
		part, err := Accumulate(context.Background(), basis, half(first))
		if err != nil {
			fmt.Println(err)
			return
		}
		sent, _ := part.MarshalBinary()
		var received Sums
		if err := errors.Join(received.UnmarshalBinary(sent), total.Add(&received)); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%d rows, %.2f of the prior variance captured\n", total.N, total.Captured())
	// Output:
	// 1000 rows, 1.00 of the prior variance captured
}

// TestSumsSurviveTheirBinaryForm, and damaged forms are refused.
func TestSumsSurviveTheirBinaryForm(t *testing.T) {
	x, y := someData(t, 30, 2, 22)
	b := someBasis(t, cov.SE(0.5), someGrid(t, x, 4), 7)
	s := sumsOf(t, b, x, y)
	form, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back Sums
	if err := back.UnmarshalBinary(form); err != nil {
		t.Fatal(err)
	}
	again, _ := back.MarshalBinary()
	if !slices.Equal(form, again) || back.N != 30 || back.Basis != s.Basis {
		t.Error("another sum came back")
	}
	newer := slices.Clone(form)
	newer[8] = 9
	for want, bad := range map[string][]byte{"not a binary form": form[1:], "truncated": form[:len(form)-1], "version 9": newer, "": nil} {
		before := back.N
		if err := back.UnmarshalBinary(bad); err == nil || !strings.Contains(err.Error(), want) || back.N != before {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}

// TestSumsOfOtherBasesDoNotAdd: another lengthscale, another grid, another p.
func TestSumsOfOtherBasesDoNotAdd(t *testing.T) {
	x, y := someData(t, 30, 2, 22)
	s := sumsOf(t, someBasis(t, cov.SE(0.5), someGrid(t, x, 4), 7), x, y)
	for name, b := range map[string]*Basis{
		"lengthscale": someBasis(t, cov.SE(0.6), someGrid(t, x, 4), 7),
		"grid":        someBasis(t, cov.SE(0.5), someGrid(t, x, 5), 7),
		"p":           someBasis(t, cov.SE(0.5), someGrid(t, x, 4), 8),
	} {
		if err := s.Add(sumsOf(t, b, x, y)); err == nil || s.N != 30 {
			t.Errorf("another %s: added", name)
		}
	}
	if err := s.Add(nil); err == nil {
		t.Error("nil was added")
	}
}

func TestAccumulateSaysWhatIsWrong(t *testing.T) {
	x, y := someData(t, 30, 2, 22)
	b := someBasis(t, cov.SE(0.5), someGrid(t, x, 4), 7)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Accumulate(ctx, b, rowsOf(t, x, y)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	y[17] = math.NaN()
	if _, err := Accumulate(t.Context(), b, rowsOf(t, x, y)); err == nil || !strings.Contains(err.Error(), "row 18: y is NaN") {
		t.Errorf("NaN: %v", err)
	}
	if _, err := Accumulate(t.Context(), b, rowsOf(t, cov.Line(y), y)); err == nil || !strings.Contains(err.Error(), "1 inputs") {
		t.Errorf("one input: %v", err)
	}
}

// BenchmarkSums is the pass over rows at p = 1000 of 11 inputs, next to the
// rank-k product that it consists of.
func BenchmarkSums(b *testing.B) {
	const n, p = 8 * blockRows, 1000
	rows, err := dataset.ElectricLike(n, 1)
	if err != nil {
		b.Fatal(err)
	}
	grid, err := GridOf(rows, 10, 0)
	if err != nil {
		b.Fatal(err)
	}
	basis, err := NewBasis(cov.SE(1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5), grid, p)
	if err != nil {
		b.Fatal(err)
	}
	flops := float64(n) * p * p
	b.Run("pass", func(b *testing.B) {
		for b.Loop() {
			if _, err := Accumulate(b.Context(), basis, rows); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
	})
	b.Run("dsyrk", func(b *testing.B) {
		phi, a := mat.NewDense(p, blockRows, nil), mat.NewDense(p, p, nil)
		phi.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i + 3*j)) }, phi)
		for b.Loop() {
			for range n / blockRows {
				linalg.AddGram(a, phi)
			}
		}
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
	})
}
