package gplib

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"krigo/gplib/internal/form"
	"krigo/gplib/metric"
	"krigo/gplib/parallel"
)

// Trial is one fit of a comparison.
type Trial struct {
	Contender Contender
	Fold      Fold
	// Index is the index of the fold. With Seed it seeds a source where the contender's
	// Settings have one.
	Index int
	Seed  [2]uint64
}

// runTrials runs trials at the same time, unless one has Observe.
func runTrials(ctx context.Context, trials []Trial) ([]Outcome, error) {
	together := true
	for _, t := range trials {
		together = together && (t.Contender.Settings == nil || t.Contender.Settings.Observe == nil)
	}
	outcomes := make([]Outcome, len(trials))
	parallel.Each(len(trials), together, func(i int) { outcomes[i] = trials[i].Run(ctx) })
	return outcomes, nil
}

// Run fits the contender to the training part of the fold and scores it on the test
// part. The outcome holds any error, also a panic of the learner.
func (t Trial) Run(ctx context.Context) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o.Err = fmt.Errorf("gplib: Compare: the learner panics: %v", p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return Outcome{Err: err, Status: Cancelled, cancelled: true}
	}
	r, err := t.fit(ctx)
	if r != nil {
		o = Outcome{Model: r.Model, Status: r.Status, Warnings: r.Warnings, Notes: r.Notes, Elapsed: r.Elapsed, label: r.Label()}
	}
	switch {
	case ctx.Err() != nil:
		o.Err, o.Status, o.cancelled = ctx.Err(), Cancelled, true
		return o
	case err != nil:
		o.Err = err
		return o
	case r == nil || r.Posterior == nil:
		o.Err = errors.New("gplib: Compare: the fit has no posterior")
		return o
	}
	p, err := r.Posterior.Predict(t.Fold.Test.X)
	if err == nil {
		o.Scores, err = p.Score(t.Fold.Test.Y)
	}
	o.Err = err
	return o
}

func (t Trial) fit(ctx context.Context) (*Result, error) {
	c := t.Contender
	learner, m, s := c.Learner, c.Model, Settings{}
	if learner == nil {
		learner = LBFGS{}
	}
	if c.Settings != nil {
		s = *c.Settings
	}
	if s.Src != nil {
		s.Src = rand.NewPCG(t.Seed[0]+uint64(t.Index), t.Seed[1])
	}
	if m.Mean == nil && m.Cov == nil && m.Noise == nil && m.Lik == nil {
		var err error
		if m, err = AutoFor(learner, t.Fold.Train); err != nil {
			return nil, err
		}
	}
	return learner.Fit(ctx, m, t.Fold.Train, &s)
}

// outcomeVersion is the version of the form that outcomes are written in.
const outcomeVersion = 2

// savedOutcome is the written form of an outcome without its scores.
type savedOutcome struct {
	Err       string        `json:"err,omitempty"`
	Model     *Model        `json:"model,omitempty"`
	Status    Status        `json:"status"`
	Said      []string      `json:"warnings,omitempty"` // the warnings of version 1
	Warnings  Findings      `json:"findings,omitempty"`
	Notes     Findings      `json:"notes,omitempty"`
	Elapsed   time.Duration `json:"elapsed"`
	Cancelled bool          `json:"cancelled,omitempty"`
	Label     string        `json:"label"`
}

// MarshalBinary returns the outcome's binary form. It fails for models that cannot be
// described (see [Model.MarshalJSON]). Of Err the text is kept.
func (o Outcome) MarshalBinary() ([]byte, error) {
	s := savedOutcome{Status: o.Status, Warnings: o.Warnings, Notes: o.Notes, Elapsed: o.Elapsed, Cancelled: o.cancelled, Label: o.label}
	if o.Err != nil {
		s.Err = o.Err.Error()
	}
	if o.Model.Cov != nil {
		s.Model = &o.Model
	}
	f := form.New(o, outcomeVersion)
	f.JSON("outcome", s)
	f.Floats("scores", []float64{
		o.Scores.RMSE, o.Scores.MAE, o.Scores.SMSE, o.Scores.NLPD, o.Scores.CRPS, o.Scores.Coverage50, o.Scores.Coverage95,
	})
	return f.Seal()
}

// UnmarshalBinary replaces o by the outcome of a binary form. Where it fails o is
// unchanged.
func (o *Outcome) UnmarshalBinary(b []byte) error {
	return form.Restore(o, b, outcomeVersion, func(r *form.Reader) (*Outcome, error) {
		var s savedOutcome
		r.JSON("outcome", &s)
		v := r.Vector("scores", 7)
		if r.Err() != nil {
			return nil, r.Err()
		}
		next := &Outcome{Status: s.Status, Warnings: s.Warnings, Notes: s.Notes, Elapsed: s.Elapsed, cancelled: s.Cancelled, label: s.Label}
		next.Scores = metric.Scores{RMSE: v[0], MAE: v[1], SMSE: v[2], NLPD: v[3], CRPS: v[4], Coverage50: v[5], Coverage95: v[6]}
		for _, w := range s.Said {
			next.Warnings = append(next.Warnings, Finding{Found: w})
		}
		if s.Err != "" {
			next.Err = errors.New(s.Err)
		}
		if s.Model != nil {
			next.Model = *s.Model
		}
		return next, nil
	})
}

// dataVersion is the version of the form that data are written in.
const dataVersion = 1

// MarshalBinary returns the binary form of data. It fails for inputs other than
// numbers, strings and categories.
func (d Data) MarshalBinary() ([]byte, error) {
	f := form.New(d, dataVersion)
	f.Data(form.Data(d))
	return f.Seal()
}

// UnmarshalBinary replaces d by the data of a binary form. Where it fails d is
// unchanged.
func (d *Data) UnmarshalBinary(b []byte) error {
	return form.Restore(d, b, dataVersion, func(r *form.Reader) (*Data, error) {
		next := Data(r.Data())
		if r.Err() != nil {
			return nil, r.Err()
		}
		return &next, next.Check()
	})
}
