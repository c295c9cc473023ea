package admm

import (
	"context"
	"math"
	"slices"

	"krigo/gplib"
)

// KFold is GPCV-ADMM for K-fold cross-validation: it minimises the sum of
// the folds' hold-out errors,
//
//	F(θ) = Σ_k F_k(θ),  F_k(θ) = ‖y_V^k − K_VT^k (C^k)⁻¹ y_T^k‖²,
//
// where fold k is predicted from all observations outside it. The folds are
// worked on in parallel; one seed gives the same result on any number of
// processors. An iteration costs O(K n²).
//
// [Consensus] couples the folds, so that they end at one θ that minimises F.
// [Naive], the paper's way, lets each fold find its own θ_k and averages
// them; the average minimises nothing.
//
// The value of each step of the trace is the exact F(θ), by separate solves.
// The monitors are those of [HoldOut], summed over the folds (the primal
// residual and ρ are the largest), and "spread of folds", the root mean square
// of φ_k − w over folds and coordinates; Consensus adds "consensus dual
// residual".
//
// Settings.MaxIter and Settings.Tol are as in [HoldOut]; the tolerances of
// Consensus are Tol (1e-3) for spread, dual and primal residuals, and 5 Tol
// for ‖Σ_k ∇L_0‖_∞/F.
type KFold struct {
	// Folds divides the observations; nil is RandomFolds(5), or fewer folds
	// where there are fewer observations.
	Folds Folds
	// Scheme is Consensus or Naive.
	Scheme Scheme
	// Penalty is the consensus penalty τ in units of the mean error of a
	// fold at the start; 0 is 2. Naive has none.
	Penalty float64
	// Each holds the options of the folds' own problems. Split is not used.
	// NoPolish omits the polish, on F for Consensus, on each F_k for Naive, to
	// which they hand over as [HoldOut] does.
	// Under Consensus StepTol is compared with the move of the common θ, and
	// without AdaptRho a fold's ρ doubles, up to 100, in iterations after the
	// tenth that leave its primal residual above 0.05.
	Each HoldOut
}

// Scheme is a way in which [KFold] joins the folds.
type Scheme int

const (
	// Consensus is ADMM with the constraint that all folds agree,
	//
	//	min Σ_k F_k(φ_k)  subject to  φ_k = w,
	//
	// around the ADMM of each fold (specified in scaled form as in Boyd et
	// al. 2011, section 7.1).
	Consensus Scheme = iota
	// Naive is the paper's: the arithmetic mean of the folds' own solutions.
	Naive
)

// Fit learns the hyper-parameters of m; see [KFold] and [gplib.Learner].
func (k KFold) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	k, err := k.resolved(d.Len())
	h := k.Each
	p := problem{
		name: "GPCV-ADMM K-fold consensus", parts: k.Folds.partition(), storage: h.Storage, columns: h.Precondition,
		floor: h.NoiseFloor, raw: h.Raw, scale: h.Scale, copies: 2, begin: k.beginConsensus, lastIter: h.lastIter, err: err,
	}
	if k.Scheme == Naive {
		p.name, p.keepLast, p.begin = "GPCV-ADMM K-fold naive", true, k.beginNaive
	}
	return p.fit(ctx, m, d, s)
}

// resolved fills in defaults and checks the options.
func (k KFold) resolved(n int) (KFold, error) {
	var err error
	k.Folds = k.dividing(n)
	if k.Each, err = k.Each.resolved(); err != nil {
		return k, err
	}
	if k.Penalty == 0 {
		k.Penalty = 2
	}
	switch {
	case !(k.Penalty > 0) || math.IsInf(k.Penalty, 1):
		return k, optionError("Penalty", k.Penalty, "it must be positive")
	case k.Scheme != Consensus && k.Scheme != Naive:
		return k, optionError("Scheme", float64(k.Scheme), "it must be Consensus or Naive")
	}
	return k, nil
}

// dividing returns the folds of n observations.
func (k KFold) dividing(n int) Folds {
	if k.Folds != nil {
		return k.Folds
	}
	return RandomFolds(max(2, min(5, n)))
}

// team is the state that both schemes share: the folds with their own θ_k, and
// those of the fit, which evaluate F at a common θ.
type team struct {
	KFold
	*fit
	steps  []stepper
	states []state
}

func (k KFold) newTeam(f *fit) *team {
	f.defaultTol()
	n := len(f.layout)
	f.own = f.newFolds()
	return &team{KFold: k, fit: f, steps: make([]stepper, n), states: make([]state, n)}
}

// place puts all folds to the start phi.
func (t *team) place(r *recorder, phi []float64) {
	perturbed := make([][]float64, len(t.own))
	for k := range t.own {
		perturbed[k] = t.Each.perturbed(r, phi)
		t.steps[k] = t.Each.ThetaStep.start(t.space.dim())
	}
	t.own.each(func(k int, l *lagrangian) {
		t.Each.initialise(l, phi, perturbed[k])
		t.states[k] = l.measure()
	})
}

// at returns the state of all folds together, with the exact error at w.
func (t *team) at(w []float64) state {
	s := state{slope: make([]float64, len(w))}
	var squares float64
	for k, l := range t.own {
		s.primal = math.Max(s.primal, t.states[k].primal)
		s.gap += t.states[k].gap
		squares += l.sumSquares()
		for j, v := range t.states[k].slope {
			s.slope[j] += v
		}
	}
	g := slices.Clone(s.slope)
	t.space.project(g, w)
	s.grad = largest(g)
	s.dual = s.grad / squares
	s.error = t.exact().value(w)
	s.quadratic = t.folds.sum((*lagrangian).quadratic)
	return s
}

// monitors returns the monitors of the folds' own problems; the products of the
// exact evaluations at w count as theirs.
func (t *team) monitors(s state, extra ...gplib.Monitor) []gplib.Monitor {
	for k, l := range t.folds {
		t.own[k].cg.steps += l.cg.steps
		l.cg.steps = 0
	}
	return append(t.own.monitors(s), extra...)
}

// spread returns the root mean square of φ_k − w over folds and coordinates.
func (t *team) spread(w []float64) float64 {
	var sum float64
	for _, l := range t.own {
		for j, v := range l.phi {
			sum += (v - w[j]) * (v - w[j])
		}
	}
	return math.Sqrt(sum / math.Max(1, float64(len(t.own)*len(w))))
}
