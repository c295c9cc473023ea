package gplib_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/internal/derivative"
)

// sineRows returns n rows of sin 2x₁ + x₂/2 with noise of standard deviation 0.05.
func sineRows(n int, seed uint64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		a, b := 2*rng.NormFloat64(), rng.NormFloat64()
		x, y = append(x, []float64{a, b}), append(y, math.Sin(2*a)+b/2+0.05*rng.NormFloat64())
	}
	return x, y
}

// TestCheckup: a fault of data or a fit is reported by its name; healthy ones give no
// warning.
func TestCheckup(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name  string
		spoil func(x [][]float64, y []float64) ([][]float64, []float64)
		want  string // of exactly one warning; "" is none at all
	}{
		{"healthy", func(x [][]float64, y []float64) ([][]float64, []float64) { return x, y }, ""},
		{"zeros and ones", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range x {
				x[i][1] = math.Round(math.Abs(x[i][1]))
				y[i] = math.Sin(2*x[i][0]) + x[i][1] + 0.05*rng.NormFloat64()
			}
			return x, y
		}, ""},
		{"an income", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range x {
				x[i][1] = 50000 + 20000*x[i][1]
			}
			return x, y
		}, "no two inputs have a correlation"},
		{"a typo", func(x [][]float64, y []float64) ([][]float64, []float64) {
			x[7][1] = 1e6
			return x, y
		}, "input 1 has 1000000 in row 7 of the data, from 0, and all others lie between"},
		{"a constant", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range x {
				x[i][1] = 7.5
				y[i] = math.Sin(2*x[i][0]) + 0.05*rng.NormFloat64()
			}
			return x, y
		}, "input 1 is the same in all rows"},
		{"an offset", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range y {
				y[i] += 1000
			}
			return x, y
		}, "learn a mean"},
		{"copies", func(x [][]float64, y []float64) ([][]float64, []float64) {
			return slices.Concat(x, x, x), slices.Concat(y, y, y)
		}, "120 of 180 rows are copies"},
		{"copies with rounded inputs", func(x [][]float64, y []float64) ([][]float64, []float64) {
			var rounded [][]float64
			for _, row := range x {
				rounded = append(rounded, []float64{math.Round(1000*row[0]) / 1000, math.Round(1000*row[1]) / 1000})
			}
			return slices.Concat(x, rounded), slices.Concat(y, y)
		}, "60 of 120 rows have the observation of another row and almost its inputs, such as row 60 of the data"},
		{"second measurements at rounded inputs", func(x [][]float64, y []float64) ([][]float64, []float64) {
			again, more := sineRows(60, 3)
			for i := range again {
				again[i][0] = math.Round(1000*again[i][0]) / 1000
				more[i] += 0.05 * rng.NormFloat64()
			}
			return slices.Concat(x, again), slices.Concat(y, more)
		}, ""},
		{"rounded observations", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range y {
				y[i] = math.Round(10*y[i]) / 10
			}
			return x, y
		}, ""},
		{"noise only", func(x [][]float64, y []float64) ([][]float64, []float64) {
			for i := range y {
				y[i] = rng.NormFloat64()
			}
			return x, y
		}, "hardly better than the mean"},
		{"few rows", func(x [][]float64, y []float64) ([][]float64, []float64) { return x[:3], y[:3] }, "4 parameters were learned from 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y := c.spoil(sineRows(60, 3))
			inputs, err := cov.Rows(x)
			if err != nil {
				t.Fatal(err)
			}
			data, err := gplib.NewData(inputs, y)
			if err != nil {
				t.Fatal(err)
			}
			m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
			fit, err := gplib.Fit(t.Context(), m, data, &gplib.Settings{OwnStart: true})
			if err != nil {
				t.Fatal(err)
			}
			told := strings.Contains(fit.Warnings.String(), c.want)
			if c.want == "" && len(fit.Warnings) > 0 || c.want != "" && !told {
				t.Errorf("the warnings are %q, want one with %q", fit.Warnings, c.want)
			}
		})
	}
}

