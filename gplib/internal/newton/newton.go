// Package newton goes to the mode of latent values f, the maximum of
//
//	Ψ(f) = log p(y|f) - (f-m)ᵀa/2,  a = K⁻¹(f-m),
//
// by Newton's method with halved steps (Rasmussen and Williams 2006, section 3.4). What a step is, by dense matrices or
// in a state space, is up to the caller.
package newton

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Bounds of the method.
const (
	mostSteps    = 200
	mostHalvings = 50
	// A step that is expected to raise the objective by less than smallRise, or than rounding, which is relative to the
	// size of the objective, is the last one, and whole: the error of f after it is of the order of smallRise.
	smallRise, rounding = 1e-12, 1e-13
	// ascent is the part of the expected rise that other steps must reach, but for rounding.
	ascent = 1e-4
	// A part of a step that is expected to rise by rounding alone is the last one, too: shorter ones cannot be told from
	// it. It is an error if the whole step is expected to rise by more than missed, relative to the objective or to 1.
	missed = 1e-8
)

// Search looks for the mode of a model. Its errors begin with the name of a package.
type Search struct {
	Package string
	Model   fmt.Stringer
	// Objective returns Ψ of latent values and their weights a.
	Objective func(f, a []float64) float64
}

// Point are latent values F, their weights A, and the objective there.
type Point struct {
	F, A  []float64
	Value float64
}

// Step is a whole step: what it adds to F and A, and Rise, the derivative of the objective along it.
type Step struct {
	F, A []float64
	Rise float64
}

// NoMode returns the error that the search ends without a maximum, with the reason.
func (s Search) NoMode(reason error) error {
	return fmt.Errorf("%s: Newton's method found no mode of the latent values: %w under %v", s.Package, reason, s.Model)
}

// CheckStart returns an error if the objective of the first latent values is not finite.
func (s Search) CheckStart(value float64) error {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return s.NoMode(fmt.Errorf("the objective is %v at the start", value))
	}
	return nil
}

// Run takes steps until one reports that it was the last. It returns the error of a step or of ctx, and one after 200
// steps.
func (s Search) Run(ctx context.Context, step func() (last bool, err error)) error {
	for range mostSteps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if last, err := step(); last || err != nil {
			return err
		}
	}
	return s.NoMode(fmt.Errorf("%d steps do not converge", mostSteps))
}

// Ascend moves by the largest of the parts 1, 1/2, 1/4, … of a step that raises the objective enough. It returns the
// part, and whether the step was the last one. It is an error if no part of a step ascends that should. from is
// unchanged.
func (s Search) Ascend(from Point, step Step) (to Point, part float64, last bool, err error) {
	to = Point{F: make([]float64, len(from.F)), A: make([]float64, len(from.A))}
	size := math.Abs(from.Value)
	slack, part := rounding*size, 1.0
	small := math.Abs(step.Rise) <= math.Max(smallRise, slack)
	for range mostHalvings {
		floats.AddScaledTo(to.F, from.F, part, step.F)
		floats.AddScaledTo(to.A, from.A, part, step.A)
		to.Value = s.Objective(to.F, to.A)
		switch hidden := part*step.Rise <= slack; {
		case small && to.Value > math.Inf(-1):
			return to, part, true, nil
		case hidden && math.Abs(step.Rise) > missed*math.Max(1, size):
			return from, 0, false, s.noAscent(from, step)
		case to.Value >= from.Value+ascent*part*step.Rise-slack:
			return to, part, hidden, nil
		}
		part /= 2
	}
	return from, 0, false, s.noAscent(from, step)
}

func (s Search) noAscent(from Point, step Step) error {
	return s.NoMode(fmt.Errorf("no step ascends, where the objective is %v and expected to rise by %.3g,", from.Value, step.Rise))
}
