package reproduce

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/molecule"
)

// thrombin compares on inhibitors of thrombin by circular fingerprints and
// Tanimoto's covariance function.
func (c *comparison) thrombin(m int) func(context.Context, Options) ([]Claim, error) {
	return func(ctx context.Context, o Options) ([]Claim, error) {
		if c.train.Len() == 0 {
			if err := c.readPrints(o); err != nil {
				return nil, err
			}
		}
		return c.measure(ctx, o, m)
	}
}

func (c *comparison) readPrints(o Options) error {
	read, err := readThrombin(o)
	if err != nil {
		return err
	}
	prints, err := molecule.Fingerprints(read.molecules, 2, 2048, false)
	if err != nil {
		return err
	}
	kernel := cov.Scale(1, cov.Memo(cov.Tanimoto(), prints.Len()))
	c.split(read, prints, kernel)
	c.fill(o, kernel)
	return nil
}

// graphs is thrombin with fourteen covariance functions of labelled graphs, a
// variance each.
func (c *comparison) graphs(m int) func(context.Context, Options) ([]Claim, error) {
	return func(ctx context.Context, o Options) ([]Claim, error) {
		if c.train.Len() == 0 {
			if err := c.readGraphs(o); err != nil {
				return nil, err
			}
		}
		return c.measure(ctx, o, m)
	}
}

func (c *comparison) readGraphs(o Options) error {
	read, err := readThrombin(o)
	if err != nil {
		return err
	}
	graphs, err := molecule.Graphs(read.molecules)
	if err != nil {
		return err
	}
	parts := molecule.Parts()
	each := make([]float64, len(parts))
	for t, k := range parts {
		parts[t], each[t] = cov.Memo(k, graphs.Len()), 1/float64(len(parts))
	}
	kernel := cov.Compound(each, parts...)
	c.split(read, graphs, kernel)
	c.fill(o, kernel)
	return nil
}

// fill evaluates all rows once, which the kernel keeps, so that no method pays
// for them.
func (c *comparison) fill(o Options, k cov.Func) {
	began, n := time.Now(), c.train.Len()
	for lo := 0; lo < n; lo += 256 {
		var rows []int
		for i := lo; i < min(lo+256, n); i++ {
			rows = append(rows, i)
		}
		k.Gram(mat.NewDense(len(rows), n, nil), c.train.X.Subset(rows), c.train.X)
	}
	o.report("%s: the covariance matrix, once: %v", c.name, time.Since(began).Round(time.Second))
}

// inhibitors are molecules with their affinities, and the given split.
type inhibitors struct {
	molecules   []*molecule.Molecule
	y           []float64
	train, test []int
}

func readThrombin(o Options) (*inhibitors, error) {
	table, err := o.table("thrombin")
	if err != nil {
		return nil, err
	}
	smiles, err := table.Text("smiles")
	if err != nil {
		return nil, err
	}
	split, err := table.Text("split")
	if err != nil {
		return nil, err
	}
	r := &inhibitors{}
	if r.y, err = table.Column("y"); err != nil {
		return nil, err
	}
	if r.molecules, err = molecule.ParseAll(smiles); err != nil {
		return nil, err
	}
	for i, s := range split {
		switch s {
		case "train":
			r.train = append(r.train, i)
		case "test":
			r.test = append(r.test, i)
		default:
			return nil, fmt.Errorf("thrombin: row %d is of the split %q", i+1, s)
		}
	}
	return r, nil
}

// split makes data of molecules as x, indexed, with the observations in units
// of the training ones' standard deviation.
func (c *comparison) split(r *inhibitors, x cov.Inputs, k cov.Func) {
	all := gplib.Data{X: cov.Index(x), Y: r.y}
	c.train, c.test = all.Subset(r.train), all.Subset(r.test)
	mean, std := stat.MeanStdDev(c.train.Y, nil)
	for _, y := range [][]float64{c.train.Y, c.test.Y} {
		for i := range y {
			y[i] = (y[i] - mean) / std
		}
	}
	c.model = gplib.Model{Mean: gplib.ConstantMean(0), Cov: k, Noise: gplib.Gaussian(0.25)}
}

