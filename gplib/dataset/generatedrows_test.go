package dataset_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func ExampleGeneratedRows() {
	rows, err := dataset.GeneratedRows(1_000_000, 2, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), 1
		return 2 * x[0]
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y := mat.NewDense(3, rows.Dim(), nil), make([]float64, 3)
	n, err := rows.Read(x, y)
	fmt.Println(n, y, err)
	// Output:
	// 3 [0 2 4] <nil>
}

func TestGeneratedRowsRefuseNonsense(t *testing.T) {
	row := func(int, []float64) float64 { return 0 }
	for _, bad := range []func() (dataset.RowReader, error){
		func() (dataset.RowReader, error) { return dataset.GeneratedRows(0, 1, row) },
		func() (dataset.RowReader, error) { return dataset.GeneratedRows(1, 0, row) },
		func() (dataset.RowReader, error) { return dataset.GeneratedRows(1, 1, nil) },
		func() (dataset.RowReader, error) { return dataset.ElectricLike(-1, 1) },
	} {
		if _, err := bad(); err == nil || !strings.Contains(err.Error(), "GeneratedRows") {
			t.Errorf("accepted: %v", err)
		}
	}
}

// TestElectricLikeIsOneFunctionOfTheSeed: rows do not depend on blocks, have
// the stated moments, and differ between seeds.
func TestElectricLikeIsOneFunctionOfTheSeed(t *testing.T) {
	read := func(seed uint64, block int) ([]float64, *cov.Matrix) {
		r, err := dataset.ElectricLike(5000, seed)
		if err != nil {
			t.Fatal(err)
		}
		d := collect(t, r, block)
		return d.Y, d.X.(*cov.Matrix)
	}
	y, x := read(1, 5000)
	again, _ := read(1, 7)
	other, _ := read(2, 5000)
	if !slices.Equal(y, again) || slices.Equal(y, other) {
		t.Error("rows depend on the blocks, or not on the seed")
	}
	for k := range x.Dim() {
		mean, sd := stat.PopMeanStdDev(x.Column(k), nil)
		if math.Abs(mean) > 0.06 || math.Abs(sd-1) > 0.03 {
			t.Errorf("input %d has mean %v and standard deviation %v", k, mean, sd)
		}
	}
}

// TestStandardiseRowsEqualsStandardise: the same scaling and rows as in
// memory, also for columns of a large mean and constant ones.
func TestStandardiseRowsEqualsStandardise(t *testing.T) {
	rows, err := dataset.GeneratedRows(1000, 3, func(i int, x []float64) float64 {
		x[0], x[1], x[2] = 1e6+math.Sin(float64(i)), 3, float64(i)
		return math.Cos(float64(i))
	})
	if err != nil {
		t.Fatal(err)
	}
	raw := collect(t, rows, 100)
	want, scaling, err := dataset.Standardise(raw)
	if err != nil {
		t.Fatal(err)
	}
	scaled, got, err := dataset.StandardiseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	d := collect(t, scaled, 33)
	near := func(a, b []float64, scale float64) bool {
		return slices.EqualFunc(a, b, func(p, q float64) bool { return math.Abs(p-q) <= 1e-9*scale })
	}
	if !near(got.XMean, scaling.XMean, 100) || !near(got.XStd, scaling.XStd, 1e3) || math.Abs(got.YStd-scaling.YStd) > 1e-12 {
		t.Errorf("scaling %+v, want %+v", got, scaling)
	}
	if !near(d.Y, want.Y, 1) || !mat.EqualApprox(d.X.(*cov.Matrix), want.X.(*cov.Matrix), 1e-8) {
		t.Error("other rows than in memory")
	}
}

func TestStandardiseRowsRefusesWhatIsNotFinite(t *testing.T) {
	rows, err := dataset.GeneratedRows(5, 1, func(i int, x []float64) float64 {
		x[0] = float64(i)
		return math.Log(float64(i - 3))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := dataset.StandardiseRows(rows); err == nil || !strings.Contains(err.Error(), "row 1, value 2 of 2 is NaN") {
		t.Errorf("NaN: %v", err)
	}
	if _, _, err := dataset.StandardiseRows(nil); err == nil {
		t.Error("nil was accepted")
	}
}
