// Package gplib is a library of Gaussian-process regression: models, exact inference,
// objectives and the contract that all learners share.
//
// A [Model] joins a mean, a covariance function (package cov) and a noise. A [Learner]
// chooses its hyper-parameters from [Data] and returns a [Result], whose [Posterior]
// predicts:
//
//	data, err := gplib.NewData(cov.Line(xs), ys)
//	model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
//	fit, err := gplib.Fit(ctx, model, data, nil)
//	p, err := fit.Posterior.Predict(cov.Line(grid))
//	lower, upper := p.Interval(0.95)
//
// Labels, counts and errors with outliers have a likelihood of package lik in place of the
// noise ([Model].Lik), and package laplace learns such models. Predictions then hold the
// likelihood: [Prediction.MeanY], [Prediction.QuantileY] and [Prediction.IntervalY] are those of
// a new observation, which need be neither normal nor symmetric. For one ordered input, such as
// time, package statespace does the same as [Fit] and [Condition] in linear time.
//
// # Fits
//
// A learner brings its mathematics as a [Method]; [Learn] does the rest of a fit, so
// that learners are interchangeable: the checks of arguments, the seeds, further
// starts, the clock, cancellation, Observe, the choice of the best start, warnings of
// bounds and jitter, the posterior, and a check-up of data and posterior, which ends in
// warnings. Start 0 uses the caller's source of random numbers; its first two words
// seed the generators of the others. Starts run at the same time where the method says
// that they share nothing and Observe is nil; the result is the same on any number of
// processors. A fit inside a fit ([Fitting.Within]) has the remaining time, and nothing
// of the next section applies to it. [Step].Fit identifies the fit to Observe and
// reports its end. [Result.At] goes back to a step of the trace: a method records with
// its steps what a posterior depends on besides the parameters ([Start.RecordAt]); the
// engine keeps few of these records. Package learntest checks a learner.
//
// # Starts, bounds and units
//
// Results do not depend on units. A parameter has a role (package param), such as
// lengthscale or noise. The role and the data determine bounds that the user has not
// set ([Model.ParamsFor], [Fitting.Params]; models keep theirs) and a start
// ([Model.FromData]). [LBFGS] compares that start, the model's own parameters and others
// by short descents, and goes on from the best; [Result].Starts records them. Other
// learners call [Fitting.Screen], which takes a few steps of L-BFGS on some of the rows
// from there and from the model's own parameters, and begin at the better. Duplicate
// rows are dropped with a warning ([Data.WithoutCopies]). [Auto] is a model at such a
// start.
//
// # Models
//
// Covariance functions, means (package mean) and noises (package noise) are one file
// each, which registers its kind (RegisterKind) and describes itself (Describe) as the
// data that files hold: other packages register theirs in the same way, without a
// central table.
//
// # Posteriors
//
// A [Posterior] predicts and has a joint covariance, from which [Sample] draws. Its
// interfaces say what else it can do: [Differentiable], [Extendable], [Savable]. [Save]
// and [Load] identify a posterior by its type's import path and name, which its package
// registers; they read files of earlier versions of the library. Package posteriortest
// checks a posterior.
package gplib

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"krigo/gplib/cov"
	"krigo/internal/paramlist"
	"krigo/internal/words"
)

// Learner chooses hyper-parameters from data. Fit changes none of its
// arguments. A nil or zero Settings works. The same seed gives the same
// result. When ctx is cancelled Fit returns the best result so far, with
// Status Cancelled and a nil error. [Learn] makes a learner of a [Method], and
// package learntest checks one.
type Learner interface {
	Fit(ctx context.Context, m Model, d Data, s *Settings) (*Result, error)
}

