package reproduce

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Published minimisers (Surjanovic and Bingham's library of test functions), and that of Gardner et al. (2014), which
// is on the edge of its constraint.
func TestMinimaOfTheProblemsAreThoseStated(t *testing.T) {
	minimisers := map[string][]float64{
		"branin": {math.Pi, 2.275}, "hartmann6": {0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573},
		"ackley5": filled(0, 5), "levy10": filled(1, 10),
	}
	for _, p := range boProblems {
		if at, ok := minimisers[p.name]; ok && math.Abs(p.regret(at)) > 1e-6 {
			t.Errorf("%s has the regret %v at its minimiser", p.name, p.regret(at))
		}
		for n, r := range p.searched(1, boBudgets) {
			if r < 0 {
				t.Errorf("%s: random search has the regret %v after %d evaluations", p.name, r, boBudgets[n])
			}
		}
	}
}

// On a fine grid nothing feasible is below the minimum, and something comes near it.
func TestMinimumOfTheConstrainedProblem(t *testing.T) {
	p := boProblems[slices.IndexFunc(boProblems, func(p boProblem) bool { return p.name == "gardner" })]
	least := math.Inf(1)
	for i := range 1201 {
		for j := range 1201 {
			least = min(least, p.regret([]float64{float64(i) / 200, float64(j) / 200}))
		}
	}
	if least < 0 || least > 0.01 {
		t.Errorf("the least regret on the grid is %v", least)
	}
}

func TestQuartilesInterpolate(t *testing.T) {
	lower, median, upper := quartiles([]float64{4, 1, 3, 2})
	if lower != 1.75 || median != 2.5 || upper != 3.25 {
		t.Errorf("quartiles %v, %v, %v", lower, median, upper)
	}
	if _, _, upper = quartiles([]float64{1, math.Inf(1), 2}); !math.IsInf(upper, 1) {
		t.Errorf("the upper quartile is %v", upper)
	}
}

// Stored runs have regrets after all numbers of evaluations.
func TestStoredRunsOfPeersAreComplete(t *testing.T) {
	for _, p := range boProblems {
		for _, peer := range []string{"skopt", "botorch"} {
			r, err := peerRegrets(peer, p.name)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(r[0]); n != len(r[1]) || n != len(r[2]) {
				t.Errorf("%s has %d, %d and %d regrets of %s", peer, n, len(r[1]), len(r[2]), p.name)
			}
		}
	}
}

func TestAProblemWithoutRunsOfPeersIsNotJudged(t *testing.T) {
	claims, err := boProblem{name: "none"}.claims([]int{20}, [][]float64{{1, 2, 3}}, [][]float64{{0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if c := claims[0]; c.Measured != 2 || c.Wanted != "" || c.Holds || !strings.Contains(c.Paper, "not judged: 3 of 20 seeds, 0 of 20 runs of botorch") {
		t.Errorf("the claim is %+v", c)
	}
}

func TestLimitsAreThoseOfTheBest(t *testing.T) {
	a, _ := limitOf([]float64{0, 1, 2})
	b, _ := limitOf([]float64{1, 2, 9})
	if a.most != 2 || lowerLimit(a, b) != a || lowerLimit(b, a) != a {
		t.Errorf("limits %v and %v", a, b)
	}
}
