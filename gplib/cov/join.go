package cov

import (
	"fmt"
	"slices"
)

// Join returns the points of m, then those of more: a matrix of the same dimension, standardised
// alike, and of the same names where both have some, or functionals, for which the points of m
// become values of f, without names; they must not be standardised then.
func (m *Matrix) Join(more Inputs) (Inputs, error) {
	if l, ok := more.(*FunctionalInputs); ok {
		own, err := functionalsOf(m)
		if err != nil {
			return nil, err
		}
		return own.Join(l)
	}
	o, ok := more.(*Matrix)
	if !ok || o == nil {
		return nil, fmt.Errorf("cov: a matrix cannot be joined with %T", more)
	}
	if o.d != m.d {
		return nil, fmt.Errorf("cov: points of dimension %d cannot be joined with points of dimension %d", m.d, o.d)
	}
	if m.Names() != nil && o.Names() != nil && !slices.Equal(m.Names(), o.Names()) {
		return nil, fmt.Errorf("cov: points of %s cannot be joined with points of %s", listed(m.Names()), listed(o.Names()))
	}
	if !m.sameScale(o) {
		return nil, fmt.Errorf("cov: points that are %s cannot be joined with points that are %s", m.scaleText(), o.scaleText())
	}
	all := newMatrix(m.n+o.n, m.d)
	if all.space = m.space; m.space.names == nil {
		all.space = o.space
	}
	for k := range m.d {
		copy(all.col(k)[copy(all.col(k), m.col(k)):], o.col(k))
	}
	return all, nil
}

// Join returns s, then more, which are Strings too.
func (s Strings) Join(more Inputs) (Inputs, error) {
	o, ok := more.(Strings)
	if !ok {
		return nil, fmt.Errorf("cov: Strings cannot be joined with %T", more)
	}
	return append(append(Strings(nil), s...), o...), nil
}

// Join returns c, then more, which are Categories too.
func (c Categories) Join(more Inputs) (Inputs, error) {
	o, ok := more.(Categories)
	if !ok {
		return nil, fmt.Errorf("cov: Categories cannot be joined with %T", more)
	}
	return append(append(Categories(nil), c...), o...), nil
}
