package admm

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// foldsOf returns the hold-out problems of a partition, for dense errors.
func foldsOf(t testing.TB, m gplib.Model, d gplib.Data, p Folds) folds {
	t.Helper()
	return begun(t, problem{parts: p.partition()}, m, d).folds
}

// denseTotal returns Σ_k F_k by explicit matrices.
func denseTotal(t testing.TB, fs folds, phi []float64) float64 {
	return fs.sum(func(l *lagrangian) float64 { return denseError(t, l, phi) })
}

// downhill returns the first minimum of the dense error that one meets from phi
// towards smaller values. (Others may lie beyond.)
func downhill(t testing.TB, fs folds, phi float64) float64 {
	lowest := denseTotal(t, fs, []float64{phi})
	for {
		phi -= 0.01
		next := denseTotal(t, fs, []float64{phi})
		if next >= lowest {
			return lowest
		}
		lowest = next
	}
}

func TestConsensusFindsTheJointMinimumOfSE(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, k := range []int{2, 5} {
		d := seData(t, 1)
		fs := foldsOf(t, seModel(), d, AlternatingFolds(k))
		lowest := downhill(t, fs, math.Log(0.9))
		for name, learner := range map[string]gplib.Learner{
			"consensus": KFold{Folds: AlternatingFolds(k), Each: HoldOut{NoPolish: true, Rho: 0.5}},
			"adjoint":   Adjoint{Folds: AlternatingFolds(k)},
		} {
			r := mustFit(t, learner, seModel(), d, nil)
			if r.Value > 1.005*lowest {
				t.Errorf("%s, K = %d: F %.6g, the joint minimum is %.6g", name, k, r.Value, lowest)
			}
			phi := fs[0].phiOf(r.Model.Theta())
			if f := denseTotal(t, fs, phi); relative(f, r.Value) > 1e-5 {
				t.Errorf("%s, K = %d: F %.8g, by explicit matrices %.8g", name, k, r.Value, f)
			}
		}
	}
}

func TestPolishedConsensusIsAsGoodAsItsKindOnLPAndSums(t *testing.T) {
	sum := gplib.Model{
		Cov:   cov.Sum(cov.SE(3.5), cov.LocallyPeriodic(1.5, 2.5)),
		Noise: gplib.FixedGaussian(0.25),
	}
	for name, c := range map[string]struct {
		truth cov.Func
		m     gplib.Model
	}{
		"LP":    {cov.LocallyPeriodic(0.5, 1), lpModel()},
		"SE+LP": {cov.Sum(cov.SE(3), cov.LocallyPeriodic(1, 2)), sum},
	} {
		d := draw(t, c.truth, grid(100), 0.25, 1)
		p := ContiguousFolds(4)
		consensus := mustFit(t, KFold{Folds: p}, c.m, d, nil)
		naive := mustFit(t, KFold{Folds: p, Scheme: Naive}, c.m, d, nil)
		joint := mustFit(t, Adjoint{Folds: p}, c.m, d, nil)
		if consensus.Value > 1.02*joint.Value || consensus.Value > naive.Value*1.0001 {
			t.Errorf("%s: F %.5g by consensus, %.5g naively, %.5g jointly", name, consensus.Value, naive.Value, joint.Value)
		}
	}
}

// teamOf returns a team at its start.
func teamOf(t *testing.T, m gplib.Model, d gplib.Data, k KFold) *team {
	t.Helper()
	k, err := k.resolved(d.Len())
	if err != nil {
		t.Fatal(err)
	}
	return k.newTeam(begun(t, problem{parts: k.Folds.partition(), copies: 2}, m, d))
}

func consensusOf(team *team) *consensus {
	c := team.newConsensus(nil, team.space.phiOf(team.space.start))
	c.f0 = team.at(c.w).error
	c.tau = 2 * c.f0 / float64(len(team.own))
	return c
}

func TestDualVariablesOfTheFoldsAddToZero(t *testing.T) {
	c := consensusOf(teamOf(t, lpModel(), seData(t, 1), KFold{Folds: AlternatingFolds(3)}))
	for range 6 {
		c.round()
		for j := range c.w {
			var sum, size float64
			for _, u := range c.u {
				sum += u[j]
				size = math.Max(size, math.Abs(u[j]))
			}
			if size == 0 || math.Abs(sum) > 1e-12 {
				t.Fatalf("Σu is %g, the largest %g", sum, size)
			}
		}
	}
}

