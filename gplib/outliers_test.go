package gplib

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/cov"
)

// fitAuto fits the default model to values over a line.
func fitAuto(t *testing.T, x, y []float64) *Result {
	t.Helper()
	d, err := NewData(cov.Line(x), y)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := Fit(context.Background(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// ripple returns 28 rows of a falling line with a ripple and a little noise, of range 1.2.
func ripple() (x, y []float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 28 {
		at := 4 * float64(i)
		x, y = append(x, at), append(y, 4.2-at/100+0.05*math.Sin(1.7*at)+0.01*rng.NormFloat64())
	}
	return x, y
}

// One value raised by 5 raises the learned noise so much that only the errors of the others
// show it; raised by 1.3 it is 26 times the ripple.
func TestAnOutlierThatRaisesTheNoiseIsReported(t *testing.T) {
	for _, raised := range []float64{5, 1.3, -5} {
		x, y := ripple()
		y[15] += raised
		fit := fitAuto(t, x, y)
		found := fit.Warnings.Of("outliers")
		if len(found) != 1 || !slices.Equal(found[0].Rows, []int{15}) || !strings.Contains(found.String(), "noise variance") {
			t.Errorf("raised by %v: %q", raised, fit.Warnings)
		}
	}
	if fit := fitAuto(t, firstOf(ripple()), secondOf(ripple())); len(fit.Warnings) > 0 {
		t.Errorf("of clean rows: %q", fit.Warnings)
	}
}

func firstOf(x, _ []float64) []float64  { return x }
func secondOf(_, y []float64) []float64 { return y }

// Six outliers of eight standard deviations among 400 rows are named, and no other row.
func TestSeveralOutliersAreReported(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i] = 10 * rng.Float64()
		y[i] = math.Sin(x[i]) + 0.3*rng.NormFloat64()
	}
	want := []int{20, 77, 140, 231, 300, 399}
	for k, i := range want {
		y[i] = math.Sin(x[i]) + 8*0.3*float64(1-2*(k%2))
	}
	fit := fitAuto(t, x, y)
	if found := fit.Warnings.Of("outliers"); len(found) != 1 || !slices.Equal(found[0].Rows, want) {
		t.Errorf("%v: %q", fit.Model, fit.Warnings)
	}
}

// Three outliers that bend the function instead of raising the noise are distinguished from clean rows next to
// them by a model that is learned without them; the errors of the model learned from all rows name both.
func TestOutliersThatTheFunctionFollowsAreReported(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 44))
	rows, y := make([][]float64, 60), make([]float64, 60)
	for i := range rows {
		rows[i] = []float64{4*rng.Float64() - 2, 4*rng.Float64() - 2}
		y[i] = math.Sin(2*rows[i][0]) + rows[i][1]/2 + 0.05*rng.NormFloat64()
	}
	want := []int{7, 14, 58}
	for _, i := range want {
		y[i] += 3
	}
	x, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	// The lengthscales are those that a fit to all rows may learn.
	d := Data{X: x, Y: y}
	m := Model{Mean: ConstantMean(0.1), Cov: cov.Scale(1, cov.Matern52(0.5, 0.35)), Noise: Gaussian(0.0026)}
	p, err := Condition(m, d)
	if err != nil {
		t.Fatal(err)
	}
	c := &checked{m: m, d: d, p: p, relearn: func(_ Model, d Data) Model {
		fit, err := Fit(context.Background(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		return fit.Model
	}}
	found := c.outliers()
	if len(found) != 1 || !slices.Equal(found[0].Rows, want) || !strings.Contains(found.String(), "follow them") {
		t.Errorf("%q", found)
	}
	z := c.errors().z
	if far := farRows(z, c.free(), outlierLevel); slices.Equal(far, want) {
		t.Error("the errors alone name the outliers")
	}
}

// One value that is a mistake of writing is reported once.
func TestALostDecimalCommaIsReportedOnce(t *testing.T) {
	x, y := ripple()
	y[15] *= 1000
	if found := fitAuto(t, x, y).Warnings; len(found.Of("value-far")) != 1 || len(found.Of("outliers")) != 0 {
		t.Errorf("%q", found)
	}
}

// Many parameters, as of a network, do not hide an outlier.
func TestManyParametersHideNoOutlier(t *testing.T) {
	z := make([]float64, 60)
	for i := range z {
		z[i] = math.Sin(float64(i))
	}
	z[30] = 8
	for _, free := range []int{3, 40, 1000} {
		if far := farRows(z, free, outlierLevel); !slices.Equal(far, []int{30}) {
			t.Errorf("%d parameters: %v", free, far)
		}
	}
}

// Rows are counted in the caller's data where copies were dropped.
func TestOutliersAreRowsOfTheCaller(t *testing.T) {
	x, y := ripple()
	y[15] += 5
	x, y = append(x[:3:3], x...), append(y[:3:3], y...)
	found := fitAuto(t, x, y).Warnings
	if far := found.Of("outliers"); len(found.Of("copies")) != 1 || len(far) != 1 || !slices.Equal(far[0].Rows, []int{18}) {
		t.Errorf("%q", found)
	}
}

// The procedure alarms for clean normal errors with its level: in 3 of 1000 samples at most 3
// times of 4000 by chance (binomial, p = 0.001, 99.9 %: 11).
func TestCleanErrorsHaveNoOutliers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	alarms := 0
	for range 4000 {
		z := make([]float64, 30)
		for i := range z {
			z[i] = rng.NormFloat64()
		}
		if len(farRows(z, 0, outlierLevel)) > 0 {
			alarms++
		}
	}
	if alarms > 11 {
		t.Errorf("%d alarms in 4000 samples of 30 clean errors", alarms)
	}
}

