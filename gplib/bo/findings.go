package bo

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
)

// Limits of findings.
const (
	farError    = 3.5  // of a left-out evaluation, in standard deviations
	mostFar     = 0.05 // of the evaluations
	mostFailed  = 0.5
	atBoundPart = 1.02
)

// Findings returns what is wrong with the model of all evaluations, whose advice may then be no better than chance:
// evaluations that do not vary, that mostly fail, that the model of the others predicts badly, and lengthscales at
// their lower bound. It fails before [Settings].Initial evaluations.
func (o *Optimiser) Findings(ctx context.Context) (gplib.Findings, error) {
	if err := contextOf("Findings", ctx); err != nil {
		return nil, err
	}
	m, err := o.modelOfAll(ctx)
	if err != nil {
		return nil, err
	}
	var found gplib.Findings
	if n := len(o.evaluations); float64(n-len(m.kept)) > mostFailed*float64(n) {
		found = append(found, gplib.Finding{
			Code: "evaluations-failed", Found: fmt.Sprintf("%d of %d evaluations failed", n-len(m.kept), n),
			Means: "the run looks for points that do not fail, and learns little of the function", Do: "narrow the space",
		})
	}
	y := m.objective.post.Data().Y
	if stat.PopVariance(y, nil) < 0.5 {
		return append(found, gplib.Finding{
			Code: "nothing-to-learn", Found: fmt.Sprintf("all %d values are %.6g", len(y), m.kept[0].Y),
			Means: "no point is better than another", Do: "look whether the function depends on its arguments, and widen the space",
		}), nil
	}
	left, err := m.objective.post.LeaveOneOut()
	if err != nil {
		return nil, err
	}
	far := 0
	for i, v := range y {
		if math.Abs(v-left.Mean[i]) > farError*math.Sqrt(left.VarY[i]) {
			far++
		}
	}
	if float64(far) > max(1, mostFar*float64(len(y))) {
		found = append(found, gplib.Finding{
			Code: "intervals-narrow", Found: fmt.Sprintf("%d of %d evaluations are more than %v standard deviations from their prediction by the others", far, len(y), farError),
			Means: "the model trusts itself too much, and the run may miss the minimum", Do: "minimise a function of the values that varies less, such as the logarithm",
		})
	}
	if short := o.short(m.objective.lengths()); short != nil {
		found = append(found, gplib.Finding{
			Code: "at-bound", Found: "lengthscales at their lower bound: " + strings.Join(short, ", "),
			Means: "to the model, values nearby say nothing of each other there, so that the search is random in these dimensions",
			Do:    "take a Log dimension, or a narrower one", Inputs: short,
		})
	}
	return found, nil
}

// short names the coordinates whose lengthscales are at their lower bound.
func (o *Optimiser) short(lengths []float64) []string {
	var names []string
	for k, name := range o.space.coordinateNames() {
		if lengths[k] < atBoundPart*leastLength {
			names = append(names, name)
		}
	}
	return names
}