func TestIdenticalFoldsNeedNoDualVariable(t *testing.T) {
	team := teamOf(t, lpModel(), seData(t, 1), KFold{Folds: AlternatingFolds(2)})
	team.layout[1] = team.layout[0]
	team.folds, team.own = team.newFolds(), team.newFolds()
	c := consensusOf(team)
	for range 5 {
		c.round()
	}
	for _, u := range c.u {
		if floats.Norm(u, 2) != 0 {
			t.Errorf("u is %v", u)
		}
	}
	if reflect.DeepEqual(c.w, team.space.phiOf(team.space.start)) {
		t.Error("nothing moved")
	}
}

func TestDualVariablesAreTheFoldsGradients(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := seData(t, 1)
	c := consensusOf(teamOf(t, seModel(), d, KFold{Folds: AlternatingFolds(3)}))
	for range 150 {
		c.round()
	}
	for k, l := range foldsOf(t, seModel(), d, AlternatingFolds(3)) {
		f := func(phi []float64) float64 { return denseError(t, l, phi) }
		want := -centralDifference(f, c.w, 0, 1e-4)
		if got := c.tau * c.u[k][0]; math.Abs(got-want) > 0.02*c.f0/3 {
			t.Errorf("fold %d: τu is %g, −∂F_k/∂φ is %g", k, got, want)
		}
	}
}

func TestNaiveIsTheMeanOfTheFoldsOwnMinima(t *testing.T) {
	d := seData(t, 1)
	var mean float64
	for k := range 2 {
		folds, _ := AlternatingFolds(2)(d.Len(), nil)
		own := mustFit(t, HoldOut{Split: indices(folds[k]...)}, seModel(), d, nil)
		mean += own.Model.Theta()[0] / 2
	}
	r := mustFit(t, KFold{Folds: AlternatingFolds(2), Scheme: Naive}, seModel(), d, nil)
	if got := r.Model.Theta()[0]; relative(got, mean) > 1e-3 {
		t.Errorf("lengthscale %g, the mean of the folds' own is %g", got, mean)
	}
}

func TestKFoldGivesTheSameOnAnyNumberOfProcessors(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(90), 0.25, 1)
	fit := func(procs int, scheme Scheme) *gplib.Result {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		return mustFit(t, KFold{Folds: RandomFolds(4), Scheme: scheme}, lpModel(), d,
			&gplib.Settings{MaxIter: 8, Restarts: 1, Src: rand.NewPCG(3, 3)})
	}
	for _, scheme := range []Scheme{Consensus, Naive} {
		a, b := fit(1, scheme), fit(4, scheme)
		if !reflect.DeepEqual(a.Model.Theta(), b.Model.Theta()) || a.Value != b.Value {
			t.Errorf("scheme %d: %v on one processor, %v on four", scheme, a.Model.Theta(), b.Model.Theta())
		}
	}
}

func TestLeaveOneOutIsKFoldWithOnePointEach(t *testing.T) {
	d := draw(t, cov.SE(0.5), grid(30), 0.25, 1)
	r := mustFit(t, KFold{Folds: ContiguousFolds(30)}, seModel(), d, nil)
	loo := gplib.LOO{Loss: gplib.SquaredError}
	want, err := loo.Eval(r.Model, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if relative(r.Value, want) > 1e-5 {
		t.Errorf("F is %.8g, the leave-one-out error %.8g", r.Value, want)
	}
}

func TestKFoldStepsHaveTheSameMonitors(t *testing.T) {
	for _, scheme := range []Scheme{Consensus, Naive} {
		r := mustFit(t, KFold{Scheme: scheme}, seModel(), seData(t, 1), nil)
		if r.Status != gplib.Converged {
			t.Errorf("scheme %d: status %v", scheme, r.Status)
		}
		for i, s := range r.Trace.Steps {
			for j, m := range s.Monitors {
				if m.Name != r.Trace.Steps[0].Monitors[j].Name || math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
					t.Fatalf("scheme %d, step %d: %+v", scheme, i, m)
				}
			}
		}
	}
}

