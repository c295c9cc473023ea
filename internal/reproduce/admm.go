package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/admm"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

func admmParts() []part {
	parts := []part{{"agreement", agreement, withVerdict}}
	for i, n := range []int{500, 1000, 2000} {
		minima := func(ctx context.Context, o Options) ([]Claim, error) { return holdOutMinima(ctx, o, n) }
		table := func(ctx context.Context, o Options) ([]Claim, error) { return table1(ctx, o, n) }
		parts = append(parts,
			part{fmt.Sprintf("minima-%d", n), minima, quickly(i == 0, onlyShown)},
			part{fmt.Sprintf("table1-%d", n), table, quickly(i == 0, onlyShown)})
	}
	return append(parts,
		part{"traces", traces, withVerdict}, part{"time", iterationTimes, withVerdict},
		part{"large", large, withVerdict}, part{"co2", carbonDioxide, withVerdict})
}

// ADMM measures GPCV-ADMM (Xu, Yin, Zhang, Luo and Cui 2019): how close it and its
// adjoint form come to the least exact hold-out error, in few and in many starts; Table
// 1 and the figures 2 and 3; how the time of an iteration grows, compared with maximum
// likelihood; a set of 50,000 points; and the CO₂ experiment. Options.Sets chooses
// parts: agreement; minima-N and table1-N with N = 500, 1000, 2000; traces, time,
// large, co2. When ctx is cancelled it returns the claims that are complete, and the
// context's error.
func ADMM(ctx context.Context, o Options) ([]Claim, error) {
	return runParts(ctx, o, admmParts())
}

// admmProcess is a process of the paper with the start of its code.
type admmProcess struct {
	name    string
	process dataset.Process
	start   cov.Func
	within  float64 // wanted of F over the least F, its median over sets
	agree   int     // wanted number of 20 sets on which it comes within 5 %; 0 is none
}

var admmProcesses = []admmProcess{
	{"SE", dataset.ProcessSE, cov.SE(0.9), 1.01, 18},
	{"LP", dataset.ProcessLP, cov.LocallyPeriodic(0.9, 1.5), 1.02, 16},
	{"SE+LP", dataset.ProcessSELP, cov.Sum(cov.SE(3.5), cov.LocallyPeriodic(1.5, 2.5)), 1.02, 0},
}

// model returns the process with the start, and the noise of the code, which it
// holds.
func (p admmProcess) model() gplib.Model {
	return gplib.Model{Cov: p.start, Noise: gplib.FixedGaussian(0.25)}
}

// admmLearner is a learner of a comparison, with its random restarts.
type admmLearner struct {
	name     string
	learner  gplib.Learner
	restarts int
}

// fit runs the learner from the start of the paper's code.
func (l admmLearner) fit(ctx context.Context, m gplib.Model, d gplib.Data) (*gplib.Result, error) {
	r, err := l.learner.Fit(ctx, m, d, &gplib.Settings{Restarts: l.restarts})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, fmt.Errorf("%s: %w", l.name, err)
	}
	return r, nil
}

// paperSettings returns the paper's settings for sets of n points, with fewer steps along a
// coordinate for large n, to save time: a quarter from n = 500 on, a tenth from n =
// 1000 on.
func paperSettings(n int) admm.HoldOut {
	h := admm.Paper()
	switch {
	case n >= 1000:
		h.ThetaStep = admm.Coordinate{Steps: 4}
	case n >= 500:
		h.ThetaStep = admm.Coordinate{Steps: 10}
	}
	return h
}

// directly minimises the exact hold-out error by L-BFGS, with a factorisation
// a step: the yardstick.
func directly(n, restarts int) admmLearner {
	exact := gplib.HoldOut{Loss: gplib.SquaredError, Held: odd(n)}
	return admmLearner{"direct L-BFGS", gplib.LBFGS{Objective: exact}, restarts}
}

// odd returns the positions that admm.Interleaved holds out.
func odd(n int) []int {
	var held []int
	for i := 1; i < n; i += 2 {
		held = append(held, i)
	}
	return held
}

// trials returns the number of sets drawn of each kind.
func (o Options) trials(standard int) int {
	switch {
	case o.Trials > 0:
		return o.Trials
	case o.Quick:
		return min(standard, 3)
	}
	return standard
}

// save writes a figure to the folder of figures, if it is set.
func (o Options) save(name string, f interface{ Save(path string) error }) error {
	if o.Out == "" {
		return nil
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return err
	}
	path := filepath.Join(o.Out, name)
	if err := f.Save(path); err != nil {
		return err
	}
	o.report("%s", path)
	return nil
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return stat.Quantile(0.5, stat.Empirical, v, nil)
}
