package display

import (
	"context"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

var galleryDir = flag.String("gallery", "", "write every figure to this folder, which is made, to be looked at")

// posterior is exact GP regression with a squared exponential of lengthscale
// l, unit variance and noise variance s, by the dense formula.
type posterior struct {
	data  gplib.Data
	l, s  float64
	shift float64 // the constant mean
}

func (p posterior) k(a, b cov.Inputs) *mat.Dense {
	x, z := a.(mat.Matrix), b.(mat.Matrix)
	out := mat.NewDense(a.Len(), b.Len(), nil)
	_, d := x.Dims()
	out.Apply(func(i, j int, _ float64) float64 {
		r2 := 0.0
		for k := range d {
			r2 += math.Pow((x.At(i, k)-z.At(j, k))/p.l, 2)
		}
		return math.Exp(-r2 / 2)
	}, out)
	return out
}

func (p posterior) Predict(x cov.Inputs) (gplib.Prediction, error) {
	k := p.k(p.data.X, p.data.X)
	y := mat.NewVecDense(len(p.data.Y), nil)
	for i, v := range p.data.Y {
		k.Set(i, i, k.At(i, i)+p.s)
		y.SetVec(i, v-p.shift)
	}
	ks := p.k(x, p.data.X)
	var alpha mat.VecDense
	if err := alpha.SolveVec(k, y); err != nil {
		return gplib.Prediction{}, err
	}
	var v mat.Dense
	if err := v.Solve(k, ks.T()); err != nil {
		return gplib.Prediction{}, err
	}
	out := gplib.Prediction{X: x}
	for i := range x.Len() {
		mean := mat.Dot(ks.RowView(i), &alpha) + p.shift
		variance := max(0, 1-mat.Dot(ks.RowView(i), v.ColView(i)))
		out.Mean = append(out.Mean, mean)
		out.Var = append(out.Var, variance)
		out.VarY = append(out.VarY, variance+p.s)
	}
	return out, nil
}

func (p posterior) Covariance(cov.Inputs) ([]float64, *mat.SymDense, error) { return nil, nil, nil }
func (p posterior) Data() gplib.Data                                        { return p.data }

// sineData returns a noisy sine with a gap.
func sineData(n int) gplib.Data {
	src := rand.New(rand.NewPCG(1, 2))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 10 * src.Float64()
		if x[i] > 5 && x[i] < 7 {
			x[i] -= 3
		}
		y[i] = math.Sin(x[i]) + 0.2*src.NormFloat64()
	}
	return gplib.Data{X: cov.Line(x), Y: y}
}

func fitOf(method string, p posterior) *gplib.Result {
	return &gplib.Result{
		Method: method, Posterior: p, Value: 12.345678, Elapsed: 1234 * time.Millisecond,
		Model: gplib.Model{Cov: cov.Scale(1, cov.SE(p.l))},
		Trace: traceOf(30, 1), Warnings: gplib.Findings{{Code: "at-bound", Found: "noise is at its lower bound <1e-6>"}},
	}
}

func traceOf(n int, rate float64) gplib.Trace {
	t := gplib.Trace{Objective: "negative log marginal likelihood"}
	for i := range n {
		decay := math.Exp(-0.4 * rate * float64(i))
		t.Steps = append(t.Steps, gplib.Step{
			Iter: i, Value: 42 + 100*decay, GradNorm: 10 * decay,
			Theta: []float64{1 + decay, 2}, Names: []string{"se.lengthscale", "variance"},
			Elapsed: time.Duration(i) * 37 * time.Millisecond,
			Monitors: []gplib.Monitor{
				{Name: "primal residual", Value: 3 * math.Sqrt(decay)},
				{Name: "dual residual", Value: 0.5 * decay},
			},
		})
	}
	return t
}

// learners returns traces of three objectives. ADMM's starts at a solution.
func learners() []gplib.Trace {
	ml, admm, grief, scgd := traceOf(30, 1), traceOf(40, 0.5), traceOf(12, 1.5), traceOf(60, 0.2)
	admm.Objective, scgd.Objective = "hold-out squared error", "negative log marginal likelihood per row"
	for _, t := range []gplib.Trace{ml, grief, scgd} {
		for i := range t.Steps {
			t.Steps[i].Monitors = nil
		}
	}
	for i := range admm.Steps {
		admm.Steps[i].Value /= 100
	}
	admm.Steps[0].Monitors[0].Value, admm.Steps[0].Monitors[1].Value = 1e-25, 0
	for i := range scgd.Steps {
		scgd.Steps[i].Value = scgd.Steps[i].Value/300 + 0.01*math.Sin(float64(i*i))
		scgd.Steps[i].Monitors = []gplib.Monitor{{Name: "average gap", Value: 0.3 + 0.1*math.Sin(float64(i))}}
	}
	return []gplib.Trace{ml, admm, grief, scgd}
}