// kin40k compares on 10,000 observations of a robot arm, with 30,000 to test.
func (c *comparison) kin40k(m int) func(context.Context, Options) ([]Claim, error) {
	return func(ctx context.Context, o Options) ([]Claim, error) {
		if c.train.Len() == 0 {
			if err := c.readArm(o); err != nil {
				return nil, err
			}
		}
		return c.measure(ctx, o, m)
	}
}

func (c *comparison) readArm(o Options) error {
	set, err := o.uci("kin40k")
	if err != nil {
		return err
	}
	order := rand.New(rand.NewPCG(40, 1)).Perm(set.Data.Len())
	const size = 10000
	if len(order) <= size {
		return fmt.Errorf("kin40k has %d rows", len(order))
	}
	train := set.Data.Subset(order[:size])
	scaled, scaling, err := dataset.Standardise(train)
	if err != nil {
		return err
	}
	if c.test, err = scaling.Data(set.Data.Subset(order[size:])); err != nil {
		return err
	}
	c.train = scaled
	dim := scaled.X.(*cov.Matrix).Dim()
	if err := removeTrend(c.train, c.test); err != nil {
		return err
	}
	lengths := make([]float64, dim)
	for k := range lengths {
		lengths[k] = math.Sqrt(float64(dim))
	}
	c.model = gplib.Model{Cov: cov.Scale(1, cov.SE(lengths...)), Noise: gplib.Gaussian(0.25)}
	return nil
}

// removeTrend takes the least-squares plane of the training observations from
// both sets, and scales what is left of them to the variance 1.
func removeTrend(train, test gplib.Data) error {
	var plane mat.VecDense
	if err := plane.SolveVec(design(train.X), mat.NewVecDense(train.Len(), train.Y)); err != nil {
		return fmt.Errorf("linear trend: %w", err)
	}
	var unit float64
	for _, d := range []gplib.Data{train, test} {
		var trend mat.VecDense
		trend.MulVec(design(d.X), &plane)
		for i := range d.Y {
			d.Y[i] -= trend.AtVec(i)
		}
		if unit == 0 {
			unit = stat.StdDev(d.Y, nil)
		}
		for i := range d.Y {
			d.Y[i] /= unit
		}
	}
	return nil
}

// design returns the inputs with a column of ones.
func design(x cov.Inputs) *mat.Dense {
	points := x.(*cov.Matrix)
	n, d := points.Dims()
	a := mat.NewDense(n, d+1, nil)
	for i := range n {
		for k := range d {
			a.Set(i, k, points.At(i, k))
		}
		a.Set(i, d, 1)
	}
	return a
}

// pivotRules is Fig. 3: the rules for information pivots at m = 32, on
// fingerprints.
func pivotRules(ctx context.Context, o Options) ([]Claim, error) {
	c := &comparison{name: "thrombin"}
	if err := c.readPrints(o); err != nil {
		return nil, err
	}
	rules := []method{
		hybrid("z = 8", cholqr.Hybrid{Z: 8}), hybrid("z = 16", cholqr.Hybrid{Z: 16}),
		hybrid("z = 64", cholqr.Hybrid{Z: 64}), hybrid("z = 128", cholqr.Hybrid{Z: 128}),
		hybrid("max-residual, z = 16", cholqr.Hybrid{Pivots: cholqr.MaxResidual}),
		hybrid("OI, z = 16", cholqr.Hybrid{Pivots: cholqr.OI}), hybrid("AA", cholqr.Hybrid{Pivots: cholqr.AA}),
	}
	const m = 32
	var claims []Claim
	for _, rule := range rules {
		for trial := range o.trials(3) {
			s, err := c.fit(ctx, o, rule, m, trial)
			if err != nil {
				return claims, err
			}
			c.scores = append(c.scores, s)
			o.report("%s: SMSE %.4f, objective %.6g, %.1f s", s.method, s.smse, s.value, s.seconds)
		}
		for _, kind := range []struct {
			name  string
			value func(score) float64
		}{{"objective", func(s score) float64 { return s.value }}, {"SMSE", smseOf}, {"seconds", secondsOf}} {
			mean, sd := meanSD(c.of(rule.name, m, kind.value))
			claims = append(claims, Claim{
				Claim: fmt.Sprintf("Fig. 3, %s: %s", rule.name, kind.name), Data: "thrombin, m = 32",
				Measured: mean, SD: sd, Paper: "–",
			})
		}
	}
	return claims, nil
}
