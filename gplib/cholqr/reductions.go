package cholqr

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/inducing"
)

// Reduction is the fall of the objective, in nats, when a point joins the
// inducing points.
type Reduction struct {
	// Point is its position among the data.
	Point int
	// Estimate is by information pivots, in O(z) time; Exact takes O(nm).
	Estimate, Exact float64
}

// Reductions compares estimate and exact value for every point that may join
// the inducing points index, which may be empty (Figure 1 of the paper): under
// the model as it is, with h's objective and rule for information pivots, and
// its jitter relative to the mean prior variance as in [Hybrid.Fit]. It takes
// O(n²m) time. When ctx is cancelled it returns the results so far and ctx's
// error.
func (h Hybrid) Reductions(ctx context.Context, m gplib.Model, d gplib.Data, index []int, s *gplib.Settings) ([]Reduction, error) {
	h.M, h.Start = max(1, len(index)), inducing.Given(index)
	method := &hybrid{Hybrid: h}
	start, err := gplib.FirstStart(ctx, method, m, d, s)
	if err != nil {
		return nil, err
	}
	w := &walk{Start: start, learner: method.Hybrid, model: m, informer: newInformer(h.Pivots, method.Z, d.Len(), start.RNG)}
	if len(index) > 0 {
		if w.first, err = w.choose(); err != nil {
			return nil, err
		}
	}
	if err := w.begin(); err != nil {
		return nil, err
	}
	w.informer.prepare(w.factors)
	reductions, err := w.factors.reductions(ctx)
	if err != nil {
		return reductions, fmt.Errorf("cholqr: reductions: %w", err)
	}
	return reductions, nil
}

// reductions estimates first: the exact gain uses the scorer's scratch.
func (f *factors) reductions(ctx context.Context) ([]Reduction, error) {
	var all []Reduction
	s := f.scorer()
	for j := range f.y {
		if f.eligible(j) {
			all = append(all, Reduction{Point: j, Estimate: s.score(j)})
		}
	}
	for lo := 0; lo < len(all); lo += reductionsAtOnce {
		if err := ctx.Err(); err != nil {
			return all[:lo], err
		}
		some := all[lo:min(lo+reductionsAtOnce, len(all))]
		points := make([]int, len(some))
		for i, r := range some {
			points[i] = r.Point
		}
		for i, gain := range f.evaluate(points) {
			some[i].Exact = gain
		}
	}
	return all, nil
}

// reductionsAtOnce is how many points are evaluated together.
const reductionsAtOnce = 64