func TestCancellingKFoldReturnsWhatItHas(t *testing.T) {
	for _, scheme := range []Scheme{Consensus, Naive} {
		cancelled, cancel := context.WithCancel(ctx)
		r, err := KFold{Scheme: scheme}.Fit(cancelled, lpModel(), seData(t, 1), &gplib.Settings{
			Observe: func(s gplib.Step) error {
				if s.Iter == 2 {
					cancel()
				}
				return nil
			},
		})
		if err != nil || r.Status != gplib.Cancelled || len(r.Trace.Steps) != 3 {
			t.Errorf("scheme %d: %v, %+v", scheme, err, r)
		}
	}
}

// interrupting cancels a fit in the middle of a product.
type interrupting struct {
	cov.Func
	after  *int
	cancel context.CancelFunc
}

func (c interrupting) With(theta []float64) cov.Func {
	return interrupting{c.Func.With(theta), c.after, c.cancel}
}

func (c interrupting) MulVec(dst []float64, dgrad [][]float64, a, b cov.Inputs, v []float64) {
	if *c.after--; *c.after == 0 {
		c.cancel()
	}
	c.Func.MulVec(dst, dgrad, a, b, v)
}

func TestAnErrorThatAnInterruptCutShortIsNotTrusted(t *testing.T) {
	d := seData(t, 1)
	for _, after := range []int{3, 30, 60, 61, 62, 63, 64, 65, 100} {
		cancelled, cancel := context.WithCancel(ctx)
		m := gplib.Model{Cov: interrupting{cov.SE(0.9), &after, cancel}, Noise: gplib.FixedGaussian(0.25)}
		r, err := HoldOut{Storage: MatrixFree, Precondition: -1}.Fit(cancelled, m, d, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := lagrangianOf(t, seModel(), d, problem{})
		told := strings.Contains(r.Warnings.String(), "rough")
		if f := denseError(t, l, l.phiOf(r.Model.Theta())); relative(f, r.Value) > 1e-4 && !told {
			t.Errorf("F is %.6g, the result says %.6g", f, r.Value)
		}
		if started := len(r.Trace.Steps) > 1; started && told {
			t.Errorf("a value after %d steps is called rough", len(r.Trace.Steps))
		}
	}
}

func TestFoldsAreAPartition(t *testing.T) {
	for name, c := range map[string]struct {
		folds Folds
		want  [][]int
	}{
		"contiguous":  {ContiguousFolds(3), [][]int{{0, 1, 2}, {3, 4}, {5, 6}}},
		"alternating": {AlternatingFolds(2), [][]int{{0, 2, 4, 6}, {1, 3, 5}}},
	} {
		if got, err := c.folds(7, nil); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	parts, err := RandomFolds(3).partition()(7, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, p := range parts {
		for _, i := range p.valid {
			seen[i]++
		}
		if len(p.train)+len(p.valid) != 7 {
			t.Errorf("T %v, V %v", p.train, p.valid)
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d of 7 points are in a fold", len(seen))
	}
}

func TestBadKFoldOptionsAreErrors(t *testing.T) {
	d := seData(t, 1)
	list := func(folds ...[]int) Folds {
		return func(int, *rand.Rand) ([][]int, error) { return folds, nil }
	}
	for want, k := range map[string]KFold{
		"k is 1":           {Folds: ContiguousFolds(1)},
		"k is 201":         {Folds: RandomFolds(201)},
		"k is 0":           {Folds: AlternatingFolds(0)},
		"no folds":         {Folds: list()},
		"position 2 twice": {Folds: list([]int{1, 2}, []int{2})},
		"fold 1":           {Folds: list([]int{1}, nil)},
		"the position -1":  {Folds: list([]int{-1})},
		"Penalty":          {Penalty: -1},
		"Scheme is 7":      {Scheme: 7},
		"Rho is -1":        {Each: HoldOut{Rho: -1}},
		"none is left":     {Folds: list(allOf(200))},
		"position 3 twice": {Folds: list([]int{3, 3})},
	} {
		if _, err := k.Fit(ctx, seModel(), d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
	if _, err := (KFold{}).Fit(ctx, seModel(), gplib.Data{X: cov.Line([]float64{1}), Y: []float64{1}}, nil); err == nil {
		t.Error("one point made folds")
	}
}

func allOf(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
