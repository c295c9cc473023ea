package gplib

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
	"krigo/internal/words"
)

const (
	periodRows   = 500  // drawn at random, of the periodogram
	periodFinest = 4    // frequencies to each wave over the range of the input
	periodTrend  = 2    // the degree of the polynomial that is subtracted
	periodSteps  = 20   // of the search between two frequencies
	periodWaves  = 3    // harmonics of a period, whose greatest the peak may be
	periodOff    = 0.15 // waves over the range of the input, between a harmonic and a second peak of the same period
	periodClear  = 20   // mean squares of the rest, by which the waves of a longer period explain clearly more
	periodStart  = "a period of the observations"
)

// periodStarts returns places with each period of m at one of the observations along its input: with the noise of m,
// and with what the waves and a trend leave of the observations as noise. There are none without periods. Several
// periods of an input have different ones, the longest of the model's the longest of the observations'.
func (f *Fitting) periodStarts(m Model) []namedStart {
	x, ok := f.Data.X.(*cov.Matrix)
	if !ok {
		return nil
	}
	d := f.Data.Subset(f.drawn(periodRows))
	points, y := d.X.(*cov.Matrix), m.meanFromData(d).Residuals(d)
	bounds, theta, left := f.Params(m), m.Theta(), math.Inf(1)
	var moved []int
	for k := range x.Dim() {
		at := periodsAlong(bounds, k, x.Dim())
		found, rest := periodsOf(points.Column(k), y, len(at))
		slices.Sort(found)
		slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(theta[i], theta[j]) })
		for j, period := range found {
			theta[at[j]], left = period, min(left, rest)
			moved = append(moved, at[j])
		}
	}
	if math.IsInf(left, 1) {
		return nil
	}
	starts := []namedStart{{periodStart, m.With(inside(bounds, theta))}}
	for k, name := range []string{periodStart, "twice " + periodStart, "three times " + periodStart} {
		longer := slices.Clone(theta)
		for _, i := range moved {
			changePeriod(bounds, longer, i, float64(k+1))
		}
		starts = append(starts, namedStart{name + ", noise of the rest", f.scaled(m.With(inside(bounds, longer)), 1, left/noisePart)})
	}
	return starts
}

// changePeriod multiplies period i by a factor. The lengthscale of the periodic function, which has no unit, changes
// inversely, so that functions stay as smooth.
func changePeriod(ps []cov.Param, theta []float64, i int, factor float64) {
	theta[i] *= factor
	length := strings.TrimSuffix(ps[i].Name, "period") + "lengthscale"
	if k := slices.Index(param.Names(ps), length); k >= 0 && movable(ps[k]) {
		theta[k] /= factor
	}
}

// periodFactors lead from a period to others that repeat what it repeats, and back.
var periodFactors = []float64{1. / 3, 1. / 2, 2, 3}

// otherPeriods returns m with multiples and parts of each period, one at a time.
func (f *Fitting) otherPeriods(m Model) (places []*candidate) {
	bounds := f.Params(m)
	for i, p := range bounds {
		if p.Role != param.RolePeriod || !movable(p) {
			continue
		}
		for _, factor := range periodFactors {
			theta := m.Theta()
			changePeriod(bounds, theta, i, factor)
			name := fmt.Sprintf("%s × %s", p.Name, words.Number(factor, 2))
			places = append(places, &candidate{record: StartRecord{Name: name}, at: m.With(inside(bounds, theta))})
		}
	}
	return places
}

// periodsAlong returns the positions of the parameters that are periods of input k of dim.
func periodsAlong(ps []cov.Param, k, dim int) []int {
	var at []int
	for i, p := range ps {
		alone := len(p.Dims) == 1 && p.Dims[0] == k || len(p.Dims) == 0 && dim == 1
		if p.Role == param.RolePeriod && movable(p) && alone {
			at = append(at, i)
		}
	}
	return at
}

// periodsOf returns count periods whose waves, next to a polynomial, explain most of y, each next to
// those before it: peaks of the generalised Lomb-Scargle periodogram (Zechmeister and Kürster 2009, Astronomy and
// Astrophysics 496, 577-584), from one wave over the range of x to one for two rows. There are fewer where
// x is constant or there are too few rows. left is the part of the variance of y that they and the polynomial leave.
func periodsOf(x, y []float64, count int) (periods []float64, left float64) {
	g, ok := newPeriodogram(x, y)
	if !ok {
		return nil, 1
	}
	for len(periods) < count && len(x) >= 2*(len(g.basis)+2) {
		frequency := g.peak()
		if frequency == 0 {
			break
		}
		frequency = g.fundamental(frequency)
		periods = append(periods, g.span/frequency)
		g.subtract(g.harmonics(frequency))
	}
	return periods, floats.Dot(g.rest, g.rest) / float64(len(y)-len(g.basis)) / stat.PopVariance(y, nil)
}

