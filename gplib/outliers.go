package gplib

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/cov"
	"krigo/internal/words"
)

const (
	outlierLevel      = 0.001 // the probability of an alarm for clean rows
	suspicionLevel    = 0.05  // that of a suspicion, for which rows are looked at again without them,
	confirmationLevel = 1e-4  // and that by which they are then judged, being the farthest of many
	outlierRows       = 10    // from which outliers are looked for
	outlierPart       = 10    // at most one row in so many is an outlier
	outlierNames      = 8     // are written out
	outlierMost       = 50000 // rows, evenly spaced, whose residuals are looked at
	outlierLeast      = 2     // learned standard deviations
	outlierLearn      = 50    // free parameters, up to which a model is learned again without outliers,
	outlierDescents   = 30    // in so many iterations
	outlierNoise      = 1.3   // the ratio of noise variances from which outliers are said to raise the noise
)

// outliers warns of rows whose observations are far from what the other rows predict. An outlier
// hides in its own standardised error where it raises the learned noise, or bends the function; so
// each error is compared with those of the other rows instead of with 1 ([farRows]), and suspects
// are predicted by a model learned without them ([checked.confirmed]), where rows can be left out.
// One row in ten or fewer that raise the noise have errors of √10 at least; errors below 2 are of a
// noise that was not learned, such as one at its floor.
func (c *checked) outliers() Findings {
	e := c.errors()
	z, from, of := e.z, e.from, e.of
	_, left := c.leftOut()
	confirmable := left && c.d.Len() <= checkLeftOut
	level := outlierLevel
	if confirmable {
		level = suspicionLevel
	}
	far := slices.DeleteFunc(farRows(z, c.free(), level), func(i int) bool { return math.Abs(z[i]) < outlierLeast })
	scale, largest, factor := sizes(z, far)
	if confirmable && len(far) > 0 {
		var m Model
		if far, m = c.confirmed(far); c.relearn != nil {
			factor = c.noiseOver(m)
		}
	}
	far = slices.DeleteFunc(far, func(i int) bool { return slices.Contains(c.mistakes, from[i]) })
	if len(far) == 0 {
		return nil
	}
	rows := make([]int, len(far))
	for k, i := range far {
		rows[k] = c.row(from[i])
	}
	return Findings{{
		Code: "outliers", Rows: rows,
		Found: fmt.Sprintf("%s of the data, from 0, %s far from %s (up to %.3g standard deviations as learned from all rows, %.3g as the others scatter)",
			rowNames(rows), verb(rows), of, largest, largest/scale),
		Means: c.whatOutliersDo(factor),
		Do: "correct these rows, leave them out, or give them a noise of their own (gplib.GroupNoise); " +
			"where many are right, the function changes too fast there for the covariance function",
	}}
}

// sizes returns the root mean square of the errors but those of some rows, the largest of theirs, and
// the factor by which these raise the mean square.
func sizes(z []float64, far []int) (rest, largest, factor float64) {
	others := 0.0
	for _, i := range Rest(far, len(z)) {
		others += z[i] * z[i]
	}
	for _, i := range far {
		largest = math.Max(largest, math.Abs(z[i]))
	}
	rest = others / float64(len(z)-len(far))
	return math.Sqrt(rest), largest, floats.Dot(z, z) / float64(len(z)) / rest
}

// noiseOver returns the mean noise variance as learned from all rows over that of m.
func (c *checked) noiseOver(m Model) float64 {
	own, other := make([]float64, c.d.Len()), make([]float64, c.d.Len())
	c.m.Noise.Var(own, c.d.X)
	m.Noise.Var(other, c.d.X)
	return floats.Sum(own) / floats.Sum(other)
}

// whatOutliersDo describes the effect of outliers that raise the noise by a factor.
func (c *checked) whatOutliersDo(factor float64) string {
	switch {
	case !slices.ContainsFunc(c.m.Noise.Params(), func(p cov.Param) bool { return !p.Fixed }):
		return "the noise is held, so that the predictions near them follow them"
	case factor < outlierNoise:
		return "the predictions near them follow them, at parameters that the others would not have"
	}
	return fmt.Sprintf("the learned noise variance is about %s times what the others need, and all intervals are as much too wide in variance",
		words.Number(factor, 2))
}

// errors returns errors of rows. The rows are left out one by one where the posterior can do that or there are few;
// else the errors are the residuals of a fit that has seen them, which are smaller. The slices must not be modified.
func (c *checked) errors() *errorsOfRows {
	if c.scaled == nil {
		c.scaled = c.computeErrors()
	}
	return c.scaled
}

// errorsOfRows are errors of predictions: standardised, of the rows from, at which mean is predicted.
// noise is the part of the predictions' variances that is noise, and of describes the predictions.
type errorsOfRows struct {
	z, mean []float64
	from    []int
	of      string
	noise   float64
}

