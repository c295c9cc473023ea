package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/grief"
	"krigo/gplib/inducing"
	"krigo/gplib/linalg"
	"krigo/gplib/metric"
)

// sineDomain is one of the squares that Fig. 1 may have been drawn on: the
// paper does not say which.
type sineDomain struct {
	name   string
	lo, hi float64
}

// sineMethods are the methods of Fig. 1, with the paper's errors.
var sineMethods = []struct {
	name    string
	paper   string
	learner gplib.Learner
}{
	{"exact", "0.34", gplib.LBFGS{}},
	{"GRIEF-II, 5 × 5 grid, p = 4", "0.34", grief.TypeII{Points: 5, Functions: 4}},
	{"VFE, 4 free points", "0.47", inducing.Continuous{Size: 4, Approximation: inducing.VFE}},
}

// griefFigureOne is Fig. 1: sin x₁ sin x₂ from ten points.
func griefFigureOne(ctx context.Context, o Options) ([]Claim, error) {
	trials := o.Trials
	if trials == 0 {
		trials = 20
		if o.Quick {
			trials = 6
		}
	}
	var claims []Claim
	for _, domain := range []sineDomain{{"[0, 2π]²", 0, 2 * math.Pi}, {"[-π/2, π/2]²", -math.Pi / 2, math.Pi / 2}} {
		errs := make([][]float64, len(sineMethods))
		for seed := range uint64(trials) {
			if err := domain.try(ctx, seed+1, errs); err != nil {
				return claims, err
			}
		}
		o.report("fig1, %s: %d seeds", domain.name, trials)
		claims = append(claims, domain.claims(errs)...)
		if err := o.save(fmt.Sprintf("grief-fig1-%d.png", len(claims)/len(sineMethods)), domain.figure(errs)); err != nil {
			return claims, err
		}
	}
	return claims, nil
}

// try measures every method on one draw of ten points.
func (s sineDomain) try(ctx context.Context, seed uint64, errs [][]float64) error {
	const n, side = 10, 30
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		x.SetRow(i, []float64{s.at(rng.Float64()), s.at(rng.Float64())})
		y[i] = math.Sin(x.At(i, 0))*math.Sin(x.At(i, 1)) + math.Sqrt(0.1)*rng.NormFloat64()
	}
	at, truth := mat.NewDense(side*side, 2, nil), make([]float64, side*side)
	for i := range side * side {
		at.SetRow(i, []float64{s.at(float64(i%side) / (side - 1)), s.at(float64(i/side) / (side - 1))})
		truth[i] = math.Sin(at.At(i, 0)) * math.Sin(at.At(i, 1))
	}
	model := gplib.Model{Cov: cov.Scale(0.25, cov.SE((s.hi-s.lo)/4)), Noise: gplib.BoundedGaussian(0.1, 1e-3, 1)}
	for i, m := range sineMethods {
		fit, err := m.learner.Fit(ctx, model, gplib.Data{X: cov.Points(x), Y: y}, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		p, err := fit.Predict(cov.Points(at))
		if err != nil {
			return err
		}
		rmse, err := metric.RMSE(truth, p.Mean)
		if err != nil {
			return err
		}
		errs[i] = append(errs[i], rmse)
	}
	return nil
}

// at maps [0, 1] onto the domain.
func (s sineDomain) at(t float64) float64 { return s.lo + t*(s.hi-s.lo) }

func (s sineDomain) claims(errs [][]float64) []Claim {
	var claims []Claim
	for i, m := range sineMethods {
		c := Claim{Claim: "Fig. 1, " + m.name + ": RMSE to the true function", Data: fmt.Sprintf("%s, n = 10, %d seeds", s.name, len(errs[i])), Paper: m.paper}
		c.Measured, c.SD = meanSD(errs[i])
		claims = append(claims, c)
	}
	claims[1].Wanted, claims[1].Holds = "< that of VFE", claims[1].Measured < claims[2].Measured
	return claims
}

// figure draws the error of every method at every seed.
func (s sineDomain) figure(errs [][]float64) *display.Figure {
	p := display.NewPlot()
	for i, m := range sineMethods {
		way := make(plotter.XYs, len(errs[i]))
		for k, v := range errs[i] {
			way[k] = plotter.XY{X: float64(k + 1), Y: v}
		}
		p.Legend.Add(m.name, addLine(p, way, i))
	}
	p.Y.Min, p.Y.Max = 0, 1.3*p.Y.Max
	return display.Plot(p).Title("sin x₁ sin x₂ from ten points on "+s.name).Labels("seed", "RMSE")
}

// griefFigureTwo is Fig. 2: how well p functions reconstruct a covariance matrix in 100
// dimensions, compared with its own leading eigenvectors.
func griefFigureTwo(ctx context.Context, o Options) ([]Claim, error) {
	n, counts, trials := 5000, []int{10, 50, 101, 200, 400, 1000}, 10
	if o.Quick {
		n, counts, trials = 800, []int{101}, 2
	}
	if o.Trials > 0 {
		trials = o.Trials
	}
	r, err := newReconstruction(n)
	if err != nil {
		return nil, err
	}
	o.report("fig2: eigenvalues of %d points", n)
	var claims []Claim
	for _, p := range counts {
		if err := r.measure(ctx, p, trials); err != nil {
			return claims, err
		}
		last := len(r.counts) - 1
		o.report("fig2, p = %d, relative errors: optimal %.4f, GRIEF %.4f, Nyström %.4f, Fourier %.4f", p,
			r.joint[0][last], r.joint[1][last], r.joint[2][last], r.joint[3][last])
		claims = append(claims, r.claims(p, last)...)
	}
	if err := o.save("grief-fig2-train.png", r.figure("train", r.train)); err != nil {
		return claims, err
	}
	return claims, o.save("grief-fig2-joint.png", r.figure("joint", r.joint))
}

