package kronecker

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
)

// blocksOf returns the dimensions that k depends on, of inputs of dim dimensions, in blocks: k is a product of
// functions of one block each. Blocks and their dimensions are ascending.
func blocksOf(k cov.Func, dim int) ([][]int, error) {
	spec, err := cov.Describe(k)
	if err != nil {
		return nil, fmt.Errorf("kronecker: the factors of %v are not known: %w", k, err)
	}
	dims := make([]int, dim)
	for i := range dims {
		dims[i] = i
	}
	var p partition
	if err := p.addProduct(spec, dims); err != nil {
		return nil, err
	}
	for _, block := range p {
		slices.Sort(block)
	}
	slices.SortFunc(p, slices.Compare)
	return p, nil
}

// partition has disjoint sets of dimensions.
type partition [][]int

// addProduct adds the dimensions of the function that s describes, whose inputs are dims of the data.
func (p *partition) addProduct(s cov.Spec, dims []int) error {
	switch s.Kind {
	case "adjusted", "Tie", "Scale", "Power", "Product", "On":
		below, err := dimsBelow(s, dims)
		if err != nil {
			return err
		}
		for _, part := range s.Parts {
			if err := p.addProduct(part, below); err != nil {
				return err
			}
		}
		return nil
	case "SE", "PeriodicARD": // products over their dimensions
		for _, d := range dims {
			p.join([]int{d})
		}
		return nil
	}
	together, err := dependsOn(s, dims)
	if err != nil {
		return err
	}
	p.join(together)
	return nil
}

// dependsOn returns the dimensions on which the function that s describes may depend.
func dependsOn(s cov.Spec, dims []int) (all []int, err error) {
	switch s.Kind {
	case "Constant", "Offset":
		return nil, nil
	case "adjusted", "Tie", "Scale", "Power", "Product", "Sum", "On":
		below, err := dimsBelow(s, dims)
		if err != nil {
			return nil, err
		}
		for _, part := range s.Parts {
			more, err := dependsOn(part, below)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
		return all, nil
	}
	return dims, nil
}

// dimsBelow returns the dimensions of the data that the parts of s take.
func dimsBelow(s cov.Spec, dims []int) ([]int, error) {
	if s.Kind != "On" {
		return dims, nil
	}
	picked := make([]int, len(s.Whole))
	for i, d := range s.Whole {
		if d >= len(dims) {
			return nil, fmt.Errorf("kronecker: On selects dimension %d, the inputs have %d, from 0", d, len(dims))
		}
		picked[i] = dims[d]
	}
	return picked, nil
}

// join makes one set of dims and of all sets that have one of them.
func (p *partition) join(dims []int) {
	if len(dims) == 0 {
		return
	}
	joined := slices.Clone(dims)
	var others partition
	for _, set := range *p {
		if slices.ContainsFunc(set, func(d int) bool { return slices.Contains(dims, d) }) {
			joined = append(joined, set...)
		} else {
			others = append(others, set)
		}
	}
	slices.Sort(joined)
	*p = append(others, slices.Compact(joined))
}