// A posterior that cannot leave rows out has only the errors of a fit that has seen them, which nothing confirms:
// the procedure alarms with its level, as above (binomial, 1000 samples, 99.9 %: 5).
func TestErrorsThatCannotBeConfirmedAreJudgedStrictly(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	alarms := 0
	for range 1000 {
		d := Data{X: cov.Grid(0, 1, 40), Y: make([]float64, 40)}
		for i := range d.Y {
			d.Y[i] = rng.NormFloat64()
		}
		m := Model{Cov: cov.SE(1), Noise: NoiseProcess(1, cov.SE(1))}
		c := &checked{m: m, d: d, p: &standardNormal{data: d}, relearn: func(Model, Data) Model { return m }}
		if len(c.outliers()) > 0 {
			alarms++
		}
	}
	if alarms > 5 {
		t.Errorf("%d alarms in 1000 samples of 40 clean errors", alarms)
	}
}

// TestRowsArePredictedOnceForTheirErrors, which several checks look at.
func TestRowsArePredictedOnceForTheirErrors(t *testing.T) {
	d := Data{X: cov.Grid(0, 1, 2*checkLeftOut), Y: make([]float64, 2*checkLeftOut)}
	for i := range d.Y {
		d.Y[i] = math.Sin(float64(i * i))
	}
	p := &standardNormal{data: d}
	c := &checked{m: Model{Cov: cov.SE(1), Noise: Gaussian(1)}, d: d, p: p}
	if found := append(c.outliers(), c.unevenNoise()...); len(found) > 0 || p.predicted != 1 {
		t.Errorf("%d predictions, and %q", p.predicted, found)
	}
}

// standardNormal is a posterior that predicts the standard normal distribution everywhere.
type standardNormal struct {
	data      Data
	predicted int
}

func (s *standardNormal) Data() Data { return s.data }

func (s *standardNormal) Predict(x cov.Inputs) (Prediction, error) {
	s.predicted++
	one := slices.Repeat([]float64{1}, x.Len())
	return Prediction{X: x, Mean: make([]float64, x.Len()), Var: one, VarY: one}, nil
}

func (s *standardNormal) Covariance(cov.Inputs) ([]float64, *mat.SymDense, error) {
	return nil, nil, errors.New("not needed")
}

// Two outliers raise the scale of all errors; each would hide the other if the scale were that of
// all rows but one.
func TestOutliersDoNotHideEachOther(t *testing.T) {
	z := make([]float64, 30)
	for i := range z {
		z[i] = math.Sin(float64(i)) // at most 1
	}
	z[4], z[20] = 30, -31
	if far := farRows(z, 3, outlierLevel); !slices.Equal(far, []int{4, 20}) {
		t.Errorf("%v", far)
	}
	z[4] = math.NaN()
	if far := farRows(z, 3, outlierLevel); far != nil {
		t.Errorf("%v of errors with NaN", far)
	}
}

