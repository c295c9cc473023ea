package gplib

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
	"krigo/gplib/param"
	"krigo/internal/words"
)

// Bounds of the check-up.
const (
	checkRows    = 400  // that the posterior predicts
	checkPairs   = 100  // whose neighbours are looked for
	checkAgainst = 5000 // among that many
	checkLeftOut = 1000 // that are left out one by one
)

// checked is a model learned from data and its posterior, which the check-up looks at.
type checked struct {
	m    Model
	d    Data
	p    Posterior
	rows []int // of d in the data of the caller; nil where they are the same
	// relearn returns a model like m at parameters learned from data; nil where that takes long.
	relearn  func(m Model, d Data) Model
	mistakes []int // rows that are reported for one value
	heldOut  bool  // the parameters were chosen by rows that are held out, see [End].HeldOut

	left    *Prediction // of rows left out one by one; see leftOut
	leftErr error
	scaled  *errorsOfRows // see errors
}

// checkup returns the findings about a model learned from data and about its posterior. It
// takes O(n) predictions, and O(n³) for an exact posterior or up to 1000 observations. Up to
// 500, where the observations are hardly likelier than noise or the noise is held, parameters
// are learned a few times again, in up to 30 iterations each.
func (c *checked) checkup() Findings {
	if c.d.X == nil || c.d.Len() == 0 {
		return nil
	}
	var found Findings
	for _, doubt := range cov.Doubts(c.m.Cov, c.d.X) {
		found = append(found, Finding{Code: "derivative", Found: doubt})
	}
	checks := []func() Findings{c.offset}
	switch {
	case c.m.classes() != nil: // the method knows the rest
		checks = []func() Findings{c.unchanging}
	case c.m.Lik != nil:
		checks = []func() Findings{c.single, c.unchanging, c.outlying, c.kindOfTarget, c.classes, c.uncorrelated, c.explained}
	case c.d.Len() > 1:
		checks = append(checks, c.unchanging, c.nearCopies, c.outlying, c.outliers, c.heldNoise, c.unevenNoise, c.uncorrelated, c.accuracy, c.kindOfTarget)
	}
	checks = append(checks, c.longPeriods)
	if !c.heldOut {
		checks = append(checks, c.excess)
	}
	for _, check := range checks {
		found = append(found, check()...)
	}
	return found
}

// row returns the position of a row of d in the data of the caller.
func (c *checked) row(i int) int {
	if c.rows == nil {
		return i
	}
	return c.rows[i]
}

// free returns the number of learned parameters.
func (c *checked) free() int { return freeOf(c.m) }

// freeOf returns the number of parameters of a model that are learned.
func freeOf(m Model) int {
	free := 0
	for _, p := range m.Params() {
		if !p.Fixed {
			free++
		}
	}
	return free
}

// leftOut predicts each row from the others, where that is no long computation.
func (c *checked) leftOut() (Prediction, bool) {
	if c.left == nil {
		_, able := c.p.(LeaveOneOuter)
		if !able && c.d.Len() > checkLeftOut {
			return Prediction{}, false
		}
		left, err := leftOutOneByOne(c.m, c.d, c.p)
		c.left, c.leftErr = &left, err
	}
	return *c.left, c.leftErr == nil
}

// offset reports observations that are far from the mean function relative to their
// spread: a prior of mean 0 explains that by a large variance. A mean that was learned may
// be as far away as the prior of f allows: where lengthscales are long, as for nearly linear
// functions, the data do not determine it.
func (c *checked) offset() Findings {
	const far = 5 // standard deviations
	if found := c.single(); found != nil {
		return found
	}
	mean, sd := stat.MeanStdDev(c.m.Residuals(c.d), nil)
	average := stat.Mean(c.d.Y, nil)
	switch {
	case math.Abs(mean) <= far*sd:
		return nil
	case slices.ContainsFunc(c.m.Params()[:c.m.Layout().Mean], func(p cov.Param) bool { return !p.Fixed }):
		const likely = 3 // prior standard deviations
		if math.Abs(mean) <= likely*c.m.priorSD(c.d) {
			return nil
		}
		return Findings{{
			Code: "mean-far",
			Found: fmt.Sprintf("the observations lie at %.4g on average, %.3g of their standard deviations from the mean function that was learned",
				average, math.Abs(mean)/sd),
			Means: "far from the data predictions come to it", Do: "Model.FromData starts it at least squares, Model.Fix holds it there",
		}}
	}
	return Findings{{
		Code:  "mean-missing",
		Found: fmt.Sprintf("the observations lie at %.4g on average, %.3g of their standard deviations from the mean function", average, math.Abs(mean)/sd),
		Means: "a large variance explains that, and far from the data predictions come to the mean function",
		Do:    fmt.Sprintf("learn a mean (Model.Mean: gplib.ConstantMean(%.4g)) or subtract it", average),
	}}
}

