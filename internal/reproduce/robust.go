package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
)

// Robust counts silent failures of learners at their default settings: on small sets
// that are spoilt in one way each; on kinds of trouble that real data have, drawn several
// times; and on UCI sets that are unclean by nature, standardised and raw. The part alarms
// counts the warnings of fits to healthy data, draws of priors. The parts starts-made and
// starts-NAME compare the likelihood that a default fit reaches with that of restarts,
// scikit-learn's where Options.Python has it. Options.Sets chooses the parts and the UCI
// sets, Trials the number of draws of each kind and prior, and Methods the learners of kinds
// and alarms. When ctx is cancelled it returns the claims that are complete, and the
// context's error.
func Robust(ctx context.Context, o Options) ([]Claim, error) {
	if err := checkNames("method", o.Methods, learnerNames()); err != nil {
		return nil, err
	}
	return runParts(ctx, o, robustParts())
}

func robustParts() []part {
	parts := []part{{"cases", robustCases, withVerdict}, {"alarms", falseAlarms, onlyShown}}
	for _, k := range robustKinds {
		parts = append(parts, part{k.name, k.measure, onlyShown})
	}
	for _, s := range robustSets {
		parts = append(parts, part{s.name, s.measure, skipped})
	}
	return append(parts, startParts()...)
}

// outcome is the result of one learner in one case.
type outcome struct {
	unclean, learner string
	healthy          bool
	// smse is 1 for predicting the mean; coverage is for 95 % intervals.
	smse, coverage float64
	// half is the coverage of 50 % intervals, and reference the SMSE of a good fit to rows
	// that are not spoilt; of kinds only.
	half, reference float64
	status          gplib.Status
	warnings        gplib.Findings
	idle            int    // inputs that the fit notes as irrelevant
	failure         string // an error or a panic
}

const (
	badSMSE     = 0.5 // where the best learner of the case has less than goodSMSE
	goodSMSE    = 0.1
	badCoverage = 0.7
	badHalf     = 0.95 // above which 50 % intervals are far too wide
	badRatio    = 10   // of an SMSE above goodSMSE to the reference
)

// failed reports whether predictions are bad though there was no error. best is
// the least SMSE of the case.
func (o outcome) failed(best float64) bool {
	far := o.reference > 0 && o.smse > goodSMSE && o.smse > badRatio*o.reference
	return o.failure == "" && (far || o.smse > badSMSE && best < goodSMSE || o.coverage < badCoverage || o.half > badHalf)
}

// unwarned is a failure without a warning, and silent one whose status is that
// all is well too.
func (o outcome) unwarned(best float64) bool { return o.failed(best) && len(o.warnings) == 0 }

func (o outcome) silent(best float64) bool {
	return o.unwarned(best) && o.status == gplib.Converged
}

func robustCases(ctx context.Context, o Options) ([]Claim, error) {
	var outcomes []outcome
	for _, c := range uncleanCases {
		if o.Quick && !c.quick {
			continue
		}
		for _, l := range robustLearners {
			if o.Quick && !l.quick {
				continue
			}
			began := time.Now()
			r, err := c.measure(ctx, o, l)
			if err != nil {
				return judge(outcomes), err
			}
			outcomes = append(outcomes, r)
			o.report("%v, %.1f s", r, time.Since(began).Seconds())
		}
	}
	return judge(outcomes), nil
}

// measure is an error only where the case cannot be made or ctx ended.
func (c uncleanCase) measure(ctx context.Context, o Options, l robustLearner) (outcome, error) {
	r, train, test, err := c.data()
	if err != nil {
		return outcome{}, err
	}
	result := outcome{unclean: c.name, learner: l.name, healthy: c.healthy}
	fit, p, err := l.attempt(ctx, patience, l.model(dimension(train), r.mean), train, test.X)
	if ctx.Err() != nil {
		return outcome{}, ctx.Err()
	}
	if err != nil {
		result.failure = err.Error()
		return result, nil
	}
	result.status, result.warnings = fit.Status, fit.Warnings
	result.idle = len(fit.Notes.Of("input-irrelevant"))
	result.smse, result.coverage = judged(test.Y, p, r.spread)
	return result, nil
}

// judged returns the mean squared error over the variance of y, or over spread² if that
// is positive, and the coverage of 95 % intervals. A NaN error counts as a very large
// one.
func judged(y []float64, p gplib.Prediction, spread float64) (smse, coverage float64) {
	if spread == 0 {
		spread = stat.PopStdDev(y, nil)
	}
	lower, upper := p.IntervalY(0.95)
	for i, v := range y {
		e := (v - p.Mean[i]) / spread
		smse += e * e / float64(len(y))
		if v >= lower[i] && v <= upper[i] {
			coverage += 1 / float64(len(y))
		}
	}
	if math.IsNaN(smse) || smse > math.MaxFloat64 {
		smse = math.MaxFloat64
	}
	return smse, coverage
}

// String returns a line of progress.
func (o outcome) String() string {
	if o.failure != "" {
		return fmt.Sprintf("%s, %s: %s", o.unclean, o.learner, o.failure)
	}
	return fmt.Sprintf("%s, %s: SMSE %.3g, coverage %.2f, %v, warnings %q", o.unclean, o.learner, o.smse, o.coverage, o.status, o.warnings)
}

