package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/display"
	"krigo/gplib"
	"krigo/gplib/cholqr"
	"krigo/gplib/cov"
	"krigo/gplib/dataset/fetch"
	"krigo/gplib/inducing"
)

// snelsonSize is the number of inducing points of Fig. 4, snelsonZ of
// information pivots.
const snelsonSize, snelsonZ = 10, 5

// snelson is Fig. 4: from ten neighbours near x = 1.5, on all 200 points and
// on every tenth.
func snelson(ctx context.Context, o Options) ([]Claim, error) {
	all, err := readSnelson(o)
	if err != nil {
		return nil, err
	}
	var claims []Claim
	for _, c := range []struct {
		every int
		wants float64
		paper string
	}{{1, 58.2, "–"}, {10, 15.3, "–"}} {
		more, err := fromClump(ctx, o, everyOf(all, c.every), c.wants)
		claims = append(claims, more...)
		if err != nil {
			return claims, err
		}
	}
	more, err := pseudoInputs(ctx, o, everyOf(all, 10))
	return append(claims, more...), err
}

// readSnelson reads the training points of Snelson and Ghahramani (2006).
func readSnelson(o Options) (gplib.Data, error) {
	folder, err := fetch.FolderOr(o.Data)
	if err != nil {
		return gplib.Data{}, err
	}
	folder = filepath.Join(folder, "snelson")
	x, errX := readNumbers(filepath.Join(folder, "train_inputs"))
	y, errY := readNumbers(filepath.Join(folder, "train_outputs"))
	if err := errors.Join(errX, errY); errors.Is(err, fs.ErrNotExist) {
		return gplib.Data{}, fmt.Errorf("krigo does not fetch Snelson's points: put train_inputs and train_outputs of the authors' SPGP code into %s (%w)", folder, err)
	} else if err != nil {
		return gplib.Data{}, err
	}
	return gplib.NewData(cov.Line(x), y)
}

// readNumbers reads the numbers of a file, separated by white space.
func readNumbers(path string) ([]float64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var numbers []float64
	for _, word := range strings.Fields(string(text)) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		numbers = append(numbers, v)
	}
	return numbers, nil
}

// everyOf returns every step-th observation.
func everyOf(d gplib.Data, step int) gplib.Data {
	var index []int
	for i := 0; i < d.Len(); i += step {
		index = append(index, i)
	}
	return d.Subset(index)
}

// authorsStart returns a start like that of the authors' code: the variance of y, a
// quarter of it for the noise, and the lengthscale 1.
func authorsStart(d gplib.Data) gplib.Model {
	variance := stat.Variance(d.Y, nil)
	return gplib.Model{Cov: cov.Scale(variance, cov.SE(1)), Noise: gplib.Gaussian(variance / 4)}
}

// clump returns the m points nearest to x = 1.5.
func clump(d gplib.Data, m int) inducing.Given {
	x := d.X.(*cov.Matrix).Column(0)
	order := make([]int, len(x))
	for i := range x {
		x[i] = math.Abs(x[i] - 1.5)
	}
	floats.Argsort(x, order)
	return inducing.Given(order[:m])
}

// fromClump fits both objectives from the clump with each seed.
func fromClump(ctx context.Context, o Options, d gplib.Data, wants float64) ([]Claim, error) {
	seeds := o.trials(20)
	data := fmt.Sprintf("Snelson, n = %d, m = %d, %d seeds", d.Len(), snelsonSize, seeds)
	var claims []Claim
	var shown []*gplib.Result
	for _, objective := range []cholqr.Objective{cholqr.VAR, cholqr.MLE} {
		learner := cholqr.Hybrid{M: snelsonSize, Z: snelsonZ, Objective: objective, Start: clump(d, snelsonSize)}
		results, err := bySeed(ctx, learner, d, seeds)
		if err != nil {
			return claims, err
		}
		values := valuesOf(results)
		o.report("%s, %v: %.5g to %.5g, median %.5g", data, objective, floats.Min(values), floats.Max(values), median(values))
		claims = append(claims, clumpClaims(objective, data, values, wants, seeds)...)
		shown = append(shown, results[0])
	}
	name := fmt.Sprintf("cholqr-fig4-n%d.png", d.Len())
	return claims, o.save(name, display.Fit(shown...).Title(fmt.Sprintf("From a clump, n = %d", d.Len())))
}

