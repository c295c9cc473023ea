package bo

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/internal/words"
)

// Evaluation is a point with what was observed there.
type Evaluation struct {
	X []float64 `json:"x"`
	// Y is the observed value, and Constraints those of the outcome constraints; both are unset where the evaluation
	// failed.
	Y           float64   `json:"y"`
	Constraints []float64 `json:"constraints,omitempty"`
	Failed      bool      `json:"failed,omitempty"`
}

// Feasible reports whether the evaluation succeeded and all its observed constraints are at most 0.
func (e Evaluation) Feasible() bool {
	return !e.Failed && !slices.ContainsFunc(e.Constraints, func(c float64) bool { return c > 0 })
}

// violation is the sum of the constraints above 0.
func (e Evaluation) violation() float64 {
	sum := 0.0
	for _, c := range e.Constraints {
		sum += max(c, 0)
	}
	return sum
}

func (e Evaluation) clone() Evaluation {
	e.X, e.Constraints = slices.Clone(e.X), slices.Clone(e.Constraints)
	return e
}

// worth is the value of a feasible evaluation, NaN of another.
func (e Evaluation) worth() float64 {
	if !e.Feasible() {
		return math.NaN()
	}
	return e.Y
}

// Best is the recommended evaluation of a run.
type Best struct {
	Evaluation
	// Row is its number, from 0 in the order of the calls of Tell.
	Row int
	// Mean and SD are those of the function there by the model; they are Y and 0 if there is no noise, and before
	// the model chooses points.
	Mean, SD float64
}

// String says what was observed, where, and what the model says there. [Space.Text] of X names the dimensions.
func (b Best) String() string {
	at := make([]string, len(b.X))
	for k, v := range b.X {
		at[k] = words.Number(v, 6)
	}
	y := "y = " + words.Number(b.Y, 6)
	switch {
	case b.Failed:
		y = "failed"
	case !b.Feasible():
		y += ", not feasible,"
	}
	s := fmt.Sprintf("%s at x = [%s], evaluation %d", y, strings.Join(at, " "), b.Row)
	if b.SD > 0 {
		s += fmt.Sprintf("; by the model f has the mean %s and the sd %s", words.Number(b.Mean, 4), words.Number(b.SD, 3))
	}
	return s
}
