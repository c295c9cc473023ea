package inducing

import (
	"context"
	"fmt"

	"krigo/gplib"
)

// SubsetOfData is the learner that ignores all but some of the data: exact
// regression on Size points of them, O(Size³) an iteration. Steps are those of
// [gplib.LBFGS] and the settings mean what they mean there; the posterior is a
// [*gplib.Exact] given the chosen data.
type SubsetOfData struct {
	// Size is the number of data kept; 0 is 100, or all where there are fewer.
	Size int
	// Selector chooses them; nil is [Random].
	Selector Selector
}

// Fit learns the hyper-parameters of m from a part of d; see
// [gplib.Learner].
func (l SubsetOfData) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &subsetOfData{l, gplib.LBFGS{}.Method()}, m, d, s)
}

// subsetOfData is L-BFGS on a part of the data.
type subsetOfData struct {
	SubsetOfData
	gplib.Method
}

func (l *subsetOfData) Begin(f *gplib.Fitting) error {
	if l.Selector == nil {
		l.Selector = Random{}
	}
	n := f.Data.Len()
	size, err := sizeFor(l.Size, n)
	if err != nil {
		return err
	}
	chosen, err := choose(f, f.RNG, l.Selector, f.Model, size, false)
	if err != nil {
		return err
	}
	f.Data = f.Data.Subset(chosen.Index)
	err = l.Method.Begin(f)
	f.Name = fmt.Sprintf("subset of %d of %d data, %s", len(chosen.Index), n, l.Selector.Name())
	return err
}

func (l *subsetOfData) Run(s *gplib.Start) (*gplib.End, error) {
	end, err := l.Method.Run(s)
	if end != nil {
		end.Name = ""
	}
	return end, err
}
