package reproduce

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// timing is the least time of one iteration at each size.
type timing struct {
	name    string
	n       []int
	seconds []float64
}

// iterationTimes measures one iteration of ADMM, with stored matrices and without, one
// of the adjoint scheme, and one gradient step of maximum likelihood, side by side. The
// BLAS is the one in use: a second run with KRIGO_BLAS=gonum measures the other.
func iterationTimes(ctx context.Context, o Options) ([]Claim, error) {
	sizes := []int{500, 1000, 2000, 4000, 8000}
	if o.Quick {
		sizes = sizes[:3]
	}
	ways := []struct {
		name string
		once func(ctx context.Context, n int) (time.Duration, error)
	}{
		{"ADMM without matrices", iterationOf(admm.HoldOut{NoPolish: true, Storage: admm.MatrixFree})},
		{"ADMM", iterationOf(admm.HoldOut{NoPolish: true})},
		{"adjoint BFGS", iterationOf(admm.Adjoint{})},
		{"ML gradient", likelihoodStep},
	}
	times := make([]timing, len(ways))
	for i, w := range ways {
		times[i].name = w.name
		for _, n := range sizes {
			elapsed, err := w.once(ctx, n)
			if err != nil {
				return nil, err
			}
			times[i].n, times[i].seconds = append(times[i].n, n), append(times[i].seconds, elapsed.Seconds())
			o.report("%s, n = %d: %v", w.name, n, elapsed.Round(10*time.Microsecond))
		}
	}
	return timeClaims(times), o.save("admm-fig3.png", scalingFigure(times))
}

// timed returns a set whose values need no draw from a process.
func timed(n int) (gplib.Model, gplib.Data) {
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 10 * float64(i) / float64(n)
		y[i] = math.Sin(3*x[i]) + 0.5*math.Cos(float64(i*i))
	}
	return gplib.Model{Cov: cov.SE(0.9), Noise: gplib.FixedGaussian(0.25)}, gplib.Data{X: cov.Line(x), Y: y}
}

// iterationOf times the iterations of a learner: the least time of ten, of
// fewer where they take long. The fit's posterior is not counted.
func iterationOf(l gplib.Learner) func(ctx context.Context, n int) (time.Duration, error) {
	return func(ctx context.Context, n int) (time.Duration, error) {
		m, d := timed(n)
		last, least, count := time.Duration(0), time.Duration(math.MaxInt64), 0
		_, err := l.Fit(ctx, m, d, &gplib.Settings{MaxIter: 10, Tol: 1e-12, Observe: func(s gplib.Step) error {
			if s.Iter > 0 {
				least = min(least, s.Elapsed-last)
				count++
			}
			last = s.Elapsed
			return nil
		}})
		switch {
		case err != nil:
			return 0, err
		case count == 0:
			return 0, fmt.Errorf("no iteration at n = %d", n)
		}
		return least, ctx.Err()
	}
}

