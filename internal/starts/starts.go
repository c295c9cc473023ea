// Package starts has a fit run one of its starts or chains: how package cluster gives them
// to tasks.
package starts

import (
	"context"
	"errors"
)

// One is the start that a fit is to run, and how it ended.
type One struct {
	// Number is that of the start, from 0.
	Number int
	// ScoreOnly has the fit end with [ErrRan] when the start has, without a result.
	ScoreOnly bool
	// Ended, where not nil, is how the start ended in another process. The fit has no time
	// to run it again, and makes its result from this.
	Ended *Ended

	// Fits is how many fits have taken it: more than one where a learner is made of fits.
	Fits int
	// Ran tells that there is such a start, Theta and Value where it ended (nil
	// where it cannot be finished), Score is what the best of all is lowest in, and Err why
	// the start failed, if it did.
	Ran          bool
	Theta        []float64
	Value, Score float64
	Err          error
}

// Ended is the end of a start: its parameters and its value.
type Ended struct {
	Theta []float64
	Value float64
}

// ErrRan ends a fit of which one part was wanted, and not a result.
var ErrRan = errors.New("the part of the fit has run")

type key struct{}

// With has the next fit that gets the context run one start.
func With(ctx context.Context, one *One) context.Context { return context.WithValue(ctx, key{}, one) }

// Take is the start that a fit is to run, nil for all, and the context for fits inside it.
func Take(ctx context.Context) (*One, context.Context) {
	one, _ := ctx.Value(key{}).(*One)
	if one == nil {
		return nil, ctx
	}
	one.Fits++
	return one, With(ctx, nil)
}
