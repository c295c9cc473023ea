package gplib

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krigo/gplib/metric"
)

// Fold is one part of a cross-validation; dataset.KFold and dataset.GroupKFold make
// folds.
type Fold struct{ Train, Test Data }

// Contender is a learner, a model and settings that [Compare] compares with others. The
// zero value is [LBFGS] of the marginal likelihood on [Auto]. Without Model each learner has a
// model that it takes, so that learners of different kinds can be compared.
type Contender struct {
	// Name is the contender's unique name; empty is the label of its results.
	Name string
	// Learner is nil for LBFGS{}.
	Learner Learner
	// Model is the starting point of each fit; the zero Model is [AutoFor] of the learner
	// and the training part.
	Model Model
	// Settings may be nil. Src seeds a source for each fold.
	Settings *Settings
}

// Comparison is the result of [Compare]. Show it, or ask it for [Comparison.Ranking].
type Comparison struct {
	// Names holds the contenders' names.
	Names []string
	// Outcomes has a row for each contender, a column for each fold.
	Outcomes [][]Outcome
	// ratio is n_test/n_train, of numbers of observations.
	ratio float64
	// known is the number of test observations that are copies of training
	// observations.
	known, tests int
}

// Outcome is the result of a contender on one fold.
type Outcome struct {
	// Err says why scores are missing: the fit or the prediction failed, or the
	// comparison was cancelled before ([Outcome.Cancelled]).
	Err error
	// Scores holds the scores on the test part.
	Scores metric.Scores
	// Model is the learned model.
	Model  Model
	Status Status
	// Warnings and Notes are those of the fit.
	Warnings, Notes Findings
	// Elapsed is the wall time of the fit.
	Elapsed time.Duration

	cancelled bool
	label     string
}

// Cancelled reports whether the comparison ended before this fit.
func (o Outcome) Cancelled() bool { return o.cancelled }

// Compare fits each contender to the training part of each fold and scores its
// predictions of the test part. Fits run at the same time, on all processors, unless a
// contender's Settings have Observe; the result is the same on any number of them,
// unless Settings.Runtime ends fits. The Outcome of a failed fit has its error. When
// ctx is cancelled Compare returns the results so far: fits that were not finished have
// no scores.
//
//	folds, err := dataset.KFold(data, 10, 1)
//	c, err := gplib.Compare(ctx, folds,
//		gplib.Contender{Name: "ML"},
//		gplib.Contender{Name: "LOO", Learner: gplib.LBFGS{Objective: gplib.LOO{}}})
func Compare(ctx context.Context, folds []Fold, contenders ...Contender) (*Comparison, error) {
	return CompareWith(ctx, runTrials, folds, contenders...)
}

// CompareWith does [Compare] with the fits run by run, for example on other machines:
// it returns an outcome for each trial, in their order.
func CompareWith(ctx context.Context, run func(context.Context, []Trial) ([]Outcome, error), folds []Fold, contenders ...Contender) (*Comparison, error) {
	if err := checkComparison(ctx, folds, contenders); err != nil {
		return nil, err
	}
	seeds := make([][2]uint64, len(contenders))
	for i, of := range contenders {
		if s := of.Settings; s != nil && s.Src != nil {
			seeds[i] = [2]uint64{s.Src.Uint64(), s.Src.Uint64()}
		}
	}
	var trials []Trial
	for k, f := range folds {
		for i, of := range contenders {
			trials = append(trials, Trial{Contender: of, Fold: f, Index: k, Seed: seeds[i]})
		}
	}
	outcomes, err := run(ctx, trials)
	if err != nil {
		return nil, err
	}
	if len(outcomes) != len(trials) {
		return nil, fmt.Errorf("gplib: CompareWith: run returns %d outcomes of %d trials", len(outcomes), len(trials))
	}
	c := &Comparison{Outcomes: make([][]Outcome, len(contenders))}
	for t, o := range outcomes {
		c.Outcomes[t%len(contenders)] = append(c.Outcomes[t%len(contenders)], o)
	}
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
		return errors.New("gplib: Compare: ctx is nil; pass context.Background()")
	case len(folds) == 0:
		return errors.New("gplib: Compare: there are no folds; create them with dataset.KFold")
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

// known returns the number of the test observations that are copies of training ones. It
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