// periodogram explains observations by a sine wave next to vectors of an orthonormal basis. Frequencies are waves over
// the range of x.
type periodogram struct {
	x     []float64 // from 0 to 1
	span  float64
	basis [][]float64
	rest  []float64 // of the observations, without what the basis explains
}

func newPeriodogram(x, y []float64) (*periodogram, bool) {
	const columns = periodTrend + 1
	n := len(x)
	if n < 2*(columns+2) || spreadOf(x) == 0 {
		return nil, false
	}
	least := slices.Min(x)
	g := &periodogram{x: make([]float64, n), span: slices.Max(x) - least}
	trend := mat.NewDense(n, columns, nil)
	for i, v := range x {
		g.x[i] = (v - least) / g.span
		for k := range columns {
			trend.Set(i, k, math.Pow(g.x[i], float64(k)))
		}
	}
	var qr mat.QR
	qr.Factorize(trend)
	var q mat.Dense
	qr.QTo(&q)
	for k := range columns {
		g.basis = append(g.basis, mat.Col(nil, k, &q))
	}
	g.rest = orthogonal(slices.Clone(y), g.basis)
	return g, true
}

// with returns an orthonormal basis that has a sine and a cosine wave more.
func (g *periodogram) with(basis [][]float64, frequency float64) [][]float64 {
	sine, cosine := make([]float64, len(g.x)), make([]float64, len(g.x))
	for i, v := range g.x {
		sine[i], cosine[i] = math.Sincos(2 * math.Pi * frequency * v)
	}
	basis = append(basis[:len(basis):len(basis)], unit(orthogonal(sine, basis)))
	return append(basis, unit(orthogonal(cosine, basis)))
}

// harmonics returns what the waves of a frequency and, where there are enough rows, of its multiples add to the basis.
func (g *periodogram) harmonics(frequency float64) [][]float64 {
	basis := g.basis
	for k := 1; k == 1 || k <= periodWaves && len(g.x) >= 2*(len(basis)+2); k++ {
		basis = g.with(basis, float64(k)*frequency)
	}
	return basis[len(g.basis):]
}

// explained returns the part of the square of the rest that vectors of an orthonormal basis explain.
func (g *periodogram) explained(waves [][]float64) float64 {
	square := 0.0
	for _, w := range waves {
		v := floats.Dot(g.rest, w)
		square += v * v
	}
	return square
}

// fundamental returns the frequency whose harmonics include the peak: that of the peak, unless the second peak is a
// harmonic of a half or a third of it, whose harmonics explain clearly more.
func (g *periodogram) fundamental(peak float64) float64 {
	others := &periodogram{x: g.x, span: g.span, basis: g.basis, rest: slices.Clone(g.rest)}
	others.subtract(g.with(g.basis, peak)[len(g.basis):])
	second, all := others.peak(), floats.Dot(g.rest, g.rest)
	least, best := all-g.explained(g.harmonics(peak)), peak
	for k := 2.0; k <= periodWaves && peak/k >= 1; k++ {
		multiple := second * k / peak
		off := math.Abs(multiple-math.Round(multiple)) * peak / k
		left := all - g.explained(g.harmonics(peak/k))
		if off < periodOff && least-left > periodClear*left/float64(len(g.x)) {
			least, best = left, peak/k
		}
	}
	return best
}

// peak returns the frequency that explains most; 0 where none explains anything.
func (g *periodogram) peak() float64 {
	single := func(frequency float64) float64 { return g.explained(g.with(g.basis, frequency)[len(g.basis):]) }
	highest, at := 0.0, 0
	for k := periodFinest; k <= periodFinest*len(g.x)/2; k++ {
		if v := single(float64(k) / periodFinest); v > highest {
			highest, at = v, k
		}
	}
	if at == 0 {
		return 0
	}
	lo, hi := math.Max(1, float64(at-1)/periodFinest), float64(at+1)/periodFinest
	for range periodSteps { // the peak is one between neighbours of the highest frequency
		third := (hi - lo) / 3
		if single(lo+third) < single(hi-third) {
			lo += third
		} else {
			hi -= third
		}
	}
	return (lo + hi) / 2
}

// subtract leaves out of the rest what waves explain, which become part of the basis.
func (g *periodogram) subtract(waves [][]float64) {
	g.basis = slices.Concat(g.basis, waves)
	g.rest = orthogonal(g.rest, waves)
}

// orthogonal subtracts from v what the vectors of an orthonormal basis explain.
func orthogonal(v []float64, basis [][]float64) []float64 {
	for _, b := range basis {
		floats.AddScaled(v, -floats.Dot(v, b), b)
	}
	return v
}

// unit returns v at length 1, or 0 where it is that but for rounding.
func unit(v []float64) []float64 {
	const rounding = 1e-8
	size := floats.Norm(v, 2)
	if size < rounding*math.Sqrt(float64(len(v))) {
		return make([]float64, len(v))
	}
	return floats.ScaleTo(make([]float64, len(v)), 1/size, v)
}