// Settings are the options that all learners share. The zero value chooses
// each learner's documented defaults.
type Settings struct {
	// MaxIter caps the iterations; 0 is the learner's default.
	MaxIter int
	// Runtime caps the wall time; 0 means no cap.
	Runtime time.Duration
	// Tol is the relative tolerance of the stopping rule; 0 is the learner's
	// default.
	Tol float64
	// OwnStart has learners start at the model's own parameters. Otherwise [LBFGS] compares
	// these with those of [Model.FromData] and with others that have shorter and longer
	// lengthscales and less noise ([Result].Starts), and other learners start at those of
	// FromData, or at shorter or longer lengthscales, where a short descent from there, on
	// some of the rows, reaches a clearly higher marginal likelihood.
	OwnStart bool
	// KeepCopies keeps rows that are copies of others, inputs and observation. They
	// are left out, with a warning, where at least 2 % of the rows are and hardly
	// any inputs are repeated with another observation.
	KeepCopies bool
	// Restarts is the number of further starts; the best start is kept. The first of
	// them, two at most, are the next best that were compared, if OwnStart is false. The
	// others are drawn around the best: normally distributed on the scale on which learners
	// move, the logarithm of positive parameters, with the standard deviation 1.5 and inside
	// the bounds. The first two words of Src seed a generator for each. Learners with weights
	// of their own draw new ones.
	Restarts int
	// Src is the source of all randomness; nil is a fixed seed.
	Src rand.Source
	// Observe, where not nil, is called after each iteration from the goroutine that
	// called Fit, so that starts run one after another. An error from it stops the fit:
	// Fit returns the best result so far and that error. [Step].Fit gives the observer
	// the fit's limits and its end.
	Observe func(Step) error
	// Part, where not nil, has the fit run one of its starts, for package cluster. nil
	// runs all.
	Part *Part

	inside bool // a fit that does the check-up; see [Fitting.Within]
}

// Check returns an error that names an option that no learner can use, or nil.
func (s Settings) Check() error {
	switch {
	case s.MaxIter < 0:
		return fmt.Errorf("gplib: Settings.MaxIter is %d; it must not be negative", s.MaxIter)
	case s.Restarts < 0:
		return fmt.Errorf("gplib: Settings.Restarts is %d; it must not be negative", s.Restarts)
	case s.Runtime < 0:
		return fmt.Errorf("gplib: Settings.Runtime is %v; it must not be negative", s.Runtime)
	case !(s.Tol >= 0):
		return fmt.Errorf("gplib: Settings.Tol is %v; it must not be negative", s.Tol)
	}
	return nil
}

// Step is the state of a learner after one iteration.
type Step struct {
	// Iter counts from 0, the starting point. Restart is the start's number.
	Iter, Restart int
	// Value is the objective at Theta.
	Value float64
	// Theta holds the natural parameter values, in the order of
	// Model.Params. Names holds their names; it is shared by all steps.
	Theta []float64
	Names []string
	// GradNorm is the largest absolute derivative on the learner's scale.
	GradNorm float64
	// Elapsed is the wall time since Fit began.
	Elapsed time.Duration
	// Monitors holds the learner's own figures, by name, such as "primal residual".
	// Every step of one fit has the same names.
	Monitors []Monitor
	// Fit is the fit that Settings.Observe watches; it is nil in a [Trace].
	Fit *Running
}

// Monitor is a named figure that a learner reports at each step.
type Monitor struct {
	Name  string
	Value float64
	// Meaning describes the figure in a sentence; it may be empty.
	Meaning string
}

// Trace is the record of a fit: one Step an iteration. It is data, to be
// drawn by package display or written to a file.
type Trace struct {
	// Objective names Step.Value.
	Objective string
	Steps     []Step
}

