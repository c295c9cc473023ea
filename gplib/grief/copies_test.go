package grief

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// again returns rows several times; fresh draws new noise for each.
func again(x *cov.Matrix, y []float64, times int, fresh func() float64) (*cov.Matrix, []float64) {
	var index []int
	var all []float64
	for range times {
		for i, v := range y {
			index, all = append(index, i), append(all, v+fresh())
		}
	}
	return x.Subset(index).(*cov.Matrix), all
}

func none() float64 { return 0 }

// TestCopiesOfRowsAreLeftOut: a fit of rows with copies is that of the rows, from
// memory and from a reader, and reports it.
func TestCopiesOfRowsAreLeftOut(t *testing.T) {
	x, y := someData(t, 50, 2, 60)
	many, ys := again(x, y, 5, none)
	for _, l := range []interface {
		gplib.Learner
		FitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error)
	}{TypeII{}, Quadrature{}} {
		want, err := l.Fit(t.Context(), someModel(2), gplib.Data{X: x, Y: y}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := l.Fit(t.Context(), someModel(2), gplib.Data{X: many, Y: ys}, nil)
		if err != nil {
			t.Fatal(err)
		}
		streamed, err := l.FitRows(t.Context(), someModel(2), rowsOf(t, many, ys), nil)
		if err != nil {
			t.Fatal(err)
		}
		if fit.Value != want.Value || streamed.Value != want.Value {
			t.Errorf("%s: values %v and %v, without copies %v", fit.Method, fit.Value, streamed.Value, want.Value)
		}
		for _, f := range []*gplib.Result{fit, streamed} {
			if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].String(), "200 of 250 rows are copies") {
				t.Errorf("%s: %q", f.Method, f.Warnings)
			}
		}
		if fit.Posterior.Data().Len() != 50 || len(want.Warnings) > 0 {
			t.Errorf("%d rows, %q", fit.Posterior.Data().Len(), want.Warnings)
		}
	}
}

// TestNoiseStaysAboveThatOfTheSample where only the sample can be searched for
// copies.
func TestNoiseStaysAboveThatOfTheSample(t *testing.T) {
	x, y := someData(t, 60, 2, 61)
	many, ys := again(x, y, 5, none)
	p, err := newProblem(fitting(t, someModel(2)), localRows{rowsOf(t, many, ys)}, options{exact: 200})
	if err != nil {
		t.Fatal(err)
	}
	if q := p.model.Noise.Params()[0]; q.Min != q.Value || q.Value < 0.004 || p.n != 300 {
		t.Errorf("the noise of %d rows is %v, at least %v", p.n, q.Value, q.Min)
	}
}

// TestRowsThatAgreeByChanceStay: observations that are whole numbers, of few
// inputs.
func TestRowsThatAgreeByChanceStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	var x [][]float64
	var y []float64
	for i := range 200 {
		at := float64(i % 5)
		x, y = append(x, []float64{at}), append(y, math.Round(at/2+rng.NormFloat64()))
	}
	m, _ := cov.Rows(x)
	p := &problem{Fitting: fitting(t, someModel(1))}
	if d, left := p.withoutCopies(gplib.Data{X: m, Y: y}); left || d.Len() != 200 || len(p.Warnings) > 0 {
		t.Errorf("%d rows, %q", d.Len(), p.Warnings)
	}
}

// TestPureErrorIsAnAnalysisOfVariance: its sum of squares and degrees of freedom
// are those within groups, and the limit is below σ² nearly always.
func TestPureErrorIsAnAnalysisOfVariance(t *testing.T) {
	x, y := someData(t, 10, 1, 62)
	const sd, times = 0.3, 4
	rng := rand.New(rand.NewPCG(6, 7))
	below := 0
	for range 200 {
		many, ys := again(x, y, times, func() float64 { return sd * rng.NormFloat64() })
		d := gplib.Data{X: many, Y: ys}
		squares, freedom := pureError(d)
		within := 0.0
		for i := range 10 {
			within += (times - 1) * stat.Variance([]float64{ys[i], ys[10+i], ys[20+i], ys[30+i]}, nil)
		}
		if freedom != 30 || !near(squares, within, 1e-12) {
			t.Fatalf("%v on %v degrees of freedom, want %v on 30", squares, freedom, within)
		}
		if least := leastPureError(d); !near(least, within/distuv.ChiSquared{K: 30}.Quantile(0.999), 1e-12) {
			t.Fatalf("the limit is %v", least)
		} else if least < sd*sd {
			below++
		}
	}
	if below < 198 {
		t.Errorf("%d of 200 limits are below the variance", below)
	}
	if leastPureError(gplib.Data{X: x, Y: y}) != 0 {
		t.Error("rows that differ say something")
	}
}
