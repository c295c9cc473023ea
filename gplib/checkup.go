package gplib

import (
	"fmt"
	"math"
	"regexp"
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

// checkup returns the diagnostics of a model learned from d and of its posterior: each
// is a sentence with a remedy. It takes little time compared with the fit: O(n)
// predictions, and O(n³) up to 1000 observations. heldOut is [End].HeldOut.
func checkup(m Model, d Data, p Posterior, heldOut bool) []string {
	if d.X == nil || d.Len() == 0 {
		return nil
	}
	warnings := cov.Doubts(m.Cov, d.X)
	var checks []func(Model, Data, Posterior) string
	if d.Len() > 1 {
		checks = append(checks, offset, unchanging, outlying, uncorrelated, accuracy)
	}
	if !heldOut {
		checks = append(checks, excess)
	}
	for _, check := range checks {
		if w := check(m, d, p); w != "" {
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// offset warns of observations that are far from the mean function relative to their
// spread: a prior of mean 0 explains that by a large variance.
func offset(m Model, d Data, _ Posterior) string {
	const far = 5 // standard deviations
	mean, sd := stat.MeanStdDev(m.Residuals(d), nil)
	switch {
	case math.Abs(mean) <= far*sd:
		return ""
	case sd == 0:
		return fmt.Sprintf("all observations are %.4g away from the mean function; there is nothing to learn but a mean (gplib.ConstantMean)", mean)
	}
	if slices.ContainsFunc(m.Params()[:m.Layout().Mean], func(p cov.Param) bool { return !p.Fixed }) {
		return fmt.Sprintf("the observations lie at %.4g on average, %.3g of their standard deviations from the mean function that was learned: "+
			"far from the data predictions come to it; Model.FromData starts it at least squares, Model.Fix holds it there", stat.Mean(d.Y, nil), math.Abs(mean)/sd)
	}
	return fmt.Sprintf("the observations lie at %.4g on average, %.3g of their standard deviations from the mean function; "+
		"learn a mean (Model.Mean: gplib.ConstantMean(%.4g)) or subtract it", stat.Mean(d.Y, nil), math.Abs(mean)/sd, stat.Mean(d.Y, nil))
}

// unchanging warns of inputs that are the same in all rows.
func unchanging(m Model, d Data, _ Posterior) string {
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return ""
	}
	var same []int
	for k := range x.Dim() {
		if spreadOf(x.Column(k)) == 0 {
			same = append(same, k)
		}
	}
	if len(same) == 0 {
		return ""
	}
	return m.inputs(same, "is", "are") + " the same in all rows: nothing was learned of what other values do; leave out what never changes"
}

// outlying warns of a value of an input or observation that is so far from the others
// that it must be a mistake or a separate case.
func outlying(m Model, d Data, _ Posterior) string {
	if x, ok := d.X.(*cov.Matrix); ok {
		for k := range x.Dim() {
			if told := farFromOthers(x.Column(k)); told != "" {
				return m.inputs([]int{k}, "has", "have") + " " + told
			}
		}
	}
	if told := farFromOthers(d.Y); told != "" {
		return "the observations have " + told
	}
	return ""
}

// farFromOthers warns of a single value that is ten times the range of the others away
// from them.
func farFromOthers(values []float64) string {
	const rows, times = 10, 10 // the least number of rows, and ranges between
	if len(values) < rows {
		return ""
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
			row := slices.Index(values, at.value)
			return fmt.Sprintf("%s in row %d, from 0, and all others lie between %s and %s: correct it or leave the row out, since bounds, starts and the fit go by it",
				words.Number(at.value, 4), row, words.Number(at.lo, 4), words.Number(at.hi, 4))
		}
	}
	return ""
}

// excess warns of hardly more observations than parameters.
func excess(m Model, d Data, _ Posterior) string {
	free := 0
	for _, p := range m.Params() {
		if !p.Fixed {
			free++
		}
	}
	const perParameter = 2
	if perParameter*free <= d.Len() {
		return ""
	}
	return fmt.Sprintf("%d parameters were learned from %d observations; fix some, or give them priors", free, d.Len())
}

// uncorrelated warns of inputs between which the model knows nothing.
func uncorrelated(m Model, d Data, _ Posterior) string {
	const least = 0.1
	rows := d.Subset(Spaced(d.Len(), checkPairs)).X
	others := d.Subset(Spaced(d.Len(), checkAgainst)).X
	gram := mat.NewDense(rows.Len(), others.Len(), nil)
	m.Cov.Gram(gram, rows, others)
	own, other := make([]float64, rows.Len()), make([]float64, others.Len())
	m.Cov.Diag(own, rows)
	m.Cov.Diag(other, others)
	highest := 0.0
	for i, vi := range own {
		for j, v := range gram.RawRowView(i) {
			if r := math.Abs(v) / math.Sqrt(vi*other[j]); r < 1-1e-9 {
				highest = max(highest, r)
			}
		}
	}
	if !(highest < least) {
		return ""
	}
	return fmt.Sprintf("no two inputs have a correlation above %.2g: predictions between them are the mean; "+
		"bring the inputs to like scales (gplib.Standardised), or start from longer lengthscales", highest)
}

// accuracy warns of predictions that do not improve on the mean of the observations,
// and of intervals whose coverage is wrong: for rows left out one by one where they are
// few, else for some of the training rows.
func accuracy(m Model, d Data, p Posterior) string {
	some := d.Subset(Spaced(d.Len(), checkRows))
	if fitted, err := p.Predict(some.X); err == nil {
		if w := judged(some.Y, fitted.Mean, fitted.VarY, "of the rows that it was learned from"); w != "" {
			return w
		}
	}
	if d.Len() > checkLeftOut || d.Len() < 10 {
		return ""
	}
	left, err := leftOutOneByOne(m, d, p)
	if err != nil {
		return ""
	}
	return judged(d.Y, left.Mean, left.VarY, "of rows left out one by one")
}

// judged compares predictions with observations.
func judged(y, mean, variance []float64, of string) string {
	const (
		interval = 1.96
		poor     = 0.9  // of the mean squared error of the mean
		least    = 0.75 // of the observations in intervals of 95 %
	)
	total, held := 0.0, 0
	for i, v := range y {
		e := v - mean[i]
		total += e * e
		if math.Abs(e) <= interval*math.Sqrt(variance[i]) {
			held++
		}
	}
	n := float64(len(y))
	switch spread := stat.PopVariance(y, nil); {
	case spread > 0 && !(total/n < poor*spread):
		return fmt.Sprintf("predictions %s are hardly better than the mean of the observations (mean squared error %.3g, variance %.3g)", of, total/n, spread)
	case float64(held) < least*n:
		return fmt.Sprintf("95 %% intervals hold only %.0f %% %s: the variances are too small", 100*float64(held)/n, of)
	}
	return ""
}

// boundWarnings warns of free parameters at a bound. Inputs that do not matter, as
// their lengthscales say, share one line.
func (m Model) boundWarnings(ps []cov.Param) []string {
	at := optim.AtBounds(ps)
	idle := idleInputs(ps, at)
	var warnings []string
	if len(idle) > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: the lengthscales lie at their upper bounds; leave the inputs out for a simpler model", m.inputs(idle, "does not matter", "do not matter")))
	}
	for _, i := range at {
		p := ps[i]
		if longest(p) && len(p.Dims) > 0 && subset(p.Dims, idle) {
			continue
		}
		remedy := "Model.Bound sets wider ones, a prior keeps away from them"
		if p.Role == param.RoleNoise && p.Value-p.Min < p.Max-p.Value {
			remedy = "the observations look free of noise, as copies of rows do"
		}
		warnings = append(warnings, fmt.Sprintf("%s = %s lies at a bound of %s; %s",
			p.Name, words.Number(p.Value, 4), words.Interval(p.Min, p.Max, 4), remedy))
	}
	return warnings
}

// longest reports whether a parameter at a bound is a lengthscale at the upper one.
func longest(p cov.Param) bool { return p.Role == param.RoleLengthscale && p.Value > p.Max/2 }

// idleInputs returns the coordinates whose lengthscales are all at upper bounds.
func idleInputs(ps []cov.Param, at []int) []int {
	var idle, used []int
	for i, p := range ps {
		switch {
		case p.Dims == nil:
		case slices.Contains(at, i) && longest(p):
			idle = append(idle, p.Dims...)
		default:
			used = append(used, p.Dims...)
		}
	}
	slices.Sort(idle)
	return slices.DeleteFunc(slices.Compact(idle), func(d int) bool { return slices.Contains(used, d) })
}

func subset(of, all []int) bool {
	return !slices.ContainsFunc(of, func(v int) bool { return !slices.Contains(all, v) })
}

// inputs names some inputs as the subject of a sentence, with its verb in singular or
// plural.
func (m Model) inputs(of []int, one, several string) string {
	names := make([]string, len(of))
	for i, k := range of {
		if names[i] = strconv.Itoa(k); k < len(m.Inputs) {
			names[i] = label(m.Inputs[k])
		}
	}
	if len(of) == 1 {
		return "input " + names[0] + " " + one
	}
	return "inputs " + strings.Join(names, ", ") + " " + several
}

// What [Model.boundWarnings] says of inputs, and of a parameter of an input.
var (
	saysNotMatter = regexp.MustCompile(`^inputs? (.+) do(?:es)? not matter(: .*)$`)
	saysAtBound   = regexp.MustCompile(`^(.+)(\[[^\[\]]+\]) = (\S+ lies at a bound of .*)$`)
	oneLabel      = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^,"\s][^,"]*`)
)

// aboutInputs returns a warning taken apart: the inputs, or the parameter of an input,
// that it is about, none where it is about another thing, and what it says.
func aboutInputs(warning string) (about []string, says string) {
	if m := saysNotMatter.FindStringSubmatch(warning); m != nil {
		for _, name := range oneLabel.FindAllString(m[1], -1) {
			about = append(about, strings.TrimSpace(name))
		}
		return about, "not matter" + m[2]
	}
	if m := saysAtBound.FindStringSubmatch(warning); m != nil {
		return []string{m[1] + m[2]}, m[1] + " = " + m[3]
	}
	return nil, warning
}