func bySeed(ctx context.Context, l gplib.Learner, d gplib.Data, seeds int) ([]*gplib.Result, error) {
	results := make([]*gplib.Result, seeds)
	for seed := range results {
		r, err := l.Fit(ctx, authorsStart(d), d, &gplib.Settings{Src: rand.NewPCG(uint64(seed), 1)})
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		results[seed] = r
	}
	return results, nil
}

func valuesOf(results []*gplib.Result) []float64 {
	values := make([]float64, len(results))
	for i, r := range results {
		values[i] = r.Value
	}
	return values
}

// clumpClaims count the seeds of VAR that arrive, nine of ten wanted, and show
// the spread of MLE.
func clumpClaims(o cholqr.Objective, data string, values []float64, wants float64, seeds int) []Claim {
	if o == cholqr.MLE {
		least, most := slices.Min(values), slices.Max(values)
		return []Claim{{
			Claim: fmt.Sprintf("Fig. 4: MLE from the clump, median (%.4g to %.4g)", least, most), Data: data,
			Measured: median(values), SD: spread(values), Paper: "–",
		}}
	}
	arrived := 0
	for _, v := range values {
		if v <= wants {
			arrived++
		}
	}
	least := (9*seeds + 9) / 10
	return []Claim{{
		Claim: fmt.Sprintf("Fig. 4: seeds of VAR from the clump that end at most at %g", wants), Data: data,
		Measured: float64(arrived), Paper: "–", Wanted: fmt.Sprintf(">= %d", least), Holds: arrived >= least,
	}, {
		Claim: "Fig. 4: VAR from the clump, median", Data: data,
		Measured: median(values), SD: spread(values), Paper: "–",
		Wanted: fmt.Sprintf("<= %g", wants), Holds: median(values) <= wants,
	}}
}

// pseudoInputs is SPGP from points spread evenly and from the clump: the
// paper's figures are of these.
func pseudoInputs(ctx context.Context, o Options, d gplib.Data) ([]Claim, error) {
	x := d.X.(*cov.Matrix).Column(0)
	starts := []struct {
		name, paper string
		points      *cov.Matrix
		lo, hi      float64
	}{
		{"spread evenly", "11.34", cov.Grid(slices.Min(x), slices.Max(x), snelsonSize), 9.5, 11.4},
		{"the clump", "14.54", d.X.Subset(clump(d, snelsonSize)).(*cov.Matrix), 13, 15},
	}
	var claims []Claim
	var shown []*gplib.Result
	for _, s := range starts {
		learner := inducing.Continuous{Start: s.points, Approximation: inducing.FITC}
		r, err := learner.Fit(ctx, authorsStart(d), d, nil)
		if err != nil {
			return claims, err
		}
		shown = append(shown, r)
		o.report("SPGP from %s: %.5g", s.name, r.Value)
		claims = append(claims, Claim{
			Claim: "Fig. 4: SPGP from " + s.name, Data: fmt.Sprintf("Snelson, n = %d, m = %d", d.Len(), snelsonSize),
			Measured: r.Value, Paper: s.paper, Wanted: fmt.Sprintf("%g to %g", s.lo, s.hi), Holds: r.Value >= s.lo && r.Value <= s.hi,
		})
	}
	figure := display.Fit(shown...).Names("SPGP, spread evenly", "SPGP, clump")
	return claims, o.save("cholqr-fig4-spgp.png", figure)
}