// computeErrors does errors.
func (c *checked) computeErrors() *errorsOfRows {
	if left, ok := c.leftOut(); ok {
		return errorsOf(left, c.d.Y, Spaced(c.d.Len(), c.d.Len()), "what the others predict")
	}
	from := Spaced(c.d.Len(), outlierMost)
	some := c.d.Subset(from)
	p, err := c.p.Predict(some.X)
	if err != nil {
		return &errorsOfRows{}
	}
	return errorsOf(p, some.Y, from, "the fit")
}

func errorsOf(p Prediction, y []float64, from []int, of string) *errorsOfRows {
	return &errorsOfRows{
		z: scaledErrors(p, y), mean: p.Mean, from: from, of: of,
		noise: 1 - floats.Sum(p.Var)/floats.Sum(p.VarY),
	}
}

// confirmed returns those of the rows that are far from what all rows but them predict, at parameters
// learned from those, and the model at these: it does not take neighbours of an outlier for one.
func (c *checked) confirmed(far []int) ([]int, Model) {
	rest, suspects := c.d.Subset(Rest(far, c.d.Len())), c.d.Subset(far)
	m := c.m
	if c.relearn != nil {
		m = c.relearn(m, rest)
	}
	scale, q, err := scatter(m, rest, suspects.X)
	if err != nil {
		return far, m
	}
	limit := outlierLimit(rest.Len(), c.free(), confirmationLevel)
	kept := far[:0:0]
	for k, z := range scaledErrors(q, suspects.Y) {
		if math.Abs(z) > limit*scale {
			kept = append(kept, far[k])
		}
	}
	return kept, m
}

// scatter returns the root mean square of the standardised errors of the rows of d, each predicted from the
// others, and predictions at x.
func scatter(m Model, d Data, x cov.Inputs) (scale float64, q Prediction, err error) {
	p, err := Condition(m, d)
	if err != nil {
		return 0, q, err
	}
	left, err := p.LeaveOneOut()
	if err != nil {
		return 0, q, err
	}
	q, err = p.Predict(x)
	return rootMeanSquare(scaledErrors(left, d.Y)), q, err
}

// farRows returns the positions of outliers among standardised errors, ascending, by the
// generalised extreme studentised deviate procedure (Rosner 1983, Technometrics 25, 165-172) for
// errors of mean 0 whose common scale is unknown: the largest is taken away again and again, and
// compared with the root mean square of those that are left. The outliers are all that were taken
// until the last that is too large. Because the scale is that of the others, neither one outlier
// nor several hide by raising the noise. free is the number of learned parameters, and level the
// probability of any outlier among clean rows.
func farRows(z []float64, free int, level float64) []int {
	n := len(z)
	if n < outlierRows || slices.ContainsFunc(z, math.IsNaN) {
		return nil
	}
	order := Spaced(n, n)
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(math.Abs(z[j]), math.Abs(z[i])), cmp.Compare(i, j))
	})
	rest, count := floats.Dot(z, z), 0
	for k, i := range order[:max(1, n/outlierPart)] {
		left := n - k - 1
		rest = math.Max(0, rest-z[i]*z[i])
		scale := math.Sqrt(rest / float64(left))
		if math.Abs(z[i]) > leastLimit(left, level)*scale && math.Abs(z[i]) > outlierLimit(left, free, level)*scale {
			count = k + 1
		}
	}
	far := slices.Clone(order[:count])
	slices.Sort(far)
	return far
}

// outlierLimit returns the ratio of an error to the root mean square of n others that one of
// n + 1 clean rows exceeds with the probability level. Of many parameters, such as the weights of a
// network, a prior determines most: they do not take more than half of the degrees of freedom.
func outlierLimit(n, free int, level float64) float64 {
	t := distuv.StudentsT{Sigma: 1, Nu: math.Max(2, float64(n-min(free, n/2)))}
	return t.Quantile(outlierChance(n, level))
}

// leastLimit returns a lower bound of [outlierLimit] that takes a hundredth of its time: the quantile of the normal
// distribution, whose tails are lighter, but for rounding.
func leastLimit(n int, level float64) float64 {
	const rounding = 1e-6
	return (1 - rounding) * distuv.UnitNormal.Quantile(outlierChance(n, level))
}

// outlierChance returns the probability that one of n + 1 clean rows is below its limit.
func outlierChance(n int, level float64) float64 { return 1 - level/2/float64(n+1) }

// rowNames names rows as the subject of a sentence.
func rowNames(rows []int) string {
	if len(rows) == 1 {
		return fmt.Sprintf("row %d", rows[0])
	}
	s := "rows "
	for k, i := range rows[:min(len(rows), outlierNames)] {
		if k > 0 {
			s += ", "
		}
		s += fmt.Sprint(i)
	}
	if more := len(rows) - outlierNames; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

func verb(rows []int) string {
	if len(rows) == 1 {
		return "is"
	}
	return "are"
}