// Copies of rows change nothing but the warnings, unless they are kept; repeated
// inputs with observations of their own stay.
func TestCopiesAreLeftOut(t *testing.T) {
	x, y := sineRows(60, 3)
	m := gplib.Model{Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	fit := func(x [][]float64, y []float64, s *gplib.Settings) *gplib.Result {
		t.Helper()
		r, err := gplib.Fit(t.Context(), m, gplib.Data{X: mustRows(t, x), Y: y}, s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	once := fit(x, y, nil)
	thrice := fit(slices.Concat(x, x, x), slices.Concat(y, y, y), nil)
	if !slices.Equal(once.Model.Theta(), thrice.Model.Theta()) || thrice.Posterior.Data().Len() != 60 {
		t.Errorf("of copies %v was learned, not %v", thrice.Model, once.Model)
	}
	if kept := fit(slices.Concat(x, x), slices.Concat(y, y), &gplib.Settings{KeepCopies: true}); kept.Posterior.Data().Len() != 120 {
		t.Errorf("%d rows were kept", kept.Posterior.Data().Len())
	}
	again := slices.Clone(y)
	for i := range again {
		again[i] += 0.05
	}
	again[0], again[1] = y[0], y[1]
	if r := fit(slices.Concat(x, x), slices.Concat(y, again), nil); r.Posterior.Data().Len() != 120 || len(r.Warnings) > 0 {
		t.Errorf("%d rows were kept of measurements repeated, warnings %q", r.Posterior.Data().Len(), r.Warnings)
	}
}

// A mean that is learned and ends far off gives no warning that it could be learned.
func TestALearnedMeanFarFromTheDataIsToldAsOne(t *testing.T) {
	x, y := sineRows(60, 3)
	m := gplib.Model{Mean: gplib.ConstantMean(1000), Cov: cov.Scale(1, cov.SE(1, 1)), Noise: gplib.Gaussian(0.1)}
	objective := gplib.KFold{Loss: gplib.SquaredError}
	fit, err := gplib.LBFGS{Objective: objective}.Fit(t.Context(), m, gplib.Data{X: mustRows(t, x), Y: y}, &gplib.Settings{OwnStart: true, MaxIter: 2})
	if err != nil {
		t.Fatal(err)
	}
	if text := fit.Notes.String(); !strings.Contains(text, "the mean function that was learned") || strings.Contains(text, "learn a mean") {
		t.Errorf("%v: %q", fit.Model, fit.Notes)
	}
}

// TestALearnedMeanThatDataDoNotDetermineIsNoFault: functions that are nearly linear have
// long lengthscales and large variances, and a mean anywhere.
func TestALearnedMeanThatDataDoNotDetermineIsNoFault(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 9))
		var x [][]float64
		var y []float64
		for range 60 {
			row, v := make([]float64, 5), 0.3*rng.NormFloat64()
			for k := range row {
				row[k] = 4*rng.Float64() - 2
				v += float64(k-2) * row[k]
			}
			x, y = append(x, row), append(y, v)
		}
		d := gplib.Data{X: mustRows(t, x), Y: y}
		fit := autoFit(t, d)
		if found := fit.Warnings.Of("mean-far"); found != nil {
			t.Errorf("seed %d, %v: %v", seed, fit.Model, found)
		}
	}
}

// What differences refute of a covariance function is among the warnings.
func TestDerivativesInDoubtAreTold(t *testing.T) {
	derivative.From(func(derivative.Kernel) derivative.Gradient {
		return func(grad, _, _, _ []float64) bool { grad[0] = 1; return true }
	})
	k := cov.Custom(cov.Definition{
		Name: "mine", Params: []cov.Param{cov.Positive("l", 1)},
		At: func(x, y, theta []float64) float64 { return math.Exp(-math.Abs(x[0]-y[0]) / theta[0]) },
	})
	derivative.From(func(derivative.Kernel) derivative.Gradient { return nil })
	r, err := gplib.Fit(bg, model(cov.Scale(1, k)), sample(t, 30, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	told := r.Warnings.String()
	if !strings.Contains(told, "the derivative of mine(") || !strings.Contains(told, "is 1 from the code of its At") {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}

// Inputs between which all correlations are 1 are not uncorrelated, and neither are those of a kernel that
// is constant up to a distance.
func TestCorrelationsOfOneAreCorrelations(t *testing.T) {
	box := cov.Custom(cov.Definition{Name: "box", Params: []cov.Param{cov.Positive("l", 1)}, At: func(x, y, p []float64) float64 {
		if math.Abs(x[0]-y[0]) < p[0] {
			return 1
		}
		return 0
	}})
	x, y := sineRows(60, 3)
	for name, c := range map[string]struct {
		k    cov.Func
		want int
	}{
		"constant": {cov.Scale(1, cov.Constant(1)), 0}, "box": {cov.Scale(1, box), 0}, "white": {cov.White(1), 1},
		"short": {cov.Scale(1, cov.Fix(cov.SE(1e-6))), 1},
	} {
		for _, inputs := range []cov.Inputs{cov.Line(columnOf(x, 0)), mustRows(t, x)} {
			fit, err := gplib.Fit(t.Context(), gplib.Model{Cov: c.k, Noise: gplib.Gaussian(0.1)}, gplib.Data{X: inputs, Y: y}, nil)
			if err != nil {
				t.Fatal(err)
			}
			found := fit.Warnings.Of("uncorrelated")
			if len(found) != c.want {
				t.Errorf("%s: the warnings are %q", name, fit.Warnings)
			}
			if one := inputs.(*cov.Matrix).Dim() == 1; len(found) > 0 && strings.Contains(found[0].Do, "like scales") == one {
				t.Errorf("%s: one input: %v, and %q", name, one, found[0].Do)
			}
		}
	}
}

func columnOf(rows [][]float64, k int) []float64 {
	column := make([]float64, len(rows))
	for i, row := range rows {
		column[i] = row[k]
	}
	return column
}

// A constant target has one warning; that intervals of no width miss it is rounding.
func TestAConstantTargetHasNothingToLearnOnly(t *testing.T) {
	for _, level := range []float64{7, 0.1} {
		y := slices.Repeat([]float64{level}, 30)
		fit := autoFit(t, gplib.Data{X: cov.Grid(0, 10, 30), Y: y})
		if len(fit.Warnings.Of("nothing-to-learn")) != 1 || len(fit.Warnings.Of("intervals-narrow")) > 0 {
			t.Errorf("%v: the warnings are %q", level, fit.Warnings)
		}
	}
}

// Of eight inputs two do not matter, which is a note and no warning.
func TestIrrelevantInputsAreNoted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := make([][]float64, 500), make([]float64, 500)
	for i := range x {
		x[i] = make([]float64, 8)
		for k := range x[i] {
			x[i][k] = rng.Float64()
		}
		u := x[i]
		y[i] = math.Sin(6*u[0]) + 2*(u[1]-0.5)*(u[1]-0.5) + u[2]*u[3] + 0.5*math.Cos(8*u[4]*u[0]) + 0.3*math.Sin(12*u[5]) + 0.1*rng.NormFloat64() - 0.6
	}
	d := gplib.Data{X: mustRows(t, x), Y: y}
	fit := autoFit(t, d)
	if len(fit.Warnings) > 0 || len(fit.Notes) != 1 || !slices.Equal(fit.Notes[0].Inputs, []string{"6", "7"}) {
		t.Errorf("warnings %q, notes %q of %v", fit.Warnings, fit.Notes, fit.Model)
	}
}

// Under little noise a small effect, here of ten standard deviations of it, matters next to a large one.
func TestAnEffectAboveTheNoiseIsNotIrrelevant(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 4))
	x, y := make([][]float64, 200), make([]float64, 200)
	for i := range x {
		x[i] = []float64{rng.Float64(), rng.Float64(), rng.Float64(), float64(rng.IntN(2))}
		x[i] = append(x[i], 1-x[i][3])
		y[i] = 100*x[i][0]*x[i][0] + math.Sin(3*x[i][1]) + 0.5*x[i][3] + 0.05*rng.NormFloat64()
	}
	inputs, err := mustRows(t, x).Named("big", "small", "idle", "colour=red", "colour=blue")
	if err != nil {
		t.Fatal(err)
	}
	fit := autoFit(t, gplib.Data{X: inputs, Y: y})
	notes := fit.Notes.Of("input-irrelevant")
	if len(notes) != 1 || !slices.Equal(notes[0].Inputs, []string{"idle"}) || !strings.Contains(notes[0].Means, "the noise") {
		t.Errorf("notes %q of %v", notes, fit.Model)
	}
}

