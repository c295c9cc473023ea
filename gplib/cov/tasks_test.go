package cov_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// sharedTasks returns Tasks of rank 2 at numbers of its own, with W and v.
func sharedTasks() (k cov.Func, w *mat.Dense, v []float64) {
	w = mat.NewDense(4, 2, []float64{0.9, 0, -0.4, 1.1, 0.3, 0.2, 2, -0.7})
	v = []float64{0.1, 0.5, 1.2, 0.02}
	k = cov.Tasks(4, 2).With([]float64{0.9, -0.4, 1.1, 0.3, 0.2, 2, -0.7, 0.1, 0.5, 1.2, 0.02})
	return k, w, v
}

func TestTasksIsItsMatrix(t *testing.T) {
	k, w, v := sharedTasks()
	var want mat.Dense
	want.Mul(w, w.T())
	for i, vi := range v {
		want.Set(i, i, want.At(i, i)+vi)
	}
	x := cov.Line([]float64{3, 0, 1, 2, 2, 0})
	got := mat.NewDense(6, 6, nil)
	k.Gram(got, x, x)
	for i := range 6 {
		for j := range 6 {
			a, b := int(x.At(i, 0)), int(x.At(j, 0))
			if d := got.At(i, j) - want.At(a, b); !(math.Abs(d) <= 1e-15) {
				t.Errorf("B[%d, %d] = %v, want %v", a, b, got.At(i, j), want.At(a, b))
			}
		}
	}
	covtest.Check(t, k, x)
	covtest.Check(t, cov.Tasks(4, 4), x)
	covtest.Check(t, cov.Tasks(5, 1), x)
}

func TestModelsOfCoregionalisationKeepTheContract(t *testing.T) {
	one, _, _ := sharedTasks()
	rows := make([][]float64, 20)
	for i := range rows {
		rows[i] = []float64{float64(i*i%7) / 3, float64(i % 4)}
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	icm := cov.Product(cov.On(cov.SE(0.8), 0), cov.On(one, 1))
	covtest.Check(t, icm, x)
	covtest.Check(t, cov.Sum(icm, cov.Product(cov.On(cov.Matern32(2), 0), cov.On(cov.Tasks(4, 1), 1))), x)
}

func TestTasksAtFirstHaveTheVarianceOne(t *testing.T) {
	for _, rank := range []int{1, 2, 3} {
		diag := make([]float64, 3)
		cov.Tasks(3, rank).Diag(diag, cov.Line([]float64{0, 1, 2}))
		for i, v := range diag {
			if !(math.Abs(v-1) <= 1e-15) {
				t.Errorf("rank %d: output %d has the variance %v", rank, i, v)
			}
		}
	}
}

func TestTasksNamesWhatItCannotTake(t *testing.T) {
	rows, _ := cov.Rows([][]float64{{0, 1}})
	for want, err := range map[string]error{
		"rank 0 and 2 outputs":                            cov.Tasks(2, 0).Check(cov.Line([]float64{0})),
		"rank 3 and 2 outputs":                            cov.Tasks(2, 3).Check(cov.Line([]float64{0})),
		"row 1, from 0, is 2, not that of one of the 2":   cov.Tasks(2, 1).Check(cov.Line([]float64{0, 2})),
		"row 0, from 0, is 0.5, not that of one of the 2": cov.Tasks(2, 1).Check(cov.Line([]float64{0.5})),
		"cov.On(cov.Tasks(2, 1), dim) selects":            cov.Tasks(2, 1).Check(rows),
		"Tasks takes points of a matrix":                  cov.Tasks(2, 1).Check(cov.Strings{"a"}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

func ExampleTasks() {
	k := cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(2, 1), 1))
	x, _ := cov.Rows([][]float64{{0, 0}, {0, 1}, {1, 1}})
	gram := mat.NewDense(3, 3, nil)
	k.Gram(gram, x, x)
	fmt.Printf("%.3f\n", mat.Formatted(gram))
	for _, p := range k.Params() {
		fmt.Printf("%s = %.3f\n", p.Name, p.Value)
	}
	// Output:
	// ⎡1.000  0.500  0.303⎤
	// ⎢0.500  1.000  0.607⎥
	// ⎣0.303  0.607  1.000⎦
	// lengthscale = 1.000
	// w[0,0] = 0.707
	// w[1,0] = 0.707
	// v[0] = 0.500
	// v[1] = 0.500
}