// Z is the error over the standard deviation of a posterior without the row.
// The outliers of heavy tails are those of the procedure as it is written, with a quantile for each row.
func TestHeavyTailsHaveTheOutliersOfTheProcedure(t *testing.T) {
	const n, free = 4000, 3
	heavy := distuv.StudentsT{Sigma: 1, Nu: 2, Src: rand.NewPCG(4, 4)}
	z := make([]float64, n)
	for i := range z {
		z[i] = heavy.Rand()
	}
	order := Spaced(n, n)
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(z[j]), math.Abs(z[i])) })
	var want []int
	for k, i := range order[:n/outlierPart] {
		sum := 0.0
		for _, j := range order[k+1:] {
			sum += z[j] * z[j]
		}
		left := n - k - 1
		if math.Abs(z[i]) > outlierLimit(left, free, outlierLevel)*math.Sqrt(sum/float64(left)) {
			want = slices.Clone(order[:k+1])
		}
	}
	slices.Sort(want)
	far := farRows(z, free, outlierLevel)
	if len(want) < 20 || !slices.Equal(far, want) {
		t.Fatalf("%d outliers, want %d", len(far), len(want))
	}
	others, all, largest := 0.0, 0.0, 0.0
	for i, v := range z {
		all += v * v
		if _, found := slices.BinarySearch(want, i); found {
			largest = math.Max(largest, math.Abs(v))
		} else {
			others += v * v
		}
	}
	mean := others / float64(n-len(want))
	rest, top, factor := sizes(z, far)
	if !floats.EqualApprox([]float64{rest, top, factor}, []float64{math.Sqrt(mean), largest, all / n / mean}, 1e-12) {
		t.Errorf("the sizes are %v, %v and %v, want %v, %v and %v", rest, top, factor, math.Sqrt(mean), largest, all/n/mean)
	}
}

func TestLeaveOneOutOfAResultStandardises(t *testing.T) {
	x, y := ripple()
	fit := fitAuto(t, x, y)
	left, err := fit.LeaveOneOut()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 9, 27} {
		without, err := Condition(fit.Model, fit.Posterior.Data().Subset(Rest([]int{i}, len(y))))
		if err != nil {
			t.Fatal(err)
		}
		p, err := without.Predict(cov.Line(x[i : i+1]))
		if err != nil {
			t.Fatal(err)
		}
		if want := (y[i] - p.Mean[0]) / math.Sqrt(p.VarY[0]); math.Abs(left.Z[i]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("row %d: z is %v, want %v", i, left.Z[i], want)
		}
	}
	fit.Posterior = unable{fit.Posterior, Data{X: cov.Grid(0, 1, checkLeftOut+1), Y: make([]float64, checkLeftOut+1)}}
	if _, err := fit.LeaveOneOut(); err == nil || !strings.Contains(err.Error(), "cannot leave out rows") {
		t.Errorf("of a posterior that cannot leave out: %v", err)
	}
}

// unable is a posterior that cannot leave out rows.
type unable struct {
	Posterior
	data Data
}

func (u unable) Data() Data { return u.data }

// Constant observations and single ones are reported, whatever the learner makes of them.
func TestNothingToLearnIsReported(t *testing.T) {
	for _, y := range [][]float64{make([]float64, 30), slices.Repeat([]float64{3.7}, 30), {1.5}} {
		d := Data{X: cov.Grid(0, 1, max(2, len(y))), Y: y}
		if len(y) == 1 {
			d.X = cov.Line([]float64{0.5})
		}
		m := Model{Cov: cov.Scale(1, cov.Matern52(1)), Noise: Gaussian(0.1)}
		fit, err := Fit(context.Background(), m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(fit.Warnings.Of("nothing-to-learn")) != 1 {
			t.Errorf("of %d observations of %v: %q", len(y), y[0], fit.Warnings)
		}
	}
}

// The remedy that the warning names ends it: rows with a noise of their own count by it.
func TestGroupNoiseIsTheRemedyOfOutliers(t *testing.T) {
	x, y := ripple()
	y[15] += 5
	rows := make([][]float64, len(x))
	for i := range rows {
		rows[i] = []float64{x[i], 0}
	}
	rows[15][1] = 1
	inputs, err := cov.Rows(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := Model{Mean: ConstantMean(3), Cov: cov.On(cov.Scale(1, cov.Matern52(20)), 0), Noise: GroupNoise(1, 0.01, 1)}
	fit, err := Fit(context.Background(), m, Data{X: inputs, Y: y}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(fit.Warnings) > 0 {
		t.Errorf("%v: %q", fit.Model, fit.Warnings)
	}
}

// Errors that are all the same, as where noise is held far above them, have no trend: by rounding, a regression leaves
// more of them than there is.
func TestErrorsThatAreTheSameHaveNoTrend(t *testing.T) {
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range y {
		x[i], y[i] = math.Sin(float64(i)), math.Log(0.1)
	}
	if p, _ := trendOf(y, withPowers(nil, x, 2)); p != 1 {
		t.Errorf("the probability is %v", p)
	}
}