// Monitor returns the values of a monitor at each step that has it, by its name in Step.Monitors. The
// error of a name that no step has lists those that there are.
func (t Trace) Monitor(name string) ([]float64, error) {
	var values []float64
	var names []string
	for _, s := range t.Steps {
		for _, m := range s.Monitors {
			if m.Name == name {
				values = append(values, m.Value)
			} else if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	if values == nil {
		return nil, fmt.Errorf("gplib: Monitor: no step has %q; the trace has %q", name, names)
	}
	return values, nil
}

// Status says why a learner stopped.
type Status int

const (
	// Converged: the stopping rule was met.
	Converged Status = iota
	// IterationLimit: MaxIter was reached, or Markov chains ended before they agreed.
	IterationLimit
	// RuntimeLimit: Runtime was reached.
	RuntimeLimit
	// Stalled: no further decrease could be found.
	Stalled
	// Cancelled: the context was cancelled; the result is the best so far.
	Cancelled
)

// String returns the status in words.
func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case IterationLimit:
		return "iteration limit"
	case RuntimeLimit:
		return "runtime limit"
	case Stalled:
		return "stalled"
	case Cancelled:
		return "cancelled"
	default:
		return fmt.Sprintf("Status(%d)", int(s))
	}
}

// Result is the outcome of a fit.
type Result struct {
	// Method names the learner, such as "L-BFGS" or "GPCV-ADMM hold-out".
	Method string
	// Name is the label of the result in tables and figures; empty is the method and
	// its objective. See [Result.Named].
	Name string
	// Model holds the learned parameters.
	Model Model
	// Posterior is the model conditioned on all the data.
	Posterior Posterior
	// Value is the objective at Model.
	Value float64
	// Trace is the record of the fit, the kept restart only.
	Trace Trace
	// Starts lists the starts that the fit considered: those that were run to their end, then
	// those that were given up, the best first.
	Starts []StartRecord
	Status Status
	// Warnings are the findings that cast doubt on the result, each with a remedy:
	// parameters at a bound, outliers, predictions no better than the mean. A healthy fit
	// has none.
	Warnings Findings
	// Notes are findings that are facts to know, such as inputs that do not matter.
	Notes Findings
	// Elapsed is the wall time of the fit.
	Elapsed time.Duration

	past *past // its steps, for At; nil where no fit made the result
}

// Predict returns the marginal distributions of f and y at x under the
// result's posterior.
func (r *Result) Predict(x cov.Inputs) (Prediction, error) { return r.Posterior.Predict(x) }

// Param returns the learned parameter of the given name; see [Model.Param].
func (r *Result) Param(name string) (cov.Param, error) { return r.Model.Param(name) }

// Monitor returns the values of a monitor at each step that has it; see [Trace.Monitor].
func (r *Result) Monitor(name string) ([]float64, error) { return r.Trace.Monitor(name) }

// String shows the outcome, a table of the learned parameters, the warnings and the
// notes.
func (r *Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v after %d iterations, %s\n", r.Label(), r.Status, r.Trace.iterations(),
		words.Duration(r.Elapsed))
	fmt.Fprintf(&b, "%s: %s\n", r.Trace.Objective, words.Number(r.Value, 6))
	if start := r.Start(); start != "" {
		fmt.Fprintf(&b, "start: %s\n", start)
	}
	fmt.Fprintln(&b)
	writeParams(&b, r.Model.Params())
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "\nwarning: %s", w)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "\nnote: %s", n)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (t Trace) iterations() int {
	if len(t.Steps) == 0 {
		return 0
	}
	return t.Steps[len(t.Steps)-1].Iter
}

func writeParams(b *strings.Builder, ps []cov.Param) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "parameter\tvalue\tbounds")
	for _, e := range paramlist.Entries(ps) {
		if e.Summary != "" {
			fmt.Fprintf(w, "%s\t%s\n", e.Name, e.Summary)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, words.Number(e.First.Value, 6), paramState(e.First))
	}
	w.Flush()
}

// paramState returns a parameter's bounds where the user has set them, or that it is
// fixed, then its prior and what it is tied to.
func paramState(p cov.Param) string {
	state := words.Interval(p.Min, p.Max, 4)
	switch {
	case p.Fixed:
		state = "fixed"
	case !p.Bounded():
		state = "by the data"
	}
	if p.Prior != nil {
		state += fmt.Sprintf(", prior %v", p.Prior)
	}
	if p.Tied != "" {
		state += ", tied to " + p.Tied
	}
	return state
}
