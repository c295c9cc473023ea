package gplib

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
)

// Bounds of what tells a good start.
const (
	screenRows = 200 // drawn at random
	screenIter = 20  // of L-BFGS from each start
	screenGain = 2   // nats by which another start must beat the model's own
)

// Screen considers, beside the parameters of the model, a start taken from the
// data ([Model.FromData]): a short descent of the negative log marginal likelihood
// of some rows from each says where the first start is. The other is the second,
// where there is one. Begin calls it for models whose start counts.
func (f *Fitting) Screen() {
	if f.Settings.OwnStart || f.Data.Len() < 2 {
		return
	}
	fromData := f.Model.FromData(f.Data)
	if reflect.DeepEqual(fromData.Theta(), f.Model.Theta()) {
		return
	}
	some := f.Data.Subset(f.drawn(screenRows))
	f.starts = []Model{f.Model, fromData}
	if own := f.descended(f.Model, some); f.descended(fromData, some) < own-screenGain {
		slices.Reverse(f.starts)
	}
}

// First is the model where the first start begins.
func (f *Fitting) First() Model {
	if f.starts == nil {
		return f.Model
	}
	return f.starts[0]
}

// descended is how low a short descent from m comes, +Inf where there is no value.
func (f *Fitting) descended(m Model, d Data) float64 {
	r, err := LBFGS{Condition: Unconditioned}.Fit(f.Ctx, m, d, f.Within(screenIter))
	if err != nil || math.IsNaN(r.Value) {
		return math.Inf(1)
	}
	return r.Value
}

// drawn are up to count of the rows, drawn at random.
func (f *Fitting) drawn(count int) []int {
	order := rand.New(rand.NewPCG(f.seed[0], f.seed[1])).Perm(f.Data.Len())
	index := order[:min(count, len(order))]
	slices.Sort(index)
	return index
}