// single reports observations of one value.
func (c *checked) single() Findings {
	switch {
	case c.d.Len() == 1:
		return Findings{{
			Code: "nothing-to-learn", Found: fmt.Sprintf("there is one observation, %.4g", c.d.Y[0]),
			Means: "variances and lengthscales cannot be learned from it", Do: "fix the parameters (Model.Fix), or give them priors",
		}}
	case c.m.classifies() && areEqual(c.d.Y):
		return Findings{{
			Code: "nothing-to-learn", Found: fmt.Sprintf("all %d rows have the label %v", c.d.Len(), c.d.Y[0]),
			Means: "one class has no boundary: the probabilities say how strong the prior is, and nothing of the other class",
			Do:    "add rows of the other class, or look whether the target is the right column",
		}}
	case areEqual(c.d.Y):
		return Findings{{
			Code: "nothing-to-learn", Found: fmt.Sprintf("all observations are %.4g", stat.Mean(c.d.Y, nil)),
			Means: "there is nothing to learn but a mean, and the learned variances mean nothing", Do: "look whether the column is the right one",
		}}
	}
	return nil
}

// areEqual reports whether all observations are the same.
func areEqual(y []float64) bool { return slices.Min(y) == slices.Max(y) }

// priorSD returns the root mean square of the prior standard deviations of f at the inputs.
func (m Model) priorSD(d Data) float64 {
	x := d.Subset(Spaced(d.Len(), checkRows)).X
	variances := make([]float64, x.Len())
	m.Cov.Diag(variances, x)
	return math.Sqrt(stat.Mean(variances, nil))
}

// unchanging warns of inputs that are the same in all rows.
func (c *checked) unchanging() Findings {
	x, ok := c.d.X.(*cov.Matrix)
	if !ok {
		return nil
	}
	var same []int
	for k := range x.Dim() {
		if spreadOf(x.Column(k)) == 0 {
			same = append(same, k)
		}
	}
	if len(same) == 0 {
		return nil
	}
	return Findings{{
		Code: "input-constant", Inputs: c.m.labels(same), Found: c.m.inputs(same, "is", "are") + " the same in all rows",
		Means: "nothing was learned of what other values do", Do: "leave out what never changes",
	}}
}

// outlying warns of a value of an input or observation that is so far from the others
// that it must be a mistake or a separate case.
func (c *checked) outlying() Findings {
	if x, ok := c.d.X.(*cov.Matrix); ok {
		for k := range x.Dim() {
			if i, said := c.farFromOthers(x.Column(k)); i >= 0 {
				return c.valueFar(i, c.m.inputs([]int{k}, "has", "have")+" "+said, c.m.labels([]int{k}))
			}
		}
	}
	if i, said := c.farFromOthers(c.d.Y); i >= 0 && c.m.Lik == nil {
		return c.valueFar(i, "the observations have "+said, nil)
	}
	return nil
}

func (c *checked) valueFar(i int, found string, inputs []string) Findings {
	c.mistakes = append(c.mistakes, i)
	return Findings{{
		Code: "value-far", Rows: []int{c.row(i)}, Inputs: inputs, Found: found,
		Means: "bounds, starts and the fit go by it", Do: "correct it or leave the row out",
	}}
}

