package grief

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/optim"
)

const (
	// warmRows is the number of rows a function in a warm-up.
	warmRows = 4
	// warmFactor is how many times as many functions a warm-up begins with.
	warmFactor = 8
	// warmRounds caps the rounds of each of its stages.
	warmRounds = 2
)

// warmUp climbs with more functions first, and on fewer rows where there are
// many. It continues from there if that is better than the start, given all
// rows and the functions that are wanted. Steps on all rows are shown.
func (a *ascent) warmUp() error {
	some, err := a.warmProblem()
	if err != nil {
		return err
	}
	stages := a.warmFunctions(some.n < a.n)
	if len(stages) == 0 {
		return nil
	}
	curve := a.curve
	for _, functions := range stages {
		sub, err := a.stage(some, functions, curve)
		if failed := a.passes.err(); failed != nil {
			return failed
		}
		if err != nil {
			a.failed = append(a.failed, gplib.Finding{
				Code: "warm-up-failed", Found: fmt.Sprintf("the warm-up with %d functions on %d rows failed", functions, some.n), Means: err.Error(),
			})
			break
		}
		if sub.best != nil {
			some.model, curve = sub.best.model, sub.curve
		}
		if a.stopped() {
			break
		}
	}
	a.take(some, curve)
	return a.passes.err()
}

// stage climbs from the model of some with the given number of functions. Steps
// on all rows are shown.
func (a *ascent) stage(some *problem, functions int, curve optim.Curvature) (*ascent, error) {
	p := *some
	p.functions = functions
	sub := &ascent{problem: &p, passes: a.passes, curve: curve}
	if some.n == a.n {
		sub.shown = a.shown
	}
	err := sub.start(a.firstContext())
	if err == nil {
		err = sub.rounds(warmRounds)
	}
	if a.Ctx.Err() != nil {
		return sub, nil
	}
	return sub, err
}

// warmProblem returns the problem on fewer rows if there are many.
func (a *ascent) warmProblem() (*problem, error) {
	some := *a.problem
	most := a.functions
	if stages := a.warmFunctions(false); len(stages) > 0 {
		most = stages[0]
	}
	rows := warmRows * most
	if a.n < 2*rows {
		return &some, nil
	}
	index := make([]int, rows)
	for i := range index {
		index[i] = i
	}
	var err error
	some.n = rows
	some.rows, err = memoryRows(a.more.Subset(index))
	return &some, err
}

// warmFunctions returns the numbers of functions of the stages, p itself only
// where a stage has fewer rows than there are.
func (a *ascent) warmFunctions(fewer bool) []int {
	var stages []int
	for factor := warmFactor; factor > 1; factor /= 2 {
		if factor*a.functions <= mostFunctions {
			stages = append(stages, factor*a.functions)
		}
	}
	if fewer {
		stages = append(stages, a.functions)
	}
	return stages
}

// take continues from the model of a warm-up if it is better.
func (a *ascent) take(some *problem, curve optim.Curvature) {
	next, value, err := a.choose(a.firstContext(), some.model)
	if err != nil || value >= a.bestValue {
		return // the start is the result
	}
	a.best, a.bestValue, a.curve = next, value, curve
	if params := a.model.Params(); !params[len(params)-1].Fixed {
		// The noise's curvature is n/2.
		a.curve.Scale(len(free(a.model))-1, float64(a.n)/float64(some.n))
	}
}
