package reproduce

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"krigo/gplib/bo"
)

// BO measures the regrets of package bo on eight problems next to those of random search and to the runs of
// scikit-optimize and BoTorch that bo_peers.jsonl has, which bo_peers.py has made: a part for each problem. A problem
// without 20 runs of each has no verdict. The part ask is the time of a request for a point, next to BoTorch's if
// Options.Python has it.
func BO(ctx context.Context, o Options) ([]Claim, error) { return runParts(ctx, o, boParts()) }

func boParts() []part {
	var parts []part
	for _, p := range boProblems {
		parts = append(parts, part{p.name, p.measure, quickly(p.name == "branin" || p.name == "gardner", onlyShown)})
	}
	return append(parts, part{"ask", askTimes, onlyShown})
}

// boBudgets are the numbers of evaluations after which the regret is measured.
var boBudgets = []int{20, 50, 100}

// boSeeds is the number of runs.
const boSeeds = 20

// boPeers has the output of bo_peers.py: scikit-optimize 0.10.2, BoTorch 0.18.1 with PyTorch 2.15.0.
//
//go:embed bo_peers.jsonl
var boPeers string

// peerRun is a line of boPeers.
type peerRun struct {
	Problem, Method string
	Seed            int
	Regret          []*float64
}

// peerRegrets returns the regrets of a peer on a problem: one slice for each budget.
func peerRegrets(method, problem string) ([][]float64, error) {
	all := make([][]float64, len(boBudgets))
	for line := range strings.Lines(boPeers) {
		var r peerRun
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("bo_peers.jsonl: %w", err)
		}
		if r.Method != method || r.Problem != problem {
			continue
		}
		for b, v := range r.Regret {
			if v == nil {
				all[b] = append(all[b], math.Inf(1))
			} else {
				all[b] = append(all[b], *v)
			}
		}
	}
	return all, nil
}

// measure is a part of [BO].
func (p boProblem) measure(ctx context.Context, o Options) ([]Claim, error) {
	seeds, budgets := cmp.Or(o.Trials, boSeeds), boBudgets
	if o.Quick {
		seeds, budgets = cmp.Or(o.Trials, 3), boBudgets[:1]
	}
	own, random := make([][]float64, len(boBudgets)), make([][]float64, len(boBudgets))
	for seed := range seeds {
		began := time.Now()
		r, err := p.optimised(ctx, uint64(seed), budgets)
		if err != nil {
			return nil, err
		}
		for b, v := range p.searched(uint64(seed), budgets) {
			own[b], random[b] = append(own[b], r[b]), append(random[b], v)
		}
		o.report("%s, seed %d: regrets %.3g, %v", p.name, seed, r, time.Since(began).Round(time.Millisecond))
	}
	return p.claims(budgets, own, random)
}

// optimised returns the regrets of a run of package bo after some numbers of evaluations.
func (p boProblem) optimised(ctx context.Context, seed uint64, budgets []int) ([]float64, error) {
	space, err := p.space()
	if err != nil {
		return nil, err
	}
	s := &bo.Settings{Seed: seed}
	if p.constraint != nil {
		s.Constraints = 1
	}
	run, err := bo.New(space, s)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 1<<50)) // no stream of bo
	var regrets []float64
	least := math.Inf(1)
	for n := 1; n <= slices.Max(budgets); n++ {
		x, err := run.Ask(ctx)
		if err != nil {
			return nil, err
		}
		y, constraints := p.observe(x, rng)
		if err := run.Tell(x, y, constraints...); err != nil {
			return nil, err
		}
		least = min(least, p.regret(x))
		if !slices.Contains(budgets, n) {
			continue
		}
		at := least
		if p.noise > 0 {
			best, err := run.Best()
			if err != nil {
				return nil, err
			}
			at = p.regret(best.X)
		}
		regrets = append(regrets, at)
	}
	return regrets, nil
}

// searched returns the regrets of random search: of the least observation.
func (p boProblem) searched(seed uint64, budgets []int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 51))
	var regrets []float64
	least, at := math.Inf(1), math.Inf(1)
	x := make([]float64, len(p.lo))
	for n := 1; n <= slices.Max(budgets); n++ {
		for k := range x {
			x[k] = p.lo[k] + rng.Float64()*(p.hi[k]-p.lo[k])
		}
		y, _ := p.observe(x, rng)
		if r := p.regret(x); !math.IsInf(r, 1) && y < least {
			least, at = y, r
		}
		if slices.Contains(budgets, n) {
			regrets = append(regrets, at)
		}
	}
	return regrets
}

