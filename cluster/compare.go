package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
)

// kindTrial is the kind of one fit of a comparison.
const kindTrial = "compare.trial"

func init() { register(kindTrial, runTrial) }

// Compare is [gplib.Compare] whose fits are tasks of an engine, with files below dir: the same
// comparison, except for times. If ctx is cancelled, it contains the fits that have ended.
// Contenders go to the tasks as data; functions, models of cells and Settings.Observe are refused
// by name.
//
//	c, err := cluster.Compare(ctx, cluster.Slurm{Partition: "cpu", Tasks: 50}, "/scratch/me/folds", folds, contenders...)
func Compare(ctx context.Context, engine Engine, dir string, folds []gplib.Fold, contenders ...gplib.Contender) (*gplib.Comparison, error) {
	return gplib.CompareWith(ctx, func(ctx context.Context, trials []gplib.Trial) ([]gplib.Outcome, error) {
		spec, err := trialsSpec(folds, contenders, trials)
		if err != nil {
			return nil, fmt.Errorf("cluster: Compare: %w", err)
		}
		outcomes, ended := make([]gplib.Outcome, len(trials)), make([]bool, len(trials))
		job := Job{Kind: kindTrial, Spec: spec, Tasks: len(trials)}
		err = runInAnyOrder(ctx, engine, dir, job, func(k int, out []byte) error {
			ended[k] = true
			return outcomes[k].UnmarshalBinary(out)
		})
		if ctx.Err() == nil {
			return outcomes, err
		}
		for k, t := range trials {
			if !ended[k] {
				outcomes[k] = t.Run(ctx) // which reports that it was cancelled
			}
		}
		return outcomes, nil
	}, folds, contenders...)
}

// sentTrials are all fits of a comparison, as sent to tasks.
type sentTrials struct {
	Folds      [][2][]byte // training and test parts
	Contenders []sentContender
	Trials     []sentTrial
}

// sentContender is a contender without its name, which no fit depends on.
type sentContender struct {
	sentLearner
	Model  *gplib.Model `json:",omitempty"` // nil is the zero Model
	Seeded bool         // whether Settings have a source
}

// sentTrial is one fit, as sent to its task.
type sentTrial struct {
	Contender, Fold int
	Seed            [2]uint64
}

func trialsSpec(folds []gplib.Fold, contenders []gplib.Contender, trials []gplib.Trial) ([]byte, error) {
	var all sentTrials
	for _, f := range folds {
		train, err := f.Train.MarshalBinary()
		test, err2 := f.Test.MarshalBinary()
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		all.Folds = append(all.Folds, [2][]byte{train, test})
	}
	for i, c := range contenders {
		s, err := sendContender(c)
		if err != nil {
			return nil, fmt.Errorf("contender %d %s: %w", i+1, c.Name, err)
		}
		all.Contenders = append(all.Contenders, s)
	}
	for t, trial := range trials {
		all.Trials = append(all.Trials, sentTrial{t % len(contenders), trial.Index, trial.Seed})
	}
	return json.Marshal(all)
}

func sendContender(c gplib.Contender) (s sentContender, err error) {
	settings := settingsOf(c.Settings)
	if s.sentLearner, err = sendLearner(c.Learner, settings); err != nil {
		return s, err
	}
	s.Seeded = settings.Src != nil
	if c.Model.Mean != nil || c.Model.Cov != nil || c.Model.Noise != nil || c.Model.Lik != nil {
		s.Model = &c.Model
		_, err = c.Model.MarshalJSON()
	}
	return s, err
}

func (s sentContender) read() (c gplib.Contender, err error) {
	learner, settings, err := s.sentLearner.read()
	if s.Seeded {
		settings.Src = rand.NewPCG(0, 0) // Trial.Run makes one of the seed
	}
	c = gplib.Contender{Learner: learner, Settings: &settings}
	if s.Model != nil {
		c.Model = *s.Model
	}
	return c, err
}

// runTrial runs one fit.
func runTrial(ctx context.Context, t Task) ([]byte, error) {
	var all sentTrials
	if err := json.Unmarshal(t.Spec, &all); err != nil {
		return nil, err
	}
	at := all.Trials[t.Index]
	contender, err := all.Contenders[at.Contender].read()
	if err != nil {
		return nil, err
	}
	trial := gplib.Trial{Contender: contender, Index: at.Fold, Seed: at.Seed}
	err = errors.Join(trial.Fold.Train.UnmarshalBinary(all.Folds[at.Fold][0]), trial.Fold.Test.UnmarshalBinary(all.Folds[at.Fold][1]))
	if err != nil {
		return nil, err
	}
	outcome := trial.Run(ctx)
	if outcome.Cancelled() {
		return nil, ctx.Err()
	}
	return outcome.MarshalBinary()
}