// farFromOthers returns the position of a single value that is ten times the range of the others
// away from them, and where it is; without one the position is negative.
func (c *checked) farFromOthers(values []float64) (i int, said string) {
	const rows, times = 10, 10 // the least number of rows, and ranges between
	if len(values) < rows {
		return -1, ""
	}
	// The outermost values come first.
	least, greatest := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, v := range values {
		if v < least[0] {
			least = [2]float64{v, least[0]}
		} else {
			least[1] = min(least[1], v)
		}
		if v > greatest[0] {
			greatest = [2]float64{v, greatest[0]}
		} else {
			greatest[1] = max(greatest[1], v)
		}
	}
	for _, at := range []struct{ value, lo, hi float64 }{
		{least[0], least[1], greatest[0]}, {greatest[0], least[0], greatest[1]},
	} {
		gap := max(at.lo-at.value, at.value-at.hi)
		if spread := at.hi - at.lo; spread > 0 && gap > times*spread {
			i := slices.Index(values, at.value)
			return i, fmt.Sprintf("%s in row %d of the data, from 0, and all others lie between %s and %s",
				words.Number(at.value, 4), c.row(i), words.Number(at.lo, 4), words.Number(at.hi, 4))
		}
	}
	return -1, ""
}

// excess warns of hardly more observations than parameters.
func (c *checked) excess() Findings {
	free, rows := c.free(), c.d.Len()
	from := words.Count(rows, "observation")
	if c.m.Lik != nil && areLabels(c.d.Y) {
		_, rows = rareLabel(c.d.Y)
		from = words.Count(rows, "row") + " of the rarer label"
	}
	were := "were"
	if free == 1 {
		were = "was"
	}
	found := fmt.Sprintf("%s %s learned from %s", words.Count(free, "parameter"), were, from)
	if !tooFew(rows, free) {
		return c.rough(found)
	}
	return Findings{{
		Code: "few-observations", Found: found,
		Means: "they are hardly determined", Do: "fix some, or give them priors",
	}}
}

// rough notes intervals that are too narrow because parameters of maximum likelihood are taken for known: with five
// rows a parameter those of 95 % hold about 88 % of new observations of draws from a model, and with three about 80 %.
// Priors, and averages over parameters, know more.
func (c *checked) rough(found string) Findings {
	const perParameter = 5
	_, able := c.p.(LeaveOneOuter)
	if !able || c.m.Lik != nil || c.m.HasPriors() || c.d.Len() >= perParameter*c.free() {
		return nil
	}
	return Findings{{
		Code: "few-rows", Found: found,
		Means: "intervals leave out how uncertain they are, so that those of 95 % hold about 75 to 90 % of new observations",
		Do:    "mcmc.Learner averages over the parameters, and priors say more of them (Model.WithPrior)",
	}}
}

// tooFew reports whether rows hardly determine so many free parameters.
func tooFew(rows, free int) bool {
	const perParameter = 2
	return perParameter*free > rows
}

// uncorrelated warns of inputs between which the model knows nothing.
func (c *checked) uncorrelated() Findings {
	const least = 0.1
	rows := c.d.Subset(Spaced(c.d.Len(), checkPairs)).X
	others := c.d.Subset(Spaced(c.d.Len(), checkAgainst)).X
	gram := mat.NewDense(rows.Len(), others.Len(), nil)
	c.m.Cov.Gram(gram, rows, others)
	own, other := make([]float64, rows.Len()), make([]float64, others.Len())
	c.m.Cov.Diag(own, rows)
	c.m.Cov.Diag(other, others)
	highest, pairs := 0.0, 0
	for i, vi := range own {
		for j, v := range gram.RawRowView(i) {
			r := math.Abs(v) / math.Sqrt(vi*other[j])
			if r < 1-1e-9 || r >= 0 && differ(rows, i, others, j) {
				highest, pairs = max(highest, r), pairs+1
			}
		}
	}
	if pairs == 0 || !(highest < least) {
		return nil
	}
	return Findings{{
		Code: "uncorrelated", Found: fmt.Sprintf("no two inputs have a correlation above %.2g", highest),
		Means: "predictions between them are the mean", Do: c.moreCorrelation(),
	}}
}

