package gplib

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"krigo/gplib/metric"
	"krigo/gplib/parallel"
)

// Fold is one part of a cross-validation; dataset.KFold and dataset.GroupKFold make
// some.
type Fold struct{ Train, Test Data }

// Contender is what [Compare] compares. The zero value is [LBFGS] of the marginal
// likelihood on [Auto].
type Contender struct {
	// Name is what the contender is called, apart from all others; empty is the label
	// of its results.
	Name string
	// Learner is nil for LBFGS{}.
	Learner Learner
	// Model is where each fit begins; the zero Model is that of Auto on the training
	// part.
	Model Model
	// Settings may be nil. Src seeds a source for each fold.
	Settings *Settings
}

// Comparison is what [Compare] finds. Show it, or ask it for [Comparison.Standings].
type Comparison struct {
	// Names are those of the contenders.
	Names []string
	// Outcomes has a row for each contender, a column for each fold.
	Outcomes [][]Outcome
	// ratio is the number of test observations beside that of training observations.
	ratio float64
	// known is how many of the tests observations are copies of training observations.
	known, tests int
}

// Outcome is what became of a contender on one fold.
type Outcome struct {
	// Err tells why there are no scores: the fit or the prediction failed, or the
	// comparison was cancelled before ([Outcome.Cancelled]).
	Err error
	// Scores are those of the test part.
	Scores metric.Scores
	// Model is what was learned.
	Model    Model
	Status   Status
	Warnings []string
	// Elapsed is the wall time of the fit.
	Elapsed time.Duration

	cancelled bool
	label     string
}

// Cancelled tells that the comparison ended before this fit had.
func (o Outcome) Cancelled() bool { return o.cancelled }

// Compare fits each contender to the training part of each fold and scores its
// predictions of the test part. Fits run at the same time, on all processors, unless
// a contender's Settings have Observe; the result is the same on any number of them,
// but where Settings.Runtime ends fits. A fit that fails is told in its Outcome.
// When ctx is cancelled Compare returns what is there: fits that were not finished
// have no scores.
//
//	folds, err := dataset.KFold(data, 10, 1)
//	c, err := gplib.Compare(ctx, folds,
//		gplib.Contender{Name: "ML"},
//		gplib.Contender{Name: "LOO", Learner: gplib.LBFGS{Objective: gplib.LOO{}}})
func Compare(ctx context.Context, folds []Fold, contenders ...Contender) (*Comparison, error) {
	if err := checkComparison(ctx, folds, contenders); err != nil {
		return nil, err
	}
	c := &Comparison{Outcomes: make([][]Outcome, len(contenders))}
	seeds, together := make([][2]uint64, len(contenders)), true
	for i, of := range contenders {
		c.Outcomes[i] = make([]Outcome, len(folds))
		if s := of.Settings; s != nil && s.Src != nil {
			seeds[i] = [2]uint64{s.Src.Uint64(), s.Src.Uint64()}
		}
		if s := of.Settings; s != nil && s.Observe != nil {
			together = false
		}
	}
	parallel.Each(len(folds)*len(contenders), together, func(task int) {
		k, i := task/len(contenders), task%len(contenders)
		c.Outcomes[i][k] = contenders[i].on(ctx, folds[k], k, seeds[i])
	})
	c.name(contenders)
	train := 0
	for _, f := range folds {
		c.tests, train = c.tests+f.Test.Len(), train+f.Train.Len()
		c.known += f.known()
	}
	c.ratio = float64(c.tests) / float64(train)
	return c, nil
}

func checkComparison(ctx context.Context, folds []Fold, contenders []Contender) error {
	switch {
	case ctx == nil:
		return errors.New("gplib: Compare: ctx is nil; context.Background() is one")
	case len(folds) == 0:
		return errors.New("gplib: Compare: there are no folds; dataset.KFold makes some")
	case len(contenders) == 0:
		return errors.New("gplib: Compare: there are no contenders")
	}
	for k, f := range folds {
		if err := errors.Join(f.Train.Check(), f.Test.Check()); err != nil {
			return fmt.Errorf("gplib: Compare: fold %d: %w", k, err)
		}
	}
	var names []string
	for i, of := range contenders {
		if of.Name != "" && slices.Contains(names, of.Name) {
			return fmt.Errorf("gplib: Compare: two contenders are named %q", of.Name)
		}
		names = append(names, of.Name)
		if of.Settings != nil {
			if err := of.Settings.Check(); err != nil {
				return fmt.Errorf("gplib: Compare: contender %d: %w", i, err)
			}
		}
	}
	return nil
}

// name names the contenders that have no name by the first label of their results.
func (c *Comparison) name(contenders []Contender) {
	names := make([]string, len(contenders))
	for i, of := range contenders {
		if names[i] = of.Name; names[i] != "" {
			continue
		}
		for _, o := range c.Outcomes[i] {
			if names[i] == "" {
				names[i] = o.label
			}
		}
		if names[i] == "" {
			names[i] = fmt.Sprintf("contender %d", i+1)
		}
	}
	c.Names = unique(names)
}

// on fits the contender to fold k and scores it. A panic of its learner is an error.
func (c Contender) on(ctx context.Context, f Fold, k int, seed [2]uint64) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o.Err = fmt.Errorf("gplib: Compare: the learner panics: %v", p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return Outcome{Err: err, Status: Cancelled, cancelled: true}
	}
	r, err := c.fit(ctx, f.Train, k, seed)
	if r != nil {
		o = Outcome{Model: r.Model, Status: r.Status, Warnings: r.Warnings, Elapsed: r.Elapsed, label: r.Label()}
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
	p, err := r.Posterior.Predict(f.Test.X)
	if err == nil {
		o.Scores, err = metric.All(f.Test.Y, p.Mean, p.VarY)
	}
	o.Err = err
	return o
}

func (c Contender) fit(ctx context.Context, train Data, k int, seed [2]uint64) (*Result, error) {
	learner, m, s := c.Learner, c.Model, Settings{}
	if learner == nil {
		learner = LBFGS{}
	}
	if c.Settings != nil {
		s = *c.Settings
	}
	if s.Src != nil {
		s.Src = rand.NewPCG(seed[0]+uint64(k), seed[1])
	}
	if m.Mean == nil && m.Cov == nil && m.Noise == nil {
		auto, err := Auto(train)
		if err != nil {
			return nil, err
		}
		m = auto
	}
	return learner.Fit(ctx, m, train, &s)
}

// known is the number of the test observations that are copies of training ones. It
// is 0 where inputs cannot be joined.
func (f Fold) known() int {
	all, err := f.Train.Join(f.Test)
	if err != nil {
		return 0
	}
	copies := 0
	for _, site := range all.Sites() {
		learned := map[float64]bool{}
		for _, i := range site { // in order: those of the training part come first
			switch {
			case i < f.Train.Len():
				learned[all.Y[i]] = true
			case learned[all.Y[i]]:
				copies++
			}
		}
	}
	return copies
}
