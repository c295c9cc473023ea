package cholqr

import (
	"context"
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/inducing"
	"krigo/gplib/optim"
)

// Hybrid is CholQR (Cao, Brubaker, Fleet and Hertzmann, NIPS 2013): it picks m
// inducing points among the data and learns the hyper-parameters, both by the
// same objective. Epochs of two phases follow each other: inducing points are
// exchanged for others of the data with the hyper-parameters held, and then
// L-BFGS moves the hyper-parameters with the points held. An exchange is made
// only if its exact effect, known beforehand, lowers the objective. So the
// objective never rises.
//
// It needs no derivative by the inputs: any [krigo/gplib/cov.Func] will do, also one of strings or
// graphs. An attempted exchange costs O(n(m+z)) for each candidate, L-BFGS O(nm²) an iteration;
// memory is two matrices of n × (m+z), and two more during L-BFGS.
//
// Each attempt and each iteration of L-BFGS is one step of the trace, with the
// monitors epoch, swaps (those tried so far), swaps accepted and information
// pivots. The result's posterior is a [*Posterior].
//
// Settings.Tol is the relative decrease over an epoch that counts as none
// (1e-4); inducing.Rules set how many such epochs end the fit. Settings.MaxIter
// caps the iterations of L-BFGS in all phases of a start (1000). Each of
// Settings.Restarts has its own inducing points.
type Hybrid struct {
	// M is the number of inducing points; 0 is 100, or all the data where
	// they are fewer.
	M int
	// Z is the number of information pivots, by which candidates are compared;
	// 0 is 16, or 6 to begin with for [AA]. More find better exchanges at a
	// higher price.
	Z int
	// Candidates is the number of points of the highest estimates that an
	// attempt evaluates exactly, together; 0 is 8. The paper uses 1, which is
	// cheaper if the covariance function is slow to evaluate: an attempt takes a
	// column of it for each. More find better exchanges.
	Candidates int
	// Objective is the function to minimise; the default is [VAR].
	Objective Objective
	// Pivots chooses the information pivots; the default is [Random].
	Pivots Pivots
	// Start chooses the inducing points to begin with; nil is
	// [inducing.Random].
	Start inducing.Selector
	// Swaps is the number of exchanges tried in an epoch, at most M; 0 is
	// rounds of 60, or of M where that is fewer, which go on while more than one in
	// twenty of a round succeeds, and until 60 exchanges were tried, or M/2 where
	// that is more: more would fit the points to hyper-parameters that are about to
	// move.
	Swaps int
	// Jitter is ε, which is added to the diagonal of the inducing points'
	// covariance matrix; 0 is 1e-6 times the mean prior variance at the start.
	// It is the same throughout the fit, and larger where that matrix is
	// singular at the start.
	Jitter float64
	// Rules are the stopping rules. By default a phase of L-BFGS has twice as
	// many iterations as there are free parameters, between 15 and 20, and
	// patience is max(3, ⌈M/Swaps⌉) epochs.
	Rules inducing.Rules

	rounds bool // whether rounds of Swaps go on as long as they succeed
}

const (
	defaultM          = 100
	defaultZ          = 16
	defaultAA         = 6
	defaultCandidates = 8
	defaultSwaps      = 60
	leastSuccess      = 0.05 // of a round, for another to follow
	defaultTol        = 1e-4
	defaultMaxIter    = 1000
)

// Fit learns the inducing points and the hyper-parameters of m from d; see
// [Hybrid] and [gplib.Learner].
func (h Hybrid) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &hybrid{Hybrid: h}, m, d, s)
}

// hybrid is the [gplib.Method] of one fit.
type hybrid struct {
	Hybrid
	free int // parameters that are not fixed
}

// smallStart is the number of elements of the factors up to which starts run at
// the same time.
const smallStart = 1 << 18

func (h *hybrid) Begin(f *gplib.Fitting) error {
	space, err := optim.NewSpace(f.Params(f.Model))
	if err != nil {
		return fmt.Errorf("cholqr: %w", err)
	}
	h.free = space.Dim()
	n := f.Data.Len()
	if h.Hybrid, err = h.resolved(n, h.free); err != nil {
		return err
	}
	f.Name = h.name()
	f.Together = n*(h.M+h.Z) <= smallStart
	f.Default(defaultMaxIter, defaultTol)
	f.LastIter = -1 // attempts to exchange points are steps, too
	f.Screen()
	return nil
}

func (h *hybrid) Run(s *gplib.Start) (*gplib.End, error) {
	w, err := newWalk(h, s)
	if err != nil {
		return nil, err
	}
	w.run()
	end := w.points().end(w.model, w.value)
	end.Status, end.Score, end.Warnings = w.status, w.value, w.found
	return end, nil
}

// resolved fills in defaults for n points and free free parameters, and
// checks the options.
func (h Hybrid) resolved(n, free int) (Hybrid, error) {
	if h.M == 0 {
		h.M = min(defaultM, n)
	}
	if h.Z == 0 {
		h.Z = defaultZ
		if h.Pivots == AA {
			h.Z = defaultAA
		}
	}
	if h.Candidates == 0 {
		h.Candidates = defaultCandidates
	}
	if h.Swaps == 0 {
		h.Swaps, h.rounds = defaultSwaps, true
	}
	if h.Start == nil {
		h.Start = inducing.Random{}
	}
	if err := h.check(n); err != nil {
		return h, err
	}
	h.Swaps = min(h.Swaps, h.M)
	if h.Rules.Phase == 0 {
		h.Rules.Phase = min(20, max(15, 2*free))
	}
	if h.Rules.Patience == 0 {
		h.Rules.Patience = max(3, (h.M+h.Swaps-1)/h.Swaps)
	}
	return h, nil
}

func (h Hybrid) check(n int) error {
	switch {
	case h.M < 1 || h.M > n:
		return fmt.Errorf("cholqr: Hybrid.M is %d; it must lie in [1, %d], the number of points", h.M, n)
	case h.Z < 1:
		return fmt.Errorf("cholqr: Hybrid.Z is %d; it must be positive", h.Z)
	case h.Candidates < 1:
		return fmt.Errorf("cholqr: Hybrid.Candidates is %d; it must be positive", h.Candidates)
	case h.Swaps < 1:
		return fmt.Errorf("cholqr: Hybrid.Swaps is %d; it must be positive", h.Swaps)
	case h.Objective != VAR && h.Objective != MLE:
		return fmt.Errorf("cholqr: Hybrid.Objective is %v", h.Objective)
	case h.Pivots < Random || h.Pivots > AA:
		return fmt.Errorf("cholqr: Hybrid.Pivots is %v", h.Pivots)
	case !(h.Jitter >= 0) || math.IsInf(h.Jitter, 1):
		return fmt.Errorf("cholqr: Hybrid.Jitter is %v; it must not be negative", h.Jitter)
	case h.Rules.Phase < 0 || h.Rules.Patience < 0:
		return fmt.Errorf("cholqr: Hybrid.Rules is %+v", h.Rules)
	}
	return nil
}

// name returns the method's name for results and tables.
func (h Hybrid) name() string {
	if h.Pivots == Random {
		return fmt.Sprintf("CholQR-z%d %v", h.Z, h.Objective)
	}
	return fmt.Sprintf("CholQR-%v %v", h.Pivots, h.Objective)
}
