package rkhs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// plan holds a learner's method and options.
type plan struct {
	Training
	start   func(rows int) method
	ownRate float64 // multiplies the rate of the method's own parameters; 0 is 1
	// linear reports whether the method takes linear kernels only.
	linear bool
	err    error // of the learner's options
}

func (p plan) fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &fit{plan: p}, m, d, s)
}

func (p plan) fitRows(ctx context.Context, m gplib.Model, r dataset.RowReader, s *gplib.Settings) (*gplib.Result, error) {
	if r == nil {
		return nil, errors.New("rkhs: FitRows: the reader is nil")
	}
	return gplib.LearnRows(ctx, &fit{plan: p, reader: r}, m, s)
}

// fit is the [gplib.Method] of one fit: a start trains at each rate, from the
// kernel's weights or from others.
type fit struct {
	plan
	reader dataset.RowReader // nil where the rows are the fit's data
	kernel *Kernel
	rows   *rows
	held   *heldOut // nil without
	every  int      // epochs from one evaluation to the next
	limits *limits
	seed   [2]uint64
}

func (f *fit) Begin(g *gplib.Fitting) (err error) {
	if f.err != nil {
		return f.err
	}
	if f.ownRate == 0 {
		f.ownRate = 1
	}
	if f.Training, err = f.resolved(&g.Settings); err != nil {
		return err
	}
	if err := f.takeModel(g); err != nil {
		return err
	}
	if err := f.takeRows(g); err != nil {
		return err
	}
	if err := f.takeUnits(g); err != nil {
		return err
	}
	f.seed = [2]uint64{g.RNG.Uint64(), g.RNG.Uint64()}
	if err := f.holdOut(g); err != nil {
		return err
	}
	f.Epochs, f.every = f.epochs(f.rows.n)
	g.LastIter = f.Epochs / f.every
	if f.Average {
		g.LastIter++
	}
	g.Default(0, 0.01)
	g.Name, g.Objective = f.start(f.rows.n).name(), "negative log marginal likelihood per row"
	g.Starts *= len(f.Rates)
	return nil
}

// takeRows takes the fit's data or the reader's rows.
func (f *fit) takeRows(g *gplib.Fitting) (err error) {
	if f.reader == nil {
		f.rows = inMemory(g.Model, g.Data)
		return nil
	}
	if in := f.kernel.features.In(); f.reader.Dim() != in {
		return fmt.Errorf("rkhs: %v takes inputs of dimension %d, the reader has %d", f.kernel.features, in, f.reader.Dim())
	}
	g.RowsLike(dataset.Like(f.reader))
	f.rows, err = streamed(g.Model, f.reader)
	return err
}

// holdOut takes the validation set, or holds rows out.
func (f *fit) holdOut(g *gplib.Fitting) error {
	if f.Validation.Len() > 0 {
		if err := g.Model.CheckAt(f.Validation.X, g.Data.X); err != nil {
			return fmt.Errorf("rkhs: Validation: %w", err)
		}
		f.held = newHeldOut(rowsOf(f.Validation.X), f.Validation.Y, g.Model.Mean)
		return nil
	}
	n := f.rows.n
	count := int(f.HoldOut * float64(n))
	switch {
	case f.rows.blocks != nil && f.HoldOut > 0:
		return optionError("HoldOut", f.HoldOut, fmt.Sprintf("the reader has more than the %d rows that are kept in memory; set Validation instead", streamBlock))
	case f.rows.blocks == nil && f.HoldOut == 0 && (n < holdOutBelow || n < len(f.kernel.theta)):
		count = defaultHoldOut(n)
		if count > 0 && f.Patience == 0 {
			f.Patience = holdOutPatience
		}
	}
	if count > 0 {
		f.held = f.rows.holdOut(count, rand.New(rand.NewPCG(f.seed[1], f.seed[0])))
	}
	return nil
}

// takeModel returns an error unless the model has a Kernel and Gaussian noise of
// one variance.
func (f *fit) takeModel(g *gplib.Fitting) error {
	var ok bool
	if f.kernel, ok = g.Model.Cov.(*Kernel); !ok {
		return f.wantsFeatures(g)
	}
	if f.kernel.err != nil {
		return f.kernel.err
	}
	if _, is := f.kernel.head.(linearHead); f.linear && !is {
		return errors.New("rkhs: the kernel is Gaussian of the features; this learner needs Linear, such as that of a map that ends with feature.Fourier")
	}
	if mean := (gplib.Model{Mean: g.Model.Mean}); mean.HasPriors() {
		g.Warnings = append(g.Warnings, gplib.Finding{Code: "priors-unused", Found: "priors of the mean function are not used"})
	}
	_, err := takeNoise(g.Model.Noise)
	return err
}

// wantsFeatures is the error of a covariance function that is not a [Kernel].
func (f *fit) wantsFeatures(g *gplib.Fitting) error {
	dim := 0
	if x, ok := g.Data.X.(*cov.Matrix); ok {
		dim = x.Dim()
	} else if f.reader != nil {
		dim = f.reader.Dim()
	} else {
		return fmt.Errorf("rkhs: the inputs are %T; they must be points of a matrix (cov.Points, cov.Line)", g.Data.X)
	}
	return fmt.Errorf("rkhs: the covariance function is %v, but this learner learns features of the inputs; "+
		"write rkhs.Linear(feature.MLP{Inputs: %d, Widths: []int{128, 128}}, 1), or take the model of gplib.AutoFor(rkhs.SCGD{}, data)", g.Model.Cov, dim)
}

// takeNoise returns the noise's variance.
func takeNoise(noise gplib.Noise) (cov.Param, error) {
	if noise == nil {
		return cov.Param{}, errors.New("rkhs: the model has no noise")
	}
	ps := noise.Params()
	if len(ps) != 1 || ps[0].Name != "noise.variance" {
		return cov.Param{}, fmt.Errorf("rkhs: the noise is %v; it must have one variance", noise)
	}
	return ps[0], nil
}

// Run trains once.
func (f *fit) Run(s *gplib.Start) (*gplib.End, error) {
	r, err := f.newRun(s)
	if err != nil {
		return nil, err
	}
	err = r.train()
	if r.kept == nil {
		return nil, err
	}
	e := r.end(r.kept)
	e.Status, e.Finish = r.status, r.finish
	return e, err
}

// end returns the end at a point, before it is finished.
func (r *run) end(a *assessment) *gplib.End {
	return &gplib.End{
		Model: r.Start.Fitting.Model.With(r.natural(a.u, a.mean)), Value: a.value, Score: a.criterion,
		Objective: r.objective(), HeldOut: r.held != nil, Posterior: a.posterior,
	}
}