// reconstruction is the experiment of Fig. 2: relative Frobenius errors of the
// optimum, GRIEF, Nyström and random Fourier features, by p.
type reconstruction struct {
	k            cov.Func
	points       *cov.Matrix // the training half first
	half         *cov.Matrix
	grid         *grief.Grid
	gram         *mat.Dense
	halfValues   []float64 // eigenvalues
	values       []float64
	counts       []int
	train, joint [4][]float64
}

var reconstructionNames = []string{"optimal", "GRIEF", "Nyström", "random Fourier"}

func newReconstruction(n int) (*reconstruction, error) {
	const d, points = 100, 100
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return math.Sqrt(3) * (2*rng.Float64() - 1) }, x)
	r := &reconstruction{k: cov.SE(10), points: cov.Points(x), half: cov.Points(x.Slice(0, n/2, 0, d))}
	var err error
	if r.grid, err = grief.NewGrid(r.half, points, 0); err != nil {
		return nil, err
	}
	r.gram = mat.NewDense(n, n, nil)
	r.k.Gram(r.gram, r.points, r.points)
	if r.values, _, err = linalg.SymmetricEigen(r.gram); err != nil {
		return nil, err
	}
	r.halfValues, _, err = linalg.SymmetricEigen(r.gram.Slice(0, n/2, 0, n/2).(*mat.Dense))
	return r, err
}

// measure appends the errors at p, those of random choices as means over
// trials.
func (r *reconstruction) measure(ctx context.Context, p, trials int) error {
	r.counts = append(r.counts, p)
	r.add(0, optimalError(r.halfValues, p), optimalError(r.values, p))
	basis, err := grief.NewBasis(r.k, r.grid, p)
	if err != nil {
		return err
	}
	train, joint, err := r.errors(basis)
	if err != nil {
		return err
	}
	r.add(1, train, joint)
	random := [2]func(src rand.Source) (grief.Features, error){
		func(src rand.Source) (grief.Features, error) { return grief.NewNystrom(r.k, r.half, p, src) },
		func(src rand.Source) (grief.Features, error) {
			return grief.NewFourier(r.k, r.points.Dim(), p+p%2, src)
		},
	}
	for i, draw := range random {
		train, joint := 0.0, 0.0
		for seed := range uint64(trials) {
			if err := ctx.Err(); err != nil {
				return err
			}
			f, err := draw(rand.NewPCG(seed, 3))
			if err != nil {
				return err
			}
			a, b, err := r.errors(f)
			if err != nil {
				return err
			}
			train, joint = train+a/float64(trials), joint+b/float64(trials)
		}
		r.add(2+i, train, joint)
	}
	return nil
}

func (r *reconstruction) add(method int, train, joint float64) {
	r.train[method], r.joint[method] = append(r.train[method], train), append(r.joint[method], joint)
}

// optimalError returns the error of the p leading eigenvectors.
func optimalError(values []float64, p int) float64 {
	return floats.Norm(values[min(p, len(values)):], 2) / floats.Norm(values, 2)
}

// errors returns the relative errors of ΦΦᵀ on the training half and on all
// points.
func (r *reconstruction) errors(f grief.Features) (train, joint float64, err error) {
	phi, err := f.Eval(r.points)
	if err != nil {
		return 0, 0, err
	}
	rest := mat.DenseCopyOf(r.gram)
	negative := mat.DenseCopyOf(phi)
	negative.Scale(-1, negative)
	linalg.AddMul(rest, negative, mat.DenseCopyOf(phi.T()))
	n := r.half.Len()
	ratio := func(n int) float64 {
		return mat.Norm(rest.Slice(0, n, 0, n), 2) / mat.Norm(r.gram.Slice(0, n, 0, n), 2)
	}
	return ratio(n), ratio(2 * n), nil
}

// claims returns those at the p of position at.
func (r *reconstruction) claims(p, at int) []Claim {
	data := fmt.Sprintf("U(-√3, √3), d = 100, n = %d, SE ℓ = 10, p = %d", r.points.Len(), p)
	var claims []Claim
	for i, errs := range [][4][]float64{r.train, r.joint} {
		what := []string{"train", "joint"}[i]
		ratio := Claim{Claim: "Fig. 2, " + what + ": GRIEF's error over the optimal one", Data: data,
			Measured: errs[1][at] / errs[0][at], Paper: "near 1"}
		if p == r.points.Dim()+1 {
			ratio.Wanted, ratio.Holds = "<= 1.2", ratio.Measured <= 1.2
		}
		order := Claim{Claim: "Fig. 2, " + what + ": Nyström's error over GRIEF's", Data: data, Measured: errs[2][at] / errs[1][at],
			Paper: "> 1", Wanted: "> 1, and Fourier's larger still"}
		order.Holds = order.Measured > 1 && errs[3][at] > errs[2][at]
		claims = append(claims, ratio, order)
	}
	return claims
}

func (r *reconstruction) figure(what string, errs [4][]float64) *display.Figure {
	p := display.NewPlot()
	for i, name := range reconstructionNames {
		way := make(plotter.XYs, len(r.counts))
		for k, count := range r.counts {
			way[k] = plotter.XY{X: float64(count), Y: math.Max(errs[i][k], 1e-6)}
		}
		p.Legend.Add(name, addLine(p, way, i))
	}
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = display.LogTicks{}, display.LogTicks{}
	p.X.Max = math.Max(p.X.Max, 1.1*p.X.Min)
	p.Y.Max *= 4 // room for the legend
	return display.Plot(p).Title("Reconstruction of the "+what+" covariance, d = 100").Labels("functions p", "relative Frobenius error")
}