// moreCorrelation says what lets the model know more between inputs.
func (c *checked) moreCorrelation() string {
	longer := "start from longer lengthscales (Model.Set, Settings.OwnStart), or give them a prior (Model.WithPrior)"
	if x, ok := c.d.X.(*cov.Matrix); ok && x.Dim() == 1 {
		return longer + "; where no lengthscale helps, the observations do not depend on the input"
	}
	return "bring the inputs to like scales (gplib.Standardised), or " + longer
}

// differ reports whether row i of a and row j of b, which the model does not tell apart, are known to have
// other coordinates.
func differ(a cov.Inputs, i int, b cov.Inputs, j int) bool {
	x, ok := a.(*cov.Matrix)
	y, too := b.(*cov.Matrix)
	return ok && too && !slices.Equal(x.Row(i), y.Row(j))
}

// longPeriods notes learned periods that are longer than the data.
func (c *checked) longPeriods() Findings {
	x, ok := c.d.X.(*cov.Matrix)
	if !ok {
		return nil
	}
	var found Findings
	for _, p := range c.m.Params() {
		if p.Role != param.RolePeriod || p.Fixed {
			continue
		}
		if span := spanOf(x, p.Dims); span > 0 && p.Value > span {
			found = append(found, Finding{
				Code: "period-long", Param: p.Name,
				Found: fmt.Sprintf("%s = %s is longer than the range of the inputs, %s", p.Name, words.Number(p.Value, 4), words.Number(span, 4)),
				Means: "the data hold no whole period",
				Do:    "start from the period that you expect (Settings.OwnStart), or give it a prior (Model.WithPrior); a trend needs cov.SE or a mean",
			})
		}
	}
	return found
}

// spanOf returns the widest range of the inputs dims, or of all where there are none.
func spanOf(x *cov.Matrix, dims []int) float64 {
	if len(dims) == 0 {
		dims = make([]int, x.Dim())
		for k := range dims {
			dims[k] = k
		}
	}
	span := 0.0
	for _, k := range dims {
		column := x.Column(k)
		span = max(span, slices.Max(column)-slices.Min(column))
	}
	return span
}

// accuracy warns of predictions that do not improve on the mean of the observations,
// and of intervals whose coverage is wrong: for rows left out one by one where they are
// few, else for some of the training rows.
func (c *checked) accuracy() Findings {
	if areEqual(c.d.Y) { // intervals without width hold values or not by rounding
		return nil
	}
	some := c.d.Subset(Spaced(c.d.Len(), checkRows))
	if fitted, err := c.p.Predict(some.X); err == nil {
		if found := c.judged(some, fitted, "of the rows that it was learned from"); found != nil {
			return found
		}
	}
	left, ok := c.leftOut()
	if !ok || c.d.Len() < 10 {
		return nil
	}
	if found := c.judged(c.d, left, "of rows left out one by one"); found != nil {
		return found
	}
	return c.relearned()
}

// judged compares predictions with observations. Squared errors have the weights of their noise,
// so that rows that are known to be noisy do not count as much as others.
func (c *checked) judged(d Data, p Prediction, of string) Findings {
	const (
		interval = 1.96
		poor     = 0.9  // of the mean squared error of the mean
		least    = 0.75 // of the observations in intervals of 95 %
	)
	weights, held := make([]float64, d.Len()), 0
	c.m.Noise.Var(weights, d.X)
	squares := make([]float64, d.Len())
	for i, v := range d.Y {
		e := v - p.Mean[i]
		weights[i], squares[i] = 1/weights[i], e*e
		if math.Abs(e) <= interval*math.Sqrt(p.VarY[i]) {
			held++
		}
	}
	if slices.ContainsFunc(weights, func(w float64) bool { return math.IsInf(w, 0) }) {
		weights = nil
	}
	n, total := float64(d.Len()), stat.Mean(squares, weights)
	_, spread := stat.PopMeanVariance(d.Y, weights)
	switch {
	case spread > 0 && !(total < poor*spread):
		return Findings{{
			Code:  "no-better-than-mean",
			Found: fmt.Sprintf("predictions %s are hardly better than the mean of the observations (mean squared error %.3g, variance %.3g)", of, total, spread),
			Means: "the model takes the observations for noise, because nothing can be learned from the inputs or because the fit ended at a poor optimum",
			Do:    "try further starts (Settings.Restarts), or another covariance function",
		}}
	case float64(held) < least*n:
		return Findings{{
			Code: "intervals-narrow", Found: fmt.Sprintf("95 %% intervals hold only %.0f %% %s", 100*float64(held)/n, of),
			Means: "the variances are too small", Do: "try further starts (Settings.Restarts), or gplib.LBFGS",
		}}
	}
	return nil
}

