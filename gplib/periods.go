package gplib

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

const (
	periodRows   = 500 // drawn at random, of the periodogram
	periodFinest = 4   // frequencies to each wave over the range of the input
	periodTrend  = 2   // the degree of the polynomial that is subtracted
	periodStart  = "a period of the observations"
)

// withPeriods returns m with each of its periods at the one of the observations along its input, and
// reports whether it has any.
func (f *Fitting) withPeriods(m Model) (Model, bool) {
	x, ok := f.Data.X.(*cov.Matrix)
	if !ok {
		return m, false
	}
	some := f.drawn(periodRows)
	d := f.Data.Subset(some)
	points, y := d.X.(*cov.Matrix), m.meanFromData(d).Residuals(d)
	bounds, theta, any := f.Params(m), m.Theta(), false
	for i, p := range bounds {
		k := 0
		switch {
		case p.Role != param.RolePeriod || !movable(p):
			continue
		case len(p.Dims) == 1:
			k = p.Dims[0]
		case x.Dim() > 1:
			continue
		}
		if period := periodOf(points.Column(k), y); period > 0 {
			theta[i], any = period, true
		}
	}
	return m.With(inside(bounds, theta)), any
}

// periodOf returns the period of the sine wave that, next to a polynomial, explains most of y: the peak
// of the generalised Lomb-Scargle periodogram (Zechmeister and Kürster 2009, Astronomy and
// Astrophysics 496, 577-584), from one wave over the range of x to one for two rows. It is 0 where
// x is constant or there are too few rows.
func periodOf(x, y []float64) float64 {
	const columns = periodTrend + 1
	n := len(x)
	span := spreadOf(x)
	if n < 2*(columns+2) || span == 0 {
		return 0
	}
	least := slices.Min(x)
	span = slices.Max(x) - least
	trend := mat.NewDense(n, columns, nil)
	for i, v := range x {
		for k := range columns {
			trend.Set(i, k, math.Pow((v-least)/span, float64(k)))
		}
	}
	var qr mat.QR
	qr.Factorize(trend)
	var q mat.Dense
	qr.QTo(&q)
	basis := make([][]float64, columns)
	for k := range basis {
		basis[k] = mat.Col(nil, k, &q)
	}
	rest := orthogonal(slices.Clone(y), basis)
	best, period := 0.0, 0.0
	for k := periodFinest; k <= periodFinest*n/2; k++ {
		frequency := float64(k) / periodFinest / span
		sine, cosine := make([]float64, n), make([]float64, n)
		for i, v := range x {
			sine[i], cosine[i] = math.Sincos(2 * math.Pi * frequency * (v - least))
		}
		sine = orthogonal(sine, basis)
		explained := share(rest, sine) + share(rest, orthogonal(cosine, append(basis[:columns:columns], unit(sine))))
		if explained > best {
			best, period = explained, 1/frequency
		}
	}
	return period
}

// orthogonal subtracts from v what the vectors of an orthonormal basis explain.
func orthogonal(v []float64, basis [][]float64) []float64 {
	for _, b := range basis {
		floats.AddScaled(v, -floats.Dot(v, b), b)
	}
	return v
}

// share returns the part of v's square that the direction explains.
func share(v, direction []float64) float64 {
	along := floats.Dot(v, unit(direction))
	return along * along
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
