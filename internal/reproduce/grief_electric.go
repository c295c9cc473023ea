package reproduce

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/grief"
	"krigo/gplib/linalg"
	"krigo/gplib/metric"
)

const (
	// electricRows is the size of the electric set.
	electricRows = 2049280
	electricSeed = 1
	// electricFunctions is p.
	electricFunctions = 1000
)

// griefElectric runs GRIEF-I on generated rows of the shape of the electric
// set: one pass, then 10,000 samples whose cost does not depend on n.
func griefElectric(ctx context.Context, o Options) ([]Claim, error) {
	sizes, functions := []int{20_000, 200_000, electricRows}, electricFunctions
	if o.Quick {
		sizes, functions = []int{5_000, 20_000}, 200
	}
	var claims []Claim
	var runs []electricRun
	for _, n := range sizes {
		run, err := runElectric(ctx, n, functions, griefSteps(o))
		if err != nil {
			return claims, err
		}
		o.report("electric, n = %d: %.1f s in all, %.3g µs a sample, RMSE %.3f, %.0f MiB", n, run.total.Seconds(),
			1e6*run.sample, run.rmse, run.memory)
		runs = append(runs, run)
	}
	last := runs[len(runs)-1]
	data := fmt.Sprintf("generated, n = %d, d = 11, p = %d, seed %d", last.n, functions, electricSeed)
	claims = append(claims,
		atMost(Claim{Claim: "GRIEF-I, 4 chains of 10,000 samples: seconds in all", Data: data, Measured: last.total.Seconds(),
			Paper: "1505 (24 cores)"}, 600),
		atMost(Claim{Claim: "GRIEF-I: RMSE on 20,000 other rows (the noise is 0.1)", Data: data, Measured: last.rmse, Paper: "–"}, 0.25),
		atMost(Claim{Claim: "cost of a sample at the largest n over that at the smallest", Data: data,
			Measured: last.sample / runs[0].sample, Paper: "1"}, 1.3))
	if last.memory > 0 {
		claims = append(claims, atMost(Claim{Claim: "resident memory at its peak, MiB", Data: data, Measured: last.memory, Paper: "–"}, 2048))
	}
	rate, err := sumsRate(ctx, electricFunctions)
	if err != nil {
		return claims, err
	}
	share := Claim{Claim: "rate of the sums pass over that of Dsyrk in the same run", Data: fmt.Sprintf("d = 11, p = %d", electricFunctions),
		Measured: rate, Paper: "–", Wanted: ">= 0.6"}
	share.Holds = rate >= 0.6
	return append(claims, share), nil
}

func atMost(c Claim, limit float64) Claim {
	c.Wanted, c.Holds = fmt.Sprintf("<= %g", limit), c.Measured <= limit
	return c
}

// electricRun is the cost of one size.
type electricRun struct {
	n      int
	total  time.Duration
	sample float64 // seconds
	rmse   float64 // in the unit of y
	memory float64 // MiB at the peak, 0 where it is not known
}

func runElectric(ctx context.Context, n, functions, steps int) (electricRun, error) {
	run := electricRun{n: n}
	began := time.Now()
	raw, err := dataset.ElectricLike(n, electricSeed)
	if err != nil {
		return run, err
	}
	rows, scaling, err := dataset.StandardiseRows(raw)
	if err != nil {
		return run, err
	}
	fit, err := grief.TypeI{Functions: functions, Steps: steps}.FitRows(ctx, standardModel(11), rows, nil)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return run, err
	}
	run.total = time.Since(began)
	first, last := fit.Trace.Steps[0], fit.Trace.Steps[len(fit.Trace.Steps)-1]
	run.sample = (last.Elapsed - first.Elapsed).Seconds() / float64(4*steps)
	run.memory = peakMemory()
	run.rmse, err = electricError(fit, scaling)
	return run, err
}

// electricError returns the error on rows of another seed.
func electricError(fit *gplib.Result, s *dataset.Scaling) (float64, error) {
	const n = 20_000
	fresh, err := dataset.ElectricLike(n, electricSeed+1)
	if err != nil {
		return 0, err
	}
	x, y := mat.NewDense(n, fresh.Dim(), nil), make([]float64, n)
	if _, err := fresh.Read(x, y); err != nil {
		return 0, err
	}
	at, err := s.Inputs(cov.Points(x))
	if err != nil {
		return 0, err
	}
	p, err := fit.Predict(at)
	if err != nil {
		return 0, err
	}
	if p, err = s.Invert(p); err != nil {
		return 0, err
	}
	return metric.RMSE(y, p.Mean)
}

// sumsRate returns the rate of the pass over rows, counting the rank-k product's operations
// only, over the rate of the product alone.
func sumsRate(ctx context.Context, functions int) (float64, error) {
	const block, blocks = 2048, 16
	rows, err := dataset.ElectricLike(block*blocks, electricSeed)
	if err != nil {
		return 0, err
	}
	grid, err := grief.GridOf(rows, grief.DefaultPoints, 0)
	if err != nil {
		return 0, err
	}
	basis, err := grief.NewBasis(cov.SE(1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5), grid, functions)
	if err != nil {
		return 0, err
	}
	phi, a := mat.NewDense(functions, block, nil), mat.NewDense(functions, functions, nil)
	phi.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i + 3*j)) }, phi)
	pass, product := math.Inf(1), math.Inf(1)
	for range 3 {
		began := time.Now()
		if _, err := grief.Accumulate(ctx, basis, rows); err != nil {
			return 0, err
		}
		pass = math.Min(pass, time.Since(began).Seconds())
		began = time.Now()
		for range blocks {
			linalg.AddGram(a, phi)
		}
		product = math.Min(product, time.Since(began).Seconds())
	}
	return product / pass, nil
}

// peakMemory returns the largest resident memory of the process so far in MiB, 0 if the
// system does not report it.
func peakMemory() float64 {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			var kib float64
			if _, err := fmt.Sscan(rest, &kib); err == nil {
				return kib / 1024
			}
		}
	}
	return 0
}