// atBounds reports free parameters at a bound of ps, those of a fit to the given model with the
// bounds of the fit. Inputs that do not matter have their lengthscales there.
func atBounds(ps []cov.Param, given Model, idle []int) Findings {
	var found Findings
	own := given.Params()
	for _, i := range optim.AtBounds(ps) {
		if p := ps[i]; !longest(p) || len(p.Dims) == 0 || !subset(p.Dims, idle) {
			found = append(found, atBound(p, own[i]))
		}
	}
	return found
}

// atBound reports a parameter at a bound, and own is that of the given model. A bound that the user has set limits the
// fit, and so does one of the learner where the data suggest none. One that follows from the data is far away from
// usual values, which is a note, unless the model then explains all observations as they are. The check-up does not
// compute how steep the likelihood is there: it may be flat, or rise as for the large variance of a nearly straight
// line.
func atBound(p, own cov.Param) Finding {
	f := Finding{
		Code: "at-bound", Param: p.Name,
		Found: fmt.Sprintf("%s = %s lies at a bound of %s", p.Name, words.Number(p.Value, 4), words.Interval(p.Min, p.Max, 4)),
	}
	lower := p.Value-p.Min < p.Max-p.Value
	switch {
	case p.Role == param.RoleNoise && lower:
		f.Code, f.Means = "at-bound-noise", "the observations look free of noise, as exact ones and copies of rows do"
		f.Do = "if they are exact, as those of a computation, hold the noise there (Model.Fix); else look for copies and for an input " +
			"that identifies each row, and give the noise a lower bound (Model.Bound)"
	case p.Role == param.RoleShape && lower:
		f.Code, f.Means = "at-data-bound", "the errors have heavier tails than the likelihood allows for: intervals of observations are rough, the latent function is hardly affected"
		f.Do = "Model.Fix holds it at a value such as 4"
	case p.Role == param.RoleShape:
		f.Code, f.Means = "at-data-bound", "the likelihood hardly depends on larger values: "+
			"many degrees of freedom are a normal distribution, and a large size is a Poisson one"
		f.Do = "Model.Fix holds it, and the simpler likelihood leaves it out"
	case p.Role == param.RoleNone && lower && p.Min > own.Min:
		f.Means = "the learner can compute with no smaller values, and the likelihood may be larger there"
		f.Do = "another learner, such as gplib.LBFGS, takes them; a prior keeps away from them"
	case own.Bounded() || p.Role == param.RoleLengthscale && lower:
		f.Do = "Model.Bound sets wider ones, a prior keeps away from them"
	default:
		f.Code, f.Means = "at-data-bound", "the bound follows from the data, and the likelihood may be larger beyond it"
		f.Do = "Model.Bound sets a wider one, which shows whether predictions depend on it; a prior keeps away from it (Model.WithPrior), " +
			"and a part of a sum that has become constant or vanished can be left out"
	}
	return f
}

// longest reports whether a parameter at a bound is a lengthscale at the upper one.
func longest(p cov.Param) bool { return p.Role == param.RoleLengthscale && p.Value > p.Max/2 }

func subset(of, all []int) bool {
	return !slices.ContainsFunc(of, func(v int) bool { return !slices.Contains(all, v) })
}

// inputs names some inputs as the subject of a sentence, with its verb in singular or
// plural.
func (m Model) inputs(of []int, one, several string) string {
	names := m.labels(of)
	if len(of) == 1 {
		return "input " + names[0] + " " + one
	}
	return "inputs " + strings.Join(names, ", ") + " " + several
}

// labels returns the names of inputs, or their numbers.
func (m Model) labels(of []int) []string {
	names := make([]string, len(of))
	for i, k := range of {
		if names[i] = strconv.Itoa(k); k < len(m.Inputs) {
			names[i] = label(m.Inputs[k])
		}
	}
	return names
}