func planeData(n int) gplib.Data {
	src := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(n, 2, nil)
	y := make([]float64, n)
	for i := range n {
		x.Set(i, 0, 4*src.Float64())
		x.Set(i, 1, 4*src.Float64())
		y[i] = math.Sin(x.At(i, 0))*math.Cos(x.At(i, 1)) + 0.1*src.NormFloat64()
	}
	return gplib.Data{X: cov.Points(x), Y: y}
}

// spiral returns a path through the two parameters of a landscape.
func spiral() gplib.Trace {
	var t gplib.Trace
	for i := range 25 {
		angle, r := 0.4*float64(i), math.Exp(-0.15*float64(i))
		t.Steps = append(t.Steps, gplib.Step{
			Names: []string{"lengthscale", "noise.variance"},
			Theta: []float64{math.Exp(2 * r * math.Cos(angle)), math.Exp(2 * r * math.Sin(angle))},
		})
	}
	return t
}

// likelihoodFits returns the two optima of a likelihood: a function with little
// noise, and little function with noise.
func likelihoodFits() (function, noise *gplib.Result) {
	d := sineData(12)
	from := func(variance, lengthscale, noise float64) *gplib.Result {
		m := gplib.Model{Cov: cov.Scale(variance, cov.SE(lengthscale)), Noise: gplib.Gaussian(noise)}
		fit, err := gplib.LBFGS{}.Fit(context.Background(), m, d, &gplib.Settings{OwnStart: true})
		if err != nil {
			panic(err)
		}
		return fit
	}
	return from(0.3, 0.2, 0.5), from(0.1, 30, 1)
}

// likelihood returns the landscape about a fit.
func likelihood(fit *gplib.Result) *LandscapeFigure {
	return Landscape(context.Background(), gplib.LML{}, fit.Model, fit.Posterior.Data(), "lengthscale", "noise.variance")
}

// gonumPlot returns a plot as students make it, with nothing set but texts.
func gonumPlot() *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "A plot of gonum", "time (s)", "speed (m/s)"
	var line, dots plotter.XYs
	for i := range 40 {
		x := float64(i) / 4
		line = append(line, plotter.XY{X: x, Y: 2.5 * math.Sin(x)})
		dots = append(dots, plotter.XY{X: x, Y: 2.5*math.Sin(x) + math.Cos(37*x)/2})
	}
	l, _ := plotter.NewLine(line)
	s, _ := plotter.NewScatter(dots)
	l.Color, s.Color = draw.Color(0), draw.Color(1)
	p.Add(l, s)
	p.Legend.Add("model", l)
	p.Legend.Add("measured", s)
	return p
}

