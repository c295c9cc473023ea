package statespace

import (
	"fmt"
	"slices"
)

// The functions of this file compute with sums of terms. They fail before they make a state of more than mostStates
// numbers: it only grows when its terms are added to others or multiplied.

// mostStates bounds the state: each row takes time proportional to its square.
const mostStates = 256

// countless is the size from which larger ones are not told apart, to be far from an overflow.
const countless = 1 << 30

// size returns the numbers of the term's state.
func (t term) size() int {
	n := 1
	for _, m := range t.motions {
		n = min(n*m.size(), countless)
	}
	for _, f := range t.features {
		n = min(n*min(f.size(), countless), countless)
	}
	return n
}

// sizeOf returns the numbers of the state of terms.
func sizeOf(terms []term) (n int) {
	for _, t := range terms {
		n = min(n+t.size(), countless)
	}
	return n
}

// bounded returns an error if terms have more than mostStates numbers.
func bounded(terms []term) error { return boundedSize(sizeOf(terms)) }

func boundedSize(n int) error {
	if n > mostStates {
		return fmt.Errorf("statespace: the state has at least %d numbers, and at most %d are allowed; a longer lengthscale of cov.Periodic needs fewer, "+
			"and so do products of fewer functions", n, mostStates)
	}
	return nil
}

// boundedFactors returns an error if a product has more than mostStates factors, which a state of few numbers can.
func boundedFactors(n int) error {
	if n > mostStates {
		return fmt.Errorf("statespace: a product or power in the covariance function has %d factors, and at most %d are allowed", n, mostStates)
	}
	return nil
}

// factors returns the number of factors of the longest term.
func factors(terms []term) (most int) {
	for _, t := range terms {
		most = max(most, len(t.scales)+len(t.motions)+len(t.features))
	}
	return most
}

// times returns the product of two terms.
func (t term) times(o term) term {
	return term{
		t.weight * o.weight,
		append(slices.Clone(t.scales), o.scales...),
		append(slices.Clone(t.motions), o.motions...),
		append(slices.Clone(t.features), o.features...),
	}
}

func plus(a, b []term) ([]term, error) {
	all := append(slices.Clone(a), b...)
	return all, bounded(all)
}

// times multiplies two sums out.
func times(a, b []term) (all []term, err error) {
	if err := boundedSize(min(sizeOf(a)*sizeOf(b), countless)); err != nil {
		return nil, err
	}
	if err := boundedFactors(factors(a) + factors(b)); err != nil {
		return nil, err
	}
	for _, p := range a {
		for _, q := range b {
			all = append(all, p.times(q))
		}
	}
	return all, nil
}

// raised returns f to a power n >= 1.
func (f expansion) raised(n int) (expansion, error) {
	if err := boundedFactors(n); err != nil {
		return expansion{}, err
	}
	if err := boundedFactors(n * factors(f.terms)); err != nil {
		return expansion{}, err
	}
	if err := boundedSize(sizeOfPower(f.terms, n)); err != nil {
		return expansion{}, err
	}
	f.terms = power(f.terms, n)
	return f, nil
}

// sizeOfPower returns the numbers of power(terms, n): the sum over all products of n of the terms, in any order, of
// the products of their sizes.
func sizeOfPower(terms []term, n int) int {
	sizes := make([]int, n+1) // by the number of factors
	sizes[0] = 1
	for _, t := range terms {
		for j := 1; j <= n; j++ {
			sizes[j] = min(sizes[j]+t.size()*sizes[j-1], countless)
		}
	}
	return sizes[n]
}

// power returns (Σ_i t_i)ⁿ = Σ n!/Π_i a_i! Π_i t_i^a_i over the exponents a of sum n, with each product once.
func power(terms []term, n int) (all []term) {
	first := term{weight: 1}
	if len(terms) == 1 {
		for range n {
			first = first.times(terms[0])
		}
		return []term{first}
	}
	choices := 1.0 // n over j
	for j := range n + 1 {
		for _, rest := range power(terms[1:], n-j) {
			product := first.times(rest)
			product.weight *= choices
			all = append(all, product)
		}
		choices = choices * float64(n-j) / float64(j+1)
		first = first.times(terms[0])
	}
	return all
}