// quartiles returns the three quartiles by linear interpolation between order statistics.
func quartiles(values []float64) (lower, median, upper float64) {
	sorted := slices.Sorted(slices.Values(values))
	at := func(p float64) float64 {
		place := p * float64(len(sorted)-1)
		i := int(place)
		if f := place - float64(i); f > 0 {
			return sorted[i]*(1-f) + sorted[i+1]*f
		}
		return sorted[i]
	}
	return at(0.25), at(0.5), at(0.75)
}

// claims are the medians of the regrets. One is judged where there are boSeeds runs of bo and of each peer that can
// take the problem: it is to be at most the best median of the others plus its interquartile range.
func (p boProblem) claims(budgets []int, own, random [][]float64) ([]Claim, error) {
	var claims []Claim
	for b, n := range budgets {
		lower, median, upper := quartiles(own[b])
		c := Claim{
			Claim: fmt.Sprintf("median regret after %d evaluations", n), Measured: median,
			Data: fmt.Sprintf("%s, %d seeds, quartiles %.3g and %.3g", p.name, len(own[b]), lower, upper),
		}
		var missing []string
		if len(own[b]) < boSeeds {
			missing = append(missing, fmt.Sprintf("%d of %d seeds", len(own[b]), boSeeds))
		}
		limit, others := limitOf(random[b])
		texts := []string{"random search " + others}
		for _, peer := range p.peers() {
			regrets, err := peerRegrets(peer, p.name)
			if err != nil {
				return nil, err
			}
			runs := len(regrets[b])
			if runs < boSeeds {
				missing = append(missing, fmt.Sprintf("%d of %d runs of %s", runs, boSeeds, peer))
			}
			if runs == 0 {
				continue
			}
			most, text := limitOf(regrets[b])
			limit = lowerLimit(limit, most)
			texts = append(texts, fmt.Sprintf("%s %s of %d", peer, text, runs))
		}
		c.Paper = strings.Join(texts, ", ")
		if missing == nil {
			c.Wanted, c.Holds = fmt.Sprintf("<= %.3g", limit.most), median <= limit.most
		} else {
			c.Paper += "; not judged: " + strings.Join(missing, ", ")
		}
		claims = append(claims, c)
	}
	return claims, nil
}

// peers returns the peers that can take the problem: scikit-optimize has no constraints on outcomes.
func (p boProblem) peers() []string {
	if p.constraint != nil {
		return []string{"botorch"}
	}
	return []string{"botorch", "skopt"}
}

// limit is the median of regrets, and the most that is not worse by more than their interquartile range.
type limit struct{ median, most float64 }

func limitOf(regrets []float64) (limit, string) {
	lower, median, upper := quartiles(regrets)
	return limit{median, median + upper - lower}, fmt.Sprintf("%.3g (%.3g to %.3g)", median, lower, upper)
}

// lowerLimit returns the limit of the lower median.
func lowerLimit(a, b limit) limit {
	if b.median < a.median {
		return b
	}
	return a
}

//go:embed bo_peers.py
var boPeersProgram string

// askRows is the number of evaluations of the time of Ask.
const askRows = 100

// askTimes measures the time of Ask with 100 evaluations of Hartmann's function.
func askTimes(ctx context.Context, o Options) ([]Claim, error) {
	took, err := askTime(ctx)
	if err != nil {
		return nil, err
	}
	data := fmt.Sprintf("hartmann6, n = %d", askRows)
	claims := []Claim{{Claim: "seconds of one Ask", Data: data, Measured: took.Seconds(), Paper: "–"}}
	if o.Python == "" {
		return claims, nil
	}
	var peer struct{ Seconds float64 }
	if err := runPython(ctx, o.Python, boPeersProgram, nil, &peer, "ask"); err != nil {
		return claims, err
	}
	ratio := took.Seconds() / peer.Seconds
	return append(claims, Claim{
		Claim: "time of one Ask over BoTorch's", Data: data, Measured: ratio, Paper: fmt.Sprintf("%.3g s", peer.Seconds),
		Wanted: "<= 0.2", Holds: ratio <= 0.2,
	}), nil
}

// askTime returns the median time of five calls of Ask, each with all the learning.
func askTime(ctx context.Context) (time.Duration, error) {
	p := boProblems[1]
	space, err := p.space()
	if err != nil {
		return 0, err
	}
	var times []time.Duration
	for seed := range uint64(5) {
		run, err := bo.New(space, &bo.Settings{Seed: seed})
		if err != nil {
			return 0, err
		}
		rng := rand.New(rand.NewPCG(seed, 52))
		for range askRows {
			x := make([]float64, len(p.lo))
			for k := range x {
				x[k] = rng.Float64()
			}
			if err := run.Tell(x, p.f(x)); err != nil {
				return 0, err
			}
		}
		began := time.Now()
		if _, err := run.Ask(ctx); err != nil {
			return 0, err
		}
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	return times[2], nil
}