// likelihoodStep times the gradient of the marginal likelihood: the least of
// three, of one where it takes long.
func likelihoodStep(ctx context.Context, n int) (time.Duration, error) {
	m, d := timed(n)
	grad := make([]float64, len(m.Params()))
	least := time.Duration(math.MaxInt64)
	for began := time.Now(); least == math.MaxInt64 || time.Since(began) < 2*time.Second; {
		at := time.Now()
		if _, err := (gplib.LML{}).Eval(m, d, grad); err != nil {
			return 0, err
		}
		least = min(least, time.Since(at))
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return least, nil
}

// exponent returns the slope of the logarithm of the time over that of n, from
// n = least on.
func (t timing) exponent(least int) float64 {
	var x, y []float64
	for i, n := range t.n {
		if n >= least {
			x, y = append(x, math.Log(float64(n))), append(y, math.Log(t.seconds[i]))
		}
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}

// scaling returns the paper's scaling factor of n against the first size:
// (CT_n/CT_500)/(n/500), which is n/500 for O(n²) and its square for O(n³).
func (t timing) scaling(i int) float64 {
	return t.seconds[i] / t.seconds[0] / (float64(t.n[i]) / float64(t.n[0]))
}

func timeClaims(times []timing) []Claim {
	library, _ := linalg.BLAS()
	free, stored, ml := times[0], times[1], times[len(times)-1]
	last := len(ml.n) - 1
	data := func(n int) string { return fmt.Sprintf("SE, n = %d, %s", n, filepath.Base(library)) }
	from := fmt.Sprintf("SE, n = %d to %d, %s", ml.n[1], ml.n[last], filepath.Base(library))
	e := free.exponent(ml.n[1])
	claims := []Claim{
		{Claim: "time of an ADMM iteration without matrices, exponent of n", Data: from, Measured: e, Paper: "2", Wanted: "<= 2.15", Holds: e <= 2.15},
		{Claim: "time of an ADMM iteration, exponent of n", Data: from, Measured: stored.exponent(ml.n[1]), Paper: "2"},
		{Claim: "time of an ML gradient, exponent of n", Data: from, Measured: ml.exponent(ml.n[1]), Paper: "3"},
	}
	for i, n := range ml.n[1:min(3, len(ml.n))] {
		for _, t := range []timing{stored, ml} {
			paper := map[bool]string{true: fmt.Sprint((n / ml.n[0]) * (n / ml.n[0])), false: fmt.Sprint(n / ml.n[0])}[t.name == ml.name]
			claims = append(claims, Claim{Claim: "Fig. 3, scaling factor of " + t.name, Data: data(n), Measured: t.scaling(i + 1), Paper: paper})
		}
	}
	return append(claims, ratioClaims(stored, ml, data)...)
}

// ratioClaims compare ML's time with ADMM's.
func ratioClaims(stored, ml timing, data func(n int) string) []Claim {
	var claims []Claim
	overtakes := math.Inf(1)
	for i, n := range ml.n {
		ratio := ml.seconds[i] / stored.seconds[i]
		if ratio > 1 && math.IsInf(overtakes, 1) {
			overtakes = float64(n)
		} else if ratio <= 1 {
			overtakes = math.Inf(1)
		}
		c := Claim{Claim: "time of an ML gradient over that of an ADMM iteration", Data: data(n), Measured: ratio, Paper: "–"}
		if n == 8000 {
			c.Wanted, c.Holds = ">= 5", ratio >= 5
		}
		claims = append(claims, c)
	}
	if math.IsInf(overtakes, 1) {
		return claims
	}
	return append(claims, Claim{
		Claim: "least n measured from which an ADMM iteration is cheaper than an ML gradient", Data: data(ml.n[len(ml.n)-1]),
		Measured: overtakes, Paper: "–",
	})
}

// scalingFigure is figure 3, with the powers of n dotted.
func scalingFigure(times []timing) *display.Figure {
	p := display.NewPlot()
	sizes := times[0].n
	for power := range 2 {
		way := make(plotter.XYs, len(sizes))
		for k, n := range sizes {
			way[k] = plotter.XY{X: float64(n), Y: math.Pow(float64(n)/float64(sizes[0]), float64(power+1))}
		}
		line := addLine(p, way, len(times))
		line.Dashes = []vg.Length{vg.Points(1), vg.Points(2)}
		p.Legend.Add(fmt.Sprintf("O(n%s)", []string{"²", "³"}[power]), line)
	}
	for i, t := range times {
		way := make(plotter.XYs, len(t.n))
		for k, n := range t.n {
			way[k] = plotter.XY{X: float64(n), Y: t.scaling(k)}
		}
		p.Legend.Add(t.name, addLine(p, way, i))
	}
	p.Legend.Left = true
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = doublings(p.X.Min, p.X.Max), doublings(1, p.Y.Max)
	return display.Plot(p).Title("Scaling factors against n = 500").Labels("n", "time ratio / n ratio")
}

// doublings returns marks at from, 2 from, 4 from, up to a limit.
func doublings(from, to float64) plot.ConstantTicks {
	var marks plot.ConstantTicks
	for v := from; v <= to; v *= 2 {
		marks = append(marks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return marks
}

// addLine adds a curve in the colour of a number.
func addLine(p *plot.Plot, way plotter.XYs, color int) *plotter.Line {
	line := &plotter.Line{XYs: way, LineStyle: plotter.DefaultLineStyle}
	line.Color, line.Width = display.Color(color), 1.5
	p.Add(line)
	return line
}