// judge makes the claims of the cases; without cases there are no claims.
func judge(outcomes []outcome) []Claim {
	if len(outcomes) == 0 {
		return nil
	}
	best := bestOf(outcomes)
	silent := func(o outcome) bool { return o.silent(best[o.unclean]) }
	var claims []Claim
	for _, name := range names(outcomes, func(o outcome) string { return o.learner }) {
		own := filter(outcomes, func(o outcome) bool { return o.learner == name })
		claims = append(claims, none("silent failures", fmt.Sprintf("%s, %d cases", name, len(own)), len(filter(own, silent))))
	}
	healthy, idle := 0, 0
	for _, o := range filter(outcomes, func(o outcome) bool { return o.healthy }) {
		healthy, idle = healthy+len(o.warnings), idle+o.idle
	}
	claims = append(claims,
		none("silent failures", fmt.Sprintf("all, %d cases", len(best)), len(filter(outcomes, silent))),
		none("warnings where nothing is wrong", strings.Join(names(filter(outcomes, func(o outcome) bool { return o.healthy }),
			func(o outcome) string { return o.unclean }), ", "), healthy),
		told("notes of irrelevant inputs", "the same", float64(idle)))
	claims = append(claims, blindSpots(outcomes, best)...)
	return append(claims, particulars(outcomes, best)...)
}

// blindSpots returns rows for what the count of silent failures does not see: a
// status that never is "converged", and cases on which no learner is good.
func blindSpots(outcomes []outcome, best map[string]float64) []Claim {
	var claims []Claim
	for _, name := range names(outcomes, func(o outcome) string { return o.learner }) {
		own := filter(outcomes, func(o outcome) bool { return o.learner == name })
		unwarned := filter(own, func(o outcome) bool { return o.unwarned(best[o.unclean]) })
		claims = append(claims, told("failures without a warning, of any status", fmt.Sprintf("%s, %d cases", name, len(own)), float64(len(unwarned))))
	}
	for _, name := range names(outcomes, func(o outcome) string { return o.unclean }) {
		mute := filter(outcomes, func(o outcome) bool { return o.unclean == name && o.failure == "" && len(o.warnings) == 0 })
		if least := best[name]; least >= goodSMSE && !math.IsInf(least, 1) {
			claims = append(claims, told("no learner is good: the least SMSE", fmt.Sprintf("%s; learners that do not warn: %d", name, len(mute)), least))
		}
	}
	return claims
}

// particulars returns rows for information: each failure, error and warning.
func particulars(outcomes []outcome, best map[string]float64) []Claim {
	var claims []Claim
	for _, o := range outcomes {
		data := o.unclean + ", " + o.learner
		switch {
		case o.silent(best[o.unclean]):
			claims = append(claims, told("silent failure: SMSE", data, o.smse), told("silent failure: coverage", data, o.coverage))
		case o.unwarned(best[o.unclean]):
			claims = append(claims, told(fmt.Sprintf("failure without a warning, %v: SMSE", o.status), data, o.smse),
				told(fmt.Sprintf("failure without a warning, %v: coverage", o.status), data, o.coverage))
		case o.failure != "":
			claims = append(claims, told("error: "+o.failure, data, 1))
		}
	}
	return append(claims, warningsOf(outcomes)...)
}

// warningsOf counts the warnings of each learner by code, and names their cases.
func warningsOf(outcomes []outcome) []Claim {
	type kind struct{ learner, code string }
	var kinds []kind
	cases := map[kind][]string{}
	for _, o := range outcomes {
		for _, w := range o.warnings {
			k := kind{o.learner, w.Code}
			if !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
			cases[k] = append(cases[k], o.unclean)
		}
	}
	var claims []Claim
	for _, k := range kinds {
		count := len(cases[k])
		claims = append(claims, told("warning: "+k.code, k.learner+": "+some(slices.Compact(cases[k])), float64(count)))
	}
	return claims
}

// some names the first few of them.
func some(cases []string) string {
	const few = 4
	if len(cases) <= few {
		return strings.Join(cases, "; ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(cases[:few], "; "), len(cases)-few)
}

// bestOf returns the least SMSE of each case.
func bestOf(outcomes []outcome) map[string]float64 {
	best := map[string]float64{}
	for _, o := range outcomes {
		least, known := best[o.unclean]
		switch {
		case o.failure != "" && !known:
			best[o.unclean] = math.Inf(1)
		case o.failure == "" && (!known || o.smse < least):
			best[o.unclean] = o.smse
		}
	}
	return best
}

// names returns the different names, in their order.
func names[T any](outcomes []T, of func(T) string) []string {
	var all []string
	for _, o := range outcomes {
		if !slices.Contains(all, of(o)) {
			all = append(all, of(o))
		}
	}
	return all
}

func filter(outcomes []outcome, keep func(outcome) bool) []outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return !keep(o) })
}

// none returns the claim that the count is zero.
func none(claim, data string, count int) Claim {
	return Claim{Claim: claim, Data: data, Measured: float64(count), Paper: "–", Wanted: "0", Holds: count == 0}
}

// told returns a figure for information.
func told(claim, data string, measured float64) Claim {
	return Claim{Claim: claim, Data: data, Measured: measured, Paper: "–"}
}
