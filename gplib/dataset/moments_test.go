package dataset_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/internal/form"
)

// Each half could be on a machine of its own: the rows are scaled as if they had
// been read in one pass.
func ExampleMoments_Merge() {
	half := func(first int) dataset.RowReader {
		rows, _ := dataset.GeneratedRows(50, 1, func(i int, x []float64) float64 {
			x[0] = float64(first + i)
			return -2 * x[0]
		})
		return rows
	}
	total := dataset.NewMoments(1)
	for _, first := range []int{0, 50} {
		part := dataset.NewMoments(1)
		if err := dataset.EachBlock(half(first), 256, part.Add); err != nil {
			fmt.Println(err)
			return
		}
		sent, _ := part.MarshalBinary()
		var received dataset.Moments
		if err := received.UnmarshalBinary(sent); err != nil {
			fmt.Println(err)
			return
		}
		if err := total.Merge(&received); err != nil {
			fmt.Println(err)
			return
		}
	}
	scaling, err := total.Scaling()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d rows, x %.1f ± %.2f, y %.1f ± %.2f\n", total.Rows(), scaling.XMean[0], scaling.XStd[0], scaling.YMean, scaling.YStd)
	scaled, err := dataset.ScaledRows(half(50), scaling)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y := mat.NewDense(1, 1, nil), make([]float64, 1)
	n, err := scaled.Read(x, y)
	fmt.Printf("%d, %.3f, %.3f, %v\n", n, x.At(0, 0), y[0], err)
	// Output:
	// 100 rows, x 49.5 ± 28.87, y -99.0 ± 57.73
	// 1, 0.017, -0.017, <nil>
}

// unevenRows returns n rows of three inputs, one of them constant.
func unevenRows(t *testing.T, n int) (*mat.Dense, []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 0))
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		x.SetRow(i, []float64{10 + rng.NormFloat64(), 3, 1e-5 * rng.ExpFloat64()})
		y[i] = 1e8 * (rng.Float64() - 0.3)
	}
	return x, y
}

// momentsOf returns those of the rows from first up to end.
func momentsOf(t *testing.T, x *mat.Dense, y []float64, first, end int) *dataset.Moments {
	t.Helper()
	m := dataset.NewMoments(3)
	if first < end {
		if err := m.Add(x.Slice(first, end, 0, 3).(*mat.Dense), y[first:end]); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func scalingOf(t *testing.T, m *dataset.Moments) *dataset.Scaling {
	t.Helper()
	s, err := m.Scaling()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// scales returns all numbers of a scaling.
func scales(s *dataset.Scaling) []float64 {
	return slices.Concat(s.XMean, s.XStd, []float64{s.YMean, s.YStd})
}

// TestMergedMomentsEqualOnePass: wherever the rows are cut, also into parts of no
// rows, and equal means and standard deviations of two passes.
func TestMergedMomentsEqualOnePass(t *testing.T) {
	const n = 1000
	x, y := unevenRows(t, n)
	whole := scales(scalingOf(t, momentsOf(t, x, y, 0, n)))
	var means, stds []float64
	for _, column := range [][]float64{mat.Col(nil, 0, x), mat.Col(nil, 1, x), mat.Col(nil, 2, x), y} {
		mean, std := stat.PopMeanStdDev(column, nil)
		if std == 0 {
			std = 1
		}
		means, stds = append(means, mean), append(stds, std)
	}
	passes := slices.Concat(means[:3], stds[:3], []float64{means[3], stds[3]})
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }
	if !slices.EqualFunc(whole, passes, near) {
		t.Errorf("one pass: %v, want %v", whole, passes)
	}
	for _, cuts := range [][]int{{1}, {500}, {999}, {0, 1000}, {3, 3, 400}, {100, 200, 300, 400, 500, 600, 700, 800, 900}} {
		merged, first := dataset.NewMoments(3), 0
		for _, end := range append(cuts, n) {
			if err := merged.Merge(momentsOf(t, x, y, first, end)); err != nil {
				t.Fatal(err)
			}
			first = end
		}
		if got := scales(scalingOf(t, merged)); merged.Rows() != n || !slices.EqualFunc(got, whole, near) {
			t.Errorf("cut at %v: %d rows, %v, want %v", cuts, merged.Rows(), got, whole)
		}
	}
}

func TestMergingNoRowsChangesNothing(t *testing.T) {
	x, y := unevenRows(t, 30)
	want := momentsOf(t, x, y, 0, 30)
	m := momentsOf(t, x, y, 0, 30)
	if err := m.Merge(dataset.NewMoments(3)); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("%v (%v), want %v", m, err, want)
	}
	none := dataset.NewMoments(3)
	if err := none.Merge(m); err != nil || !reflect.DeepEqual(none, want) {
		t.Errorf("%v (%v), want %v", none, err, want)
	}
	if err := none.Merge(m); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("what was merged became %v (%v), want %v", m, err, want)
	}
}

