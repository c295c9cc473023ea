package rkhs

import (
	"fmt"
	"math"

	"krigo/gplib"
	"krigo/gplib/optim"
)

// Optimizer is the rule that moves parameters.
type Optimizer int

const (
	// Adam is the rule of Kingma and Ba.
	Adam Optimizer = iota
	// AdaDelta is Zeiler's with the decay 0.9, the paper's choice.
	AdaDelta
)

// String returns the name.
func (o Optimizer) String() string {
	switch o {
	case Adam:
		return "Adam"
	case AdaDelta:
		return "AdaDelta"
	}
	return fmt.Sprintf("Optimizer(%d)", int(o))
}

// Training holds the options that all learners of this package share. The
// zero value is the recommended setting.
type Training struct {
	// Batch is the number of rows of a minibatch, s; 0 is 128.
	Batch int
	// Epochs caps the passes over the rows where Settings.MaxIter is 0; 0 is
	// 100, as in the paper. If 100 have less than 3000 steps, 0 is as many as have
	// 3000, and an iteration is a hundredth of them instead of one epoch.
	Epochs int
	// Optimizer moves all parameters but duals; the zero value is [Adam].
	Optimizer Optimizer
	// Rates are learning rates, each tried with all epochs; the one of the
	// lowest criterion is kept. Empty is one: 0.003·√(Batch/128) for Adam and
	// 1 for AdaDelta.
	Rates []float64
	// Constant keeps the rate, as the paper does. Else it falls to 0 by half
	// a cosine over all epochs.
	Constant bool
	// NoiseRate multiplies the rate of τ = log v; 0 is 1.
	NoiseRate float64
	// Clip is the Euclidean norm to which gradients are shortened; 0 is none.
	Clip float64
	// Average evaluates, after the last epoch, also the mean of the parameters
	// over the last half of the steps.
	Average bool
	// PolishNoise minimises the likelihood exactly over the noise variance at
	// each evaluation. The training itself does not see it. [SVGP] has none.
	PolishNoise bool
	// HoldOut is the part of the rows, below 1, that is not learned from: their
	// mean negative log predictive density, at the noise that makes it lowest, is
	// the criterion instead of the likelihood. A network's own likelihood says
	// little where it has many weights for the rows, and its noise is too small.
	// The posterior, except [SVGP]'s, is conditioned on all rows in the end. 0 is a
	// fifth, at least 30 rows or a third and at most 1000, where there are fewer
	// than 5000 rows or than parameters, but not of less than 15 rows nor of a
	// reader with more than 16384; negative is none.
	HoldOut float64
	// Validation, where it has observations, replaces the rows held out. The
	// posterior is not conditioned on it.
	Validation gplib.Data
	// Patience is the number of evaluations without a better criterion that ends a
	// run; 0 is 20 if rows are held out by default, else no limit.
	Patience int
	// Checkpoint is a file that is written after each evaluation. If it exists
	// already, the run continues from it; it fails if the file is another run's.
	// The trace then has the earlier epochs too, without their parameters;
	// Settings.Observe sees the later ones only. "" is none.
	Checkpoint string
}

// resolved fills in defaults and checks the options.
func (t Training) resolved(s *gplib.Settings) (Training, error) {
	if t.Batch == 0 {
		t.Batch = 128
	}
	if s.MaxIter > 0 {
		t.Epochs = s.MaxIter
	}
	if t.NoiseRate == 0 {
		t.NoiseRate = 1
	}
	if t.Batch < 1 {
		return t, optionError("Batch", float64(t.Batch), "it must be positive")
	}
	if len(t.Rates) == 0 {
		t.Rates = []float64{t.defaultRate()}
	}
	for i, r := range t.Rates {
		if !(r > 0) || math.IsInf(r, 1) {
			return t, optionError(fmt.Sprintf("Rates[%d]", i), r, "it must be positive")
		}
	}
	switch {
	case t.Epochs < 0:
		return t, optionError("Epochs", float64(t.Epochs), "it must not be negative")
	case t.Optimizer != Adam && t.Optimizer != AdaDelta:
		return t, optionError("Optimizer", float64(t.Optimizer), "want Adam or AdaDelta")
	case !(t.NoiseRate > 0):
		return t, optionError("NoiseRate", t.NoiseRate, "it must be positive")
	case !(t.Clip >= 0):
		return t, optionError("Clip", t.Clip, "it must not be negative")
	case !(t.HoldOut < 1):
		return t, optionError("HoldOut", t.HoldOut, "it must be below 1")
	case t.Patience < 0:
		return t, optionError("Patience", float64(t.Patience), "it must not be negative")
	}
	if err := s.Check(); err != nil {
		return t, err
	}
	return t, t.checkValidation()
}

func (t Training) checkValidation() error {
	if t.Validation.Len() == 0 {
		return nil
	}
	if err := t.Validation.Check(); err != nil {
		return fmt.Errorf("rkhs: Validation: %w", err)
	}
	return nil
}

// Defaults of Training.Epochs.
const (
	evaluations = 100
	fewestSteps = 3000
)

// epochs returns the passes over n rows, and those from one evaluation to the
// next.
func (t Training) epochs(n int) (all, every int) {
	if t.Epochs > 0 {
		return t.Epochs, 1
	}
	pass := (n + t.Batch - 1) / t.Batch
	every = (fewestSteps/evaluations + pass - 1) / pass
	return evaluations * every, every
}

func (t Training) defaultRate() float64 {
	if t.Optimizer == AdaDelta {
		return 1
	}
	return 0.003 * math.Sqrt(float64(t.Batch)/128)
}

// stepper moves dim parameters at factor times the rate, over steps steps.
func (t Training) stepper(dim int, rate, factor float64, steps int) (optim.Keeper, error) {
	schedule := optim.ConstantRate(rate * factor)
	if !t.Constant {
		schedule = optim.CosineDecay(rate*factor, 0, steps)
	}
	var s optim.Stepper
	var err error
	if t.Optimizer == AdaDelta {
		s, err = optim.AdaDelta{Rate: schedule, Rho: 0.9}.Start(dim)
	} else {
		s, err = optim.Adam{Rate: schedule}.Start(dim)
	}
	if err != nil {
		return nil, fmt.Errorf("rkhs: %w", err)
	}
	return s.(optim.Keeper), nil
}

func optionError(name string, value float64, want string) error {
	return fmt.Errorf("rkhs: %s is %v; %s", name, value, want)
}
