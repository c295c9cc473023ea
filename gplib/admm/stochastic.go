package admm

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Stochastic minimises the hold-out error by stochastic gradients: each step
// validates on a random subset B of V,
//
//	F̂(θ) = (n_V/|B|) ‖y_B − K_BT C⁻¹y_T‖²,
//
// whose mean over subsets is F(θ); the mean of its gradient is ∇F(θ): the
// gradient of [Adjoint] is linear in the sum over V. A step costs the solves
// with C, O(n_T²), and O(|B| n_T), so that it suits sets with n_V ≫ n_T, where
// a small T already determines the hyper-parameters:
//
//	admm.Stochastic{Split: admm.Random(0.9)}
//
// The steps are those of Adam with a falling rate, on subsets dealt without
// replacement: each point of V comes once an epoch. After each epoch the mean
// of its φ is measured on all of V; the best one by F(θ) is returned. ADMM
// itself has no such form: its λ belongs to one V.
//
// Settings.MaxIter caps the epochs (20 by default), Settings.Tol is the
// relative decrease of F over two epochs below which it has converged (1e-3).
type Stochastic struct {
	// Split chooses V; nil is Interleaved().
	Split Split
	// Batch is the number of points of a subset; 0 is a tenth of V, at least
	// 32.
	Batch int
	// Rate is the first step length of Adam on the learning scale; 0 is 0.1.
	// It has halved after two epochs.
	Rate float64
	// NoiseFloor, Precondition, Storage and Scale are those of [HoldOut].
	NoiseFloor   float64
	Precondition int
	Storage      Storage
	Scale        Scale
}

// Fit learns the hyper-parameters of m; see [Stochastic] and [gplib.Learner].
func (o Stochastic) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return problem{
		name: "GPCV stochastic", parts: o.validation, storage: o.Storage, columns: o.Precondition,
		floor: o.NoiseFloor, scale: o.Scale, begin: o.begin, err: o.check(),
	}.fit(ctx, m, d, s)
}

func (o Stochastic) check() error {
	switch {
	case o.Batch < 0:
		return optionError("Batch", float64(o.Batch), "it must not be negative")
	case !(o.Rate >= 0) || math.IsInf(o.Rate, 1):
		return optionError("Rate", o.Rate, "it must not be negative")
	case !(o.NoiseFloor >= 0):
		return optionError("NoiseFloor", o.NoiseFloor, "it must not be negative")
	}
	return nil
}

func (o Stochastic) begin(f *fit) scheme {
	nV := len(f.layout[0].valid)
	o.Batch = min(cmp.Or(o.Batch, max(32, nV/10)), nV)
	o.Rate = cmp.Or(o.Rate, 0.1)
	f.Default(20, 1e-3)
	return func(r *recorder, phi []float64) gplib.Status { return o.run(f, r, phi) }
}

// run descends from one start.
func (o Stochastic) run(f *fit, r *recorder, phi []float64) gplib.Status {
	e, err := o.newEpochs(f, r.RNG, phi)
	if err != nil {
		r.err = err
		return gplib.Stalled
	}
	e.measure(r, phi)
	best := r.value
	for since := 0; ; {
		if status, stop := r.Interrupted(); stop {
			return status
		}
		switch {
		case since == 2:
			return gplib.Converged
		case r.iteration() >= f.Settings.MaxIter:
			return gplib.IterationLimit
		}
		e.measure(r, e.next())
		since++
		if r.value < best*(1-f.Settings.Tol) {
			best, since = r.value, 0
		}
	}
}

// epochs is the state of a descent by stochastic gradients.
type epochs struct {
	*batched
	f       *fit
	batches *optim.Batches
	stepper optim.Stepper
	steps   int     // of an epoch
	unit    float64 // of F: ‖y_V‖²
	phi     []float64
}

func (o Stochastic) newEpochs(f *fit, rng *rand.Rand, phi []float64) (*epochs, error) {
	l := f.folds[0]
	clear(l.z)
	clear(l.lambda)
	nV := len(f.layout[0].valid)
	e := &epochs{
		batched: newBatched(l, f.Data.Subset(f.layout[0].valid)),
		f:       f, steps: (nV + o.Batch - 1) / o.Batch, phi: slices.Clone(phi),
	}
	e.unit = floats.Dot(e.valid.Y, e.valid.Y)
	var err error
	if e.batches, err = optim.NewBatches(nV, o.Batch, rng); err != nil {
		return nil, err
	}
	e.stepper, err = optim.Adam{Rate: optim.InverseDecay(o.Rate, 2*float64(e.steps))}.Start(len(phi))
	return e, err
}

// next takes the steps of an epoch and returns the mean of their points.
func (e *epochs) next() []float64 {
	mean, grad := make([]float64, len(e.phi)), make([]float64, len(e.phi))
	for range e.steps {
		e.gradient(grad, e.phi, e.batches.Next())
		if e.stopped() {
			break
		}
		floats.Scale(1/e.unit, grad)
		e.stepper.Step(e.phi, grad)
		e.bounds().clamp(e.phi)
		floats.AddScaled(mean, 1/float64(e.steps), e.phi)
	}
	e.bounds().clamp(mean)
	return mean
}

// measure records the exact error at phi.
func (e *epochs) measure(r *recorder, phi []float64) {
	e.all()
	g := make([]float64, len(phi))
	value := e.solveError(phi)
	e.solveDual(zTol)
	e.gradientAt(g, 0)
	slope := slices.Clone(g)
	e.project(g, phi)
	s := state{slope: slope, grad: largest(g), dual: largest(g) / value, error: value, quadratic: e.quadratic()}
	r.add(phi, s, e.f.folds.monitors(s))
}

// batched is a hold-out problem whose validation set can be exchanged for a
// part of it.
type batched struct {
	*lagrangian
	valid gplib.Data
	whole bool // V is all of valid
}

func newBatched(l *lagrangian, valid gplib.Data) *batched { return &batched{l, valid, true} }

// all makes V the whole validation set again.
func (b *batched) all() {
	if !b.whole {
		b.validateOn(b.valid.X, b.valid.Y)
		b.whole = true
	}
}

// gradient writes the gradient of F̂ at phi into dst and returns F̂. z and λ
// start from those of the last call.
func (b *batched) gradient(dst, phi []float64, batch []int) float64 {
	part := b.valid.Subset(batch)
	b.validateOn(part.X, part.Y)
	b.whole = false
	scale := float64(b.valid.Len()) / float64(part.Len())
	value := b.solveError(phi)
	b.solveDual(zTol)
	b.gradientAt(dst, 0)
	floats.Scale(scale, dst)
	return scale * value
}

// validateOn exchanges the validation set. z and λ stay.
func (l *lagrangian) validateOn(x cov.Inputs, y []float64) {
	nV := len(y)
	l.op.validateOn(x)
	l.rawV, l.yV = y, make([]float64, nV)
	l.kvz, l.rV, l.weight = make([]float64, nV), make([]float64, nV), make([]float64, nV)
	l.dkvz = columns(len(l.dkvz), nV)
	l.phi = nil // so that the next move evaluates K_VT
	l.touch()
}

func (o Stochastic) validation(n int, rng *rand.Rand) ([]part, error) {
	return HoldOut{Split: o.Split}.validation(n, rng)
}
func (o Stochastic) kept() Storage { return o.Storage }
func (o Stochastic) over(valid [][]int) validated {
	o.Split = indices(valid[0]...)
	return o
}
