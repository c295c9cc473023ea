package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/metric"
)

// carbonUnits are the units in which a form of the CO₂ experiment sees its
// inputs and values.
type carbonUnits struct {
	year float64 // of inputs
	span float64 // of the training values; 0 leaves them in ppm
}

var (
	// The paper's: the training months on [0, 10], values of range 4.
	paperUnits = carbonUnits{year: 0.197, span: 4}
	plainUnits = carbonUnits{year: 1}
)

// carbonForm is a model and a way to its hyper-parameters.
type carbonForm struct {
	claim, paper, wanted string
	units                carbonUnits
	model                gplib.Model
	learner              gplib.Learner // nil takes the model as it is
	holds                func(smse float64) bool
}

// paperCarbon returns the paper's model at trend years, decay years and a
// smoothness of the season: the variances are 1, the noise's 0.25.
func paperCarbon(trend, decay, smooth float64) gplib.Model {
	year := paperUnits.year
	period := cov.Fix(cov.Periodic(smooth, year), "period")
	k := cov.Sum(cov.SE(trend*year), cov.Product(cov.SE(decay*year), period))
	return gplib.Model{Cov: k, Noise: gplib.FixedGaussian(0.25)}
}

// fourParts returns the model of Rasmussen and Williams (2006, section 5.4.3), in
// years and ppm, from their values: a trend, a season that decays, medium-term
// irregularities, and a noise that is correlated over weeks; all variances
// are learned.
func fourParts() gplib.Model {
	season := cov.Product(cov.SE(90), cov.Fix(cov.Periodic(1.3, 1), "period"))
	k := cov.Sum(
		cov.Scale(66*66, cov.SE(67)),
		cov.Scale(2.4*2.4, season),
		cov.Scale(0.66*0.66, cov.RationalQuadratic(0.78, 1.2)),
		cov.Scale(0.18*0.18, cov.SE(1.6/12)),
	)
	return gplib.Model{Cov: k, Noise: gplib.Gaussian(0.19 * 0.19)}
}

// lastYears are the months of the last eight years of the training series.
const lastYears = 96

// carbonForms returns the forms of the experiment. ML is maximum likelihood.
func carbonForms() []carbonForm {
	atMost := func(limit float64) (string, func(float64) bool) {
		return fmt.Sprintf("<= %g", limit), func(smse float64) bool { return smse <= limit }
	}
	interpolating := admm.Random(0.5)
	forecasting := admm.LastBlock(lastYears)
	tuned, isTuned := atMost(0.15)
	block, isBlock := atMost(0.02)
	return []carbonForm{
		{"at the paper's ADMM values, 27 and 51 years and 1.26 (its 1.307 needs its copy of the series)", "1.307", "1.10 to 1.16",
			paperUnits, paperCarbon(27, 51, 1.26), nil, between([2]float64{1.10, 1.16})},
		{"at the paper's ML values, 67 and 90 years and 1.3", "1.408", "", paperUnits, paperCarbon(67, 90, 1.3), nil, nil},
		{"the paper's kernel, ML", "1.408", "", paperUnits, paperCarbon(67, 90, 1.3), gplib.LBFGS{}, nil},
		{"the paper's kernel, hold-out ADMM on random halves", "1.307", "", paperUnits, paperCarbon(67, 90, 1.3),
			admm.HoldOut{Split: interpolating}, nil},
		{"the paper's kernel, the paper's settings on random halves", "1.307", "", paperUnits, paperCarbon(67, 90, 1.3),
			carbonPaper(interpolating), nil},
		{"four parts at their published values", "–", tuned, plainUnits, fourParts(), nil, isTuned},
		{"four parts, learned noise, ML", "–", tuned, plainUnits, fourParts(), gplib.LBFGS{}, isTuned},
		{"four parts, learned noise, hold-out ADMM on the last 8 years", "–", block, plainUnits, fourParts(),
			admm.HoldOut{Split: forecasting}, isBlock},
		{"four parts, learned noise, adjoint BFGS on the last 8 years", "–", block, plainUnits, fourParts(),
			admm.Adjoint{Split: forecasting}, isBlock},
		{"four parts, learned noise, hold-out ADMM on random halves: V inside T measures interpolation", "–", "", plainUnits, fourParts(),
			admm.HoldOut{Split: interpolating}, nil},
	}
}

