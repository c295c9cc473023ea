package optim

import (
	"fmt"
	"math"
)

// Stepper moves parameters against gradients, which may be noisy. It remembers earlier
// gradients and serves one run.
type Stepper interface {
	// Step changes x, given the gradient at x. Both have the stepper's dimension.
	Step(x, grad []float64)
}

// Adam is the method of adaptive moments (Kingma and Ba 2015, algorithm 1).
// The zero value has the authors' constants.
type Adam struct {
	// Rate is the step length; nil is 0.001 at every step.
	Rate Schedule
	// Beta1 and Beta2 are the decays of the moments; 0 is 0.9 and 0.999.
	Beta1, Beta2 float64
	// Epsilon keeps the denominator positive; 0 is 1e-8.
	Epsilon float64
}

// Start returns a stepper for dim parameters. The error names an option that
// lies outside its range.
func (a Adam) Start(dim int) (Stepper, error) {
	if a.Rate == nil {
		a.Rate = ConstantRate(0.001)
	}
	a.Beta1, a.Beta2, a.Epsilon = orDefault(a.Beta1, 0.9), orDefault(a.Beta2, 0.999), orDefault(a.Epsilon, 1e-8)
	switch {
	case dim < 0:
		return nil, fmt.Errorf("optim: Adam of dimension %d", dim)
	case !(a.Beta1 > 0 && a.Beta1 < 1) || !(a.Beta2 > 0 && a.Beta2 < 1):
		return nil, fmt.Errorf("optim: Adam: the decays are %v and %v; they must lie between 0 and 1", a.Beta1, a.Beta2)
	case !(a.Epsilon > 0):
		return nil, fmt.Errorf("optim: Adam: Epsilon is %v", a.Epsilon)
	}
	return &adamRun{Adam: a, first: make([]float64, dim), second: make([]float64, dim)}, nil
}

type adamRun struct {
	Adam
	first, second []float64
	t             int
}

func (r *adamRun) Step(x, grad []float64) {
	rate := r.Rate(r.t)
	r.t++
	c := r.at(r.t, rate)
	c.move(x, grad, r.first, r.second)
}

// AdaDelta adapts the step of each parameter by the sizes of its earlier
// gradients and steps (Zeiler 2012, algorithm 1). The zero value has the
// author's constants.
type AdaDelta struct {
	// Rate multiplies the step; nil is 1 at every step.
	Rate Schedule
	// Rho is the decay of the averages; 0 is 0.95.
	Rho float64
	// Epsilon starts the first steps; 0 is 1e-6.
	Epsilon float64
}

// Start returns a stepper for dim parameters. The error names an option that
// lies outside its range.
func (a AdaDelta) Start(dim int) (Stepper, error) {
	if a.Rate == nil {
		a.Rate = ConstantRate(1)
	}
	a.Rho, a.Epsilon = orDefault(a.Rho, 0.95), orDefault(a.Epsilon, 1e-6)
	switch {
	case dim < 0:
		return nil, fmt.Errorf("optim: AdaDelta of dimension %d", dim)
	case !(a.Rho > 0 && a.Rho < 1):
		return nil, fmt.Errorf("optim: AdaDelta: Rho is %v; it must lie between 0 and 1", a.Rho)
	case !(a.Epsilon > 0):
		return nil, fmt.Errorf("optim: AdaDelta: Epsilon is %v", a.Epsilon)
	}
	return &adaDeltaRun{AdaDelta: a, grads: make([]float64, dim), steps: make([]float64, dim)}, nil
}

type adaDeltaRun struct {
	AdaDelta
	grads, steps []float64 // averages of squares
	t            int
}

func (r *adaDeltaRun) Step(x, grad []float64) {
	rate := r.Rate(r.t)
	r.t++
	for j, g := range grad {
		r.grads[j] = r.Rho*r.grads[j] + (1-r.Rho)*g*g
		step := math.Sqrt(r.steps[j]+r.Epsilon) / math.Sqrt(r.grads[j]+r.Epsilon) * g
		r.steps[j] = r.Rho*r.steps[j] + (1-r.Rho)*step*step
		x[j] -= rate * step
	}
}

func orDefault(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}

// Keeper is a Stepper whose memory can be saved and restored, so that another process
// can continue a run. The steppers of [Adam] and [AdaDelta] are Keepers.
type Keeper interface {
	Stepper
	// Memory returns a copy of the stepper's memory.
	Memory() []float64
	// Restore restores a Memory of a stepper of the same kind and dimension. It fails
	// if the length differs.
	Restore(memory []float64) error
}

func (r *adamRun) Memory() []float64 { return joinMemory(r.t, r.first, r.second) }

func (r *adamRun) Restore(memory []float64) error {
	return splitMemory(memory, &r.t, r.first, r.second)
}

func (r *adaDeltaRun) Memory() []float64 { return joinMemory(r.t, r.grads, r.steps) }

func (r *adaDeltaRun) Restore(memory []float64) error {
	return splitMemory(memory, &r.t, r.grads, r.steps)
}

func joinMemory(t int, a, b []float64) []float64 {
	memory := append(make([]float64, 0, 1+len(a)+len(b)), float64(t))
	return append(append(memory, a...), b...)
}

func splitMemory(memory []float64, t *int, a, b []float64) error {
	if len(memory) != 1+len(a)+len(b) {
		return fmt.Errorf("optim: a memory of length %d for %d parameters", len(memory), len(a))
	}
	*t = int(memory[0])
	copy(a, memory[1:])
	copy(b, memory[1+len(a):])
	return nil
}