// gallery returns one figure of each kind.
func gallery() map[string]*draw.Figure {
	d := sineData(40)
	a := fitOf("L-BFGS", posterior{data: d, l: 1, s: 0.04})
	b := fitOf("GPCV-ADMM hold-out", posterior{data: d, l: 0.4, s: 0.09})
	c := fitOf("short lengthscale", posterior{data: d, l: 0.15, s: 0.04})
	plane := fitOf("L-BFGS", posterior{data: planeData(60), l: 1, s: 0.02})
	years := make([]float64, 300)
	co2 := make([]float64, 300)
	for i := range years {
		years[i] = 1958.21 + float64(i)/12
		co2[i] = 315 + 1.4*(years[i]-1958) + 3*math.Sin(2*math.Pi*years[i])
	}
	growth := fitOf("L-BFGS", posterior{data: gplib.Data{X: cov.Line(years), Y: co2}, l: 1.0, s: 1, shift: 335})
	single := gplib.Trace{Objective: "negative log predictive density", Steps: traceOf(12, 0.5).Steps}
	for i := range single.Steps {
		single.Steps[i].Monitors = nil
	}
	user := draw.NewPlot()
	line, _ := plotter.NewLine(plotter.XYs{{X: 0, Y: 1}, {X: 1e6, Y: 3e6}, {X: 2e6, Y: 2e6}})
	user.Add(line)
	y, calibrated := observed(400, 1)
	_, narrow := observed(400, 0.5)
	chains := normalChains(400, 1)
	wide := fitOf("L-BFGS", posterior{data: planeData(60), l: 1, s: 0.02})
	wide.Model.Cov = cov.Scale(2, cov.SE(0.4, 3, 50, 1.2))
	learned, noise := likelihoodFits()
	figures := map[string]*draw.Figure{
		"samples":      Fit(exactFit()).Samples(5).Title("Draws of the posterior").Figure,
		"lengthscales": Lengthscales(wide).Inputs("cement", "slag", "ash", "age").Title("Lengthscales").Figure,
		"bendings":     Lengthscales(wide, a).Names("ML", "GPCV").Size(480, 240).Figure,
		"calibration":  Calibration(y, calibrated, narrow).Names("calibrated", "too narrow").Title("Calibration").Figure,
		"qq":           QQ(y, calibrated, narrow).Names("calibrated", "too narrow").Figure,
		"pit":          PIT(y, calibrated, narrow).Names("calibrated", "too narrow").Figure,
		"chaintrace":   ChainTrace(chains).Title("One chain is apart").Size(480, 320).Figure,
		"chainranks":   ChainRanks(chains).Figure,
		"chaindensity": ChainDensity(chains).Figure,
		"landscape":    likelihood(learned).Path(learned.Trace).Names("L-BFGS").Optima(noise).Title("A likelihood with two optima").Figure,
		"profile":      likelihood(learned).Path(learned.Trace).Profile().Title("The same, the variance learned at each point").Figure,
		"marked":       likelihood(learned).Mark("truth", 1, 0.04).Title("A likelihood and the truth").Figure,
		"curve":        ObjectiveCurve(context.Background(), gplib.LML{}, learned.Model, learned.Posterior.Data(), "lengthscale").Mark("truth", 1).Title("The same over the lengthscale").Figure,
		"bowl":         landscapeOf(8).Path(spiral()).Names("L-BFGS").Title("An objective").Figure,
		"fit":          Fit(a).Test(gplib.Data{X: cov.Line([]float64{5.5, 6, 6.5}), Y: []float64{-0.7, -0.3, 0.2}}).Title("A sine with a gap").Labels("time (s)", "height (m)").Figure,
		"fits":         Fit(a, b).Between(-2, 14).Title("Two methods on the same data, with a long title that must be wrapped because it does not fit into one line").Figure,
		"three":        Fit(a, b, c).Names("ML", "GPCV", "short").Title("Three methods on the same data").Figure,
		"five":         Fit(a, b, c, b, a).Labels("time (s)", "height (m)").Figure,
		"together":     Fit(a, b, c).Together().Figure,
		"grid":         draw.Grid(Fit(a).Title("What it learned"), Trace(a.Trace).Title("How"), QQ(y, calibrated), draw.Plot(gonumPlot())).Title("One fit").Figure,
		"gonum":        draw.Plot(gonumPlot()),
		"co2":          Fit(growth).Between(1958, 1990).XTicks(draw.YearTicks{}).Title("CO₂ at Mauna Loa").Labels("year", "CO₂ (ppm)").Figure,
		"plane":        Fit(plane).Figure,
		"trace":        Trace(a.Trace).Title("Convergence").Figure,
		"traces":       Trace(a.Trace, traceOf(20, 2)).Names("ML", "GPCV").ByTime().Size(640, 480).Figure,
		"learners":     Trace(learners()...).Names("ML", "ADMM", "GRIEF", "SCGD").Title("Four learners").Figure,
		"onetrace":     Trace(single).Size(480, 300).Figure,
		"plot":         draw.Plot(user).Title("A plot of a user").Labels("x", "y"),
	}
	maps.Copy(figures, figuresOfData())
	return figures
}

// sizesOf returns those at which a figure has to be readable, besides its own. What
// has many panels has no room in 320×200.
func sizesOf(name string) map[string][2]int {
	small := [2]int{320, 200}
	if least, many := leastSizes[name]; many {
		small = least
	}
	return map[string][2]int{"small": small, "large": {1200, 800}}
}

var leastSizes = map[string][2]int{"grid": {720, 480}, "three": {480, 360}, "five": {560, 360}, "learners": {480, 480}, "parts": {480, 360}, "partshouses": {480, 280}}

// TestGalleryIsWrittenOnRequest writes every figure at its own size in all
// formats, and as PNG into the folders small and large.
func TestGalleryIsWrittenOnRequest(t *testing.T) {
	if *galleryDir == "" {
		t.Skip("run with -gallery DIR")
	}
	for name, f := range gallery() {
		t.Logf("%s: %s", name, f.Alt())
		for _, format := range []string{"png", "svg", "pdf"} {
			write(t, f, filepath.Join(*galleryDir, name+"."+format))
		}
		for folder, size := range sizesOf(name) {
			write(t, f.Size(size[0], size[1]), filepath.Join(*galleryDir, folder, name+".png"))
		}
	}
}

func write(t *testing.T, f *draw.Figure, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(path); err != nil {
		t.Error(err)
		return
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(path, info.Size())
}