// A period longer than the data is noted, and one that they hold, or that the user has fixed, is not.
func TestPeriodsLongerThanTheDataAreNoted(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	rows, line, wave := make([][]float64, 60), make([]float64, 60), make([]float64, 60)
	for i := range rows {
		at := float64(i) / 6
		rows[i] = []float64{at, 100 * rng.Float64()}
		line[i], wave[i] = at*at/10+0.05*rng.NormFloat64(), math.Sin(2*at)+0.05*rng.NormFloat64()
	}
	x := mustRows(t, rows)
	of := func(k cov.Func) cov.Func { return cov.Scale(1, cov.On(k, 0)) }
	for name, c := range map[string]struct {
		k    cov.Func
		y    []float64
		want int
	}{
		"parabola": {of(cov.Periodic(1, 15)), line, 1},
		"cosine":   {of(cov.Cosine(15)), line, 1},
		"fixed":    {of(cov.Fix(cov.Periodic(1, 15), "period")), line, 0},
		"wave":     {of(cov.Periodic(1, 3)), wave, 0},
	} {
		m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: c.k, Noise: gplib.Gaussian(0.1)}
		fit, err := gplib.Fit(t.Context(), m, gplib.Data{X: x, Y: c.y}, &gplib.Settings{OwnStart: true})
		if err != nil {
			t.Fatal(err)
		}
		if notes := fit.Notes.Of("period-long"); len(notes) != c.want || c.want > 0 && notes[0].Param != "period" {
			t.Errorf("%s: notes %q of %v", name, fit.Notes, fit.Model)
		}
	}
}

// A straight line has a long lengthscale and a large variance; it matters.
func TestAStraightLineIsNotIrrelevant(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x, y := make([][]float64, 100), make([]float64, 100)
	for i := range x {
		x[i] = []float64{6 * rng.Float64(), rng.Float64()}
		y[i] = math.Sin(x[i][0]) + 10*x[i][1] + 0.3*rng.NormFloat64()
	}
	d := gplib.Data{X: mustRows(t, x), Y: y}
	fit := autoFit(t, d)
	if len(fit.Warnings) > 0 || len(fit.Notes.Of("input-irrelevant")) > 0 {
		t.Errorf("warnings %q, notes %q of %v", fit.Warnings, fit.Notes, fit.Model)
	}
}

// autoFit fits the automatic model of d by default settings.
func autoFit(t *testing.T, d gplib.Data) *gplib.Result {
	t.Helper()
	m, err := gplib.Auto(d)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := gplib.Fit(t.Context(), m, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}