// carbonPaper returns the paper's settings with a split.
func carbonPaper(split admm.Split) admm.HoldOut {
	h := admm.Paper()
	h.Split = split
	return h
}

// carbonDioxide is the forecast of 2009 to 2015 from the months before. It is
// skipped where the series is missing.
func carbonDioxide(ctx context.Context, o Options) ([]Claim, error) {
	years, values, err := readMonths(o)
	if errors.Is(err, fs.ErrNotExist) {
		o.report("CO₂: skipped, %v", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var claims []Claim
	for _, form := range carbonForms() {
		began := time.Now()
		smse, theta, err := form.smse(ctx, years, values)
		if err != nil {
			return claims, fmt.Errorf("%s: %w", form.claim, err)
		}
		o.report("CO₂, %s: SMSE %.4g, %.4g, %v", form.claim, smse, theta, time.Since(began).Round(10*time.Millisecond))
		claims = append(claims, Claim{
			Claim: "CO₂ forecast, SMSE: " + form.claim, Data: "Mauna Loa, 2009 to 2015", Measured: smse,
			Paper: form.paper, Wanted: form.wanted, Holds: form.holds != nil && form.holds(smse),
		})
	}
	return claims, nil
}

// smse returns the forecast's error with the hyper-parameters that it found.
func (f carbonForm) smse(ctx context.Context, years, values []float64) (smse float64, theta []float64, err error) {
	train, test, err := f.units.split(years, values)
	if err != nil {
		return 0, nil, err
	}
	posterior, err := f.posterior(ctx, train)
	if err != nil {
		return 0, nil, err
	}
	p, err := posterior.Predict(test.X)
	if err != nil {
		return 0, nil, err
	}
	smse, err = metric.SMSE(test.Y, p.Mean)
	return smse, posterior.Model().Theta(), err
}

func (f carbonForm) posterior(ctx context.Context, train gplib.Data) (*gplib.Exact, error) {
	m := f.model
	if f.learner != nil {
		fit, err := f.learner.Fit(ctx, m, train, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		m = fit.Model
	}
	return gplib.Condition(m, train)
}

// split returns the months before 2009 and those up to 2015, in units and
// centred by the mean of the former.
func (u carbonUnits) split(years, values []float64) (train, test gplib.Data, err error) {
	train, test = u.monthsIn(years, values, 0, 2009), u.monthsIn(years, values, 2009, 2016)
	if train.Len() <= lastYears || test.Len() < 2 {
		return train, test, fmt.Errorf("co2: %d months before 2009 and %d to 2015", train.Len(), test.Len())
	}
	mean, unit := stat.Mean(train.Y, nil), 1.0
	if u.span > 0 {
		unit = (slices.Max(train.Y) - slices.Min(train.Y)) / u.span
	}
	for _, y := range [][]float64{train.Y, test.Y} {
		for i := range y {
			y[i] = (y[i] - mean) / unit
		}
	}
	return train, test, nil
}

// readMonths reads the decimal years and the monthly means of Mauna Loa.
func readMonths(o Options) (years, values []float64, err error) {
	table, err := o.table("co2")
	if err != nil {
		return nil, nil, err
	}
	years, errYears := table.Column("Decimal Date")
	values, errValues := table.Column("Average")
	return years, values, errors.Join(errYears, errValues)
}

// monthsIn returns the months from one year up to another, their values in ppm.
// Missing ones are negative in the file.
func (u carbonUnits) monthsIn(years, values []float64, from, to float64) gplib.Data {
	var x, y []float64
	for i, t := range years {
		if t >= from && t < to && values[i] > 0 {
			x, y = append(x, t*u.year), append(y, values[i])
		}
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}