func TestMomentsRefuseWhatIsNoBlock(t *testing.T) {
	x, y := unevenRows(t, 4)
	m := momentsOf(t, x, y, 0, 4)
	bad := mat.DenseCopyOf(x)
	bad.Set(2, 1, math.Inf(-1))
	for want, refuse := range map[string]func() error{
		"row 7, value 2 of 4 is -Inf":               func() error { return m.Add(bad, y) },
		"row 6, value 4 of 4 is NaN":                func() error { return m.Add(x, []float64{1, math.NaN(), 3, 4}) },
		"x is 4 × 3, y has 2 values":                func() error { return m.Add(x, y[:2]) },
		"moments of 3 inputs take 4 × 3":            func() error { return m.Add(mat.NewDense(4, 2, nil), y) },
		"Moments.Add: x is nil":                     func() error { return m.Add(nil, nil) },
		"Moments.Merge: more is nil":                func() error { return m.Merge(nil) },
		"more has 2 inputs, m has 3":                func() error { return m.Merge(dataset.NewMoments(2)) },
		"dataset: Moments.Scaling: there are no ro": func() error { _, err := dataset.NewMoments(2).Scaling(); return err },
	} {
		if err := refuse(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	if want := momentsOf(t, x, y, 0, 4); !reflect.DeepEqual(m, want) {
		t.Errorf("after what was refused %v, want %v", m, want)
	}
}

// TestMomentsSurviveTheirBinaryForm, and damaged forms are refused.
func TestMomentsSurviveTheirBinaryForm(t *testing.T) {
	x, y := unevenRows(t, 30)
	for _, m := range []*dataset.Moments{momentsOf(t, x, y, 0, 30), dataset.NewMoments(3), dataset.NewMoments(0)} {
		sent, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back dataset.Moments
		if err := back.UnmarshalBinary(sent); err != nil || !reflect.DeepEqual(&back, m) {
			t.Errorf("%v came back (%v), want %v", &back, err, m)
		}
		for i := range sent {
			damaged := slices.Clone(sent)
			damaged[i] ^= 0x55
			if back.UnmarshalBinary(damaged) == nil || back.UnmarshalBinary(sent[:i]) == nil || !reflect.DeepEqual(&back, m) {
				t.Errorf("byte %d of %d: damage went unnoticed, or left %v", i, len(sent), &back)
			}
		}
	}
}

// TestMomentsOfNoRowsThatCouldBe are refused: forms that are whole and lie.
func TestMomentsOfNoRowsThatCouldBe(t *testing.T) {
	seal := func(version, n int, values ...float64) []byte {
		w := form.New(&dataset.Moments{}, version)
		w.JSON("rows", n)
		w.Floats("moments", values)
		b, err := w.Seal()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var m dataset.Moments
	if err := m.UnmarshalBinary(seal(1, 2, 1, 2, 3, 4)); err != nil || m.Dim() != 1 || m.Rows() != 2 {
		t.Fatalf("%v (%v)", m, err)
	}
	for want, b := range map[string][]byte{
		"version 2":                  seal(2, 2, 1, 2, 3, 4),
		"4 numbers for -1 rows":      seal(1, -1, 1, 2, 3, 4),
		"3 numbers for 2 rows":       seal(1, 2, 1, 2, 3),
		"0 numbers for 2 rows":       seal(1, 2),
		"value 2 of 2 rows has mean": seal(1, 2, 1, math.NaN(), 3, 4),
		"sum of squares -3":          seal(1, 2, 1, 2, -3, 4),
		"value 1 of 0 rows has mean": seal(1, 0, 1, 0, 0, 0),
	} {
		if err := m.UnmarshalBinary(b); err == nil || !strings.Contains(err.Error(), want) || m.Rows() != 2 {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}

// TestStandardiseRowsIsWelfords: its scaling is that of Welford's formulas, to
// the last bit.
func TestStandardiseRowsIsWelfords(t *testing.T) {
	rows, err := dataset.ElectricLike(1000, 5)
	if err != nil {
		t.Fatal(err)
	}
	var mean, sum [12]float64
	d := collect(t, rows, 100)
	x := d.X.(*cov.Matrix)
	for i, y := range d.Y {
		for k, v := range append(x.Row(i), y) {
			before := mean[k]
			mean[k] += (v - mean[k]) / float64(i+1)
			sum[k] += (v - before) * (v - mean[k])
		}
	}
	_, got, err := dataset.StandardiseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	for k := range mean {
		m, s := got.YMean, got.YStd
		if k < 11 {
			m, s = got.XMean[k], got.XStd[k]
		}
		if want := math.Sqrt(sum[k] / 1000); m != mean[k] || s != want {
			t.Errorf("column %d: %v ± %v, want %v ± %v", k, m, s, mean[k], want)
		}
	}
}

// TestRowsAreScaledByASentScaling as by the one that was found, to the last bit.
func TestRowsAreScaledByASentScaling(t *testing.T) {
	rows, err := dataset.ElectricLike(300, 6)
	if err != nil {
		t.Fatal(err)
	}
	scaled, scaling, err := dataset.StandardiseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	want := collect(t, scaled, 64)
	sent, err := json.Marshal(scaling)
	if err != nil {
		t.Fatal(err)
	}
	var received dataset.Scaling
	if err := json.Unmarshal(sent, &received); err != nil {
		t.Fatal(err)
	}
	again, err := dataset.ScaledRows(rows, &received)
	if err != nil {
		t.Fatal(err)
	}
	if got := collect(t, again, 7); !sameData(got, want) {
		t.Error("other rows")
	}
	if err := cov.CheckLike(dataset.Like(again), dataset.Like(scaled)); err != nil {
		t.Error(err)
	}
	for want, bad := range map[string]*dataset.Scaling{
		"s is nil: true":                           nil,
		"s has 1 means":                            {XMean: []float64{0}, XStd: received.XStd, YStd: 1},
		"10 standard deviations, r has 11":         {XMean: received.XMean, XStd: received.XStd[:10], YStd: 1},
		"y by mean 0 and standard deviation 0":     {XMean: received.XMean, XStd: received.XStd},
		"input 1 by mean 0 and standard deviation": {XMean: make([]float64, 11), XStd: make([]float64, 11), YStd: 1},
	} {
		if _, err := dataset.ScaledRows(rows, bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
	if _, err := dataset.ScaledRows(nil, &received); err == nil {
		t.Error("nil was accepted")
	}
}

func TestNumbersWithoutAScaleAreRefused(t *testing.T) {
	m := dataset.NewMoments(1)
	if err := m.Add(mat.NewDense(2, 1, []float64{1e300, -1e300}), []float64{1, 2}); err != nil {
		t.Fatal(err)
	}
	if s, err := m.Scaling(); err == nil || !strings.Contains(err.Error(), "input 1 has the mean") {
		t.Errorf("%v (%v)", s, err)
	}
}
