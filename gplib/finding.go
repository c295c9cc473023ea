package gplib

import (
	"slices"
	"strings"
)

// Finding is something that a fit reports of its data, its model or itself: a warning, which
// casts doubt on the result, or a note, which is a fact to know. docs/warnings.md has a section
// for each code.
type Finding struct {
	// Code names the kind of finding, such as "outliers"; [FindingCodes] lists them.
	Code string
	// Found states the measurement, Means its consequence, and Do the remedy.
	// Only Found is never empty.
	Found, Means, Do string
	// Rows are the rows that it concerns, from 0, as positions in the data of the fit; nil
	// where it concerns no single rows. Of the data of a table they are
	// positions in that, not lines of its file, which Lines of a dataset.Table returns.
	Rows []int
	// Inputs and Param name the inputs, or the parameter, that it concerns.
	Inputs []string
	Param  string
}

// String returns the finding as a sentence: what was measured, what it means and what to do.
func (f Finding) String() string {
	s := f.Found
	if f.Means != "" {
		s += ": " + f.Means
	}
	if f.Do != "" {
		s += "; " + f.Do
	}
	return s
}

// Note reports whether the finding is a note: nothing is wrong. All others are warnings.
func (f Finding) Note() bool { return slices.Contains(noteCodes, f.Code) }

// Findings are findings in the order in which a fit makes them.
type Findings []Finding

// String returns the findings, one on each line.
func (f Findings) String() string {
	lines := make([]string, len(f))
	for i, one := range f {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

// Of returns the findings with a code.
func (f Findings) Of(code string) Findings {
	return slices.DeleteFunc(slices.Clone(f), func(one Finding) bool { return one.Code != code })
}

// Report adds findings to a result: to its warnings or to its notes.
func (r *Result) Report(more ...Finding) {
	for _, f := range more {
		if f.Note() {
			r.Notes = append(r.Notes, f)
		} else {
			r.Warnings = append(r.Warnings, f)
		}
	}
}

// FindingCodes returns the codes of the findings of gplib, its methods and package cluster, in
// alphabetical order.
func FindingCodes() []string {
	all := slices.Concat(warningCodes, noteCodes)
	slices.Sort(all)
	return all
}

// Codes of warnings.
var warningCodes = []string{
	"at-bound",            // a parameter ended at one
	"at-bound-noise",      // the noise variance ended at its lower one
	"baseline-better",     // a plain exact Gaussian process predicts better
	"cancelled",           // not all parts of a fit ended
	"chains-acceptance",   // MALA accepts too few or too many steps
	"chains-at-bound",     // draws are at a bound
	"chains-disagree",     // R-hat
	"chains-divergent",    // steps diverged
	"chains-short",        // effective sample size
	"chains-unjudged",     // diagnostics failed
	"copies",              // duplicate rows were dropped
	"copies-near",         // rows repeat others but for rounding
	"derivative",          // of a custom covariance function, wrong
	"ep-not-converged",    // the sweeps of expectation propagation
	"evaluations-failed",  // most of a Bayesian optimisation
	"few-observations",    // hardly more than parameters
	"first-evaluation",    // was given up
	"gradient-incomplete", // GRIEF left out a term
	"ill-conditioned",     // conjugate gradients missed their tolerance
	"input-constant",      // the same in all rows
	"intervals-narrow",    // coverage
	"classes-separable",   // a boundary separates the labels
	"classes-unseen",      // no row is of a class
	"jitter",              // was added
	"little-captured",     // of the prior variance by a basis
	"mean-missing",        // the observations are far from a mean that is not learned
	"no-better-than-mean", // predictions
	"noise-floor",         // of ADMM binds
	"noise-held",          // and a learned one is much likelier
	"noise-uneven",        // changes with the inputs or the predictions
	"not-log-concave",     // a likelihood of expectation propagation or a variational approximation
	"nothing-to-learn",    // the observations are all the same
	"outliers",            // rows far from the predictions of the others
	"priors-unused",       // by the method
	"rescaled-partly",     // ADMM's variances reached a bound
	"start-failed",        // one of several
	"starts-disagree",     // ends of nearly the same objective predict otherwise
	"stalled",             // away from a minimum
	"step-failed",         // and ended the fit
	"uncorrelated",        // inputs, by the model
	"unfinished",          // a method's budget ended before it converged
	"vi-not-converged",    // the steps of a variational approximation
	"value-far",           // a value that must be a mistake
	"warm-up-failed",      // of GRIEF
}

// Codes of notes.
var noteCodes = []string{
	"at-data-bound",    // a parameter ended at a bound that follows from the data
	"classes-rare",     // one label is rare
	"classifier",       // the observations are labels, and so is the likelihood
	"counts",           // another model than one for counts
	"exact-better",     // than a network, somewhat
	"few-rows",         // for intervals that take the parameters for known
	"idle-tasks",       // of a cluster
	"input-irrelevant", // the function hardly changes along it
	"kernels-differ",   // of machines
	"labels",           // another model than a classifier for labels
	"mean-far",         // a learned mean is far from the observations
	"not-learned",      // a parameter that the method holds
	"period-long",      // than the range of the inputs
	"posterior-later",  // it is computed at the first prediction
	"random-features",  // replace the covariance function
}
