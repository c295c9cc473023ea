package cov

import (
	"fmt"
	"sync/atomic"
)

// Indexed are inputs that remember their positions in a common set, made by [Index]:
// the values that [Memo] keeps for the set serve all its subsets.
type Indexed struct {
	all   *common
	index []int
}

// common is a set of inputs that is known by its address.
type common struct {
	x      Inputs
	finite atomic.Bool // CheckFinite found nothing
}

// Index returns all of x as Indexed inputs; take parts of it by Subset. To predict at
// other points too, index them joined with the data.
func Index(x Inputs) *Indexed {
	ix := &Indexed{all: &common{x: x}, index: make([]int, x.Len())}
	for i := range ix.index {
		ix.index[i] = i
	}
	return ix
}

// Len returns the number of points.
func (ix *Indexed) Len() int { return len(ix.index) }

// Subset returns the points at the given positions, in that order.
func (ix *Indexed) Subset(index []int) Inputs {
	s := &Indexed{all: ix.all, index: make([]int, len(index))}
	for j, i := range index {
		s.index[j] = ix.index[i]
	}
	return s
}

// Inputs returns the points as they were before they were indexed.
func (ix *Indexed) Inputs() Inputs { return ix.all.x.Subset(ix.index) }

// CheckFinite calls that of the common set, if any. A finite set is not checked again:
// inputs do not change, and learners check theirs at each step.
func (ix *Indexed) CheckFinite() error {
	f, ok := ix.all.x.(interface{ CheckFinite() error })
	if !ok || ix.all.finite.Load() {
		return nil
	}
	err := f.CheckFinite()
	ix.all.finite.Store(err == nil)
	return err
}

// String says the size.
func (ix *Indexed) String() string {
	return fmt.Sprintf("%d of %d indexed points", len(ix.index), ix.all.x.Len())
}
