package cov

import (
	"fmt"
	"slices"
	"strings"
)

// Term is one of the terms of a covariance function that is a sum; see [Terms].
type Term struct {
	// Name is the label of the term's parameters, such as "se" or "se·periodic", with the
	// inputs on which it depends, "se(age)", if those are not all. Equal names are numbered.
	Name string
	Func Func
	// Dims holds the dimensions of the inputs on which the term depends, from 0 and in
	// increasing order; nil is all of them. [On] selects them.
	Dims []int
}

// Terms returns the terms k_t of k = Σ_t k_t, at least one: those of a [Sum], also inside of
// [Scale], [On], [Tie] and functions such as [Fix]. An [Additive] of first order is the sum of
// its parts. Products are not multiplied out. inputs are the names of the dimensions; without
// them they are x[0], x[1] and so on.
func Terms(k Func, inputs ...string) []Term {
	var terms []Term
	var labels []named
	for _, f := range termsOf(present(k, "Terms")) {
		t := Term{Func: f, Dims: dimsOf(f)}
		terms = append(terms, t)
		labels = append(labels, named{label: termLabel(f) + inputList(t.Dims, inputs)})
	}
	for i, name := range numberedLabels(labels) {
		terms[i].Name = name
	}
	return terms
}

func termsOf(k Func) []Func {
	f, ok := k.(function)
	if !ok {
		return []Func{k}
	}
	switch b := f.body.(type) {
	case sum:
		return each(b.parts, termsOf)
	case additive:
		if len(b.variance) == 1 {
			return scaledBy(b.variance[0], each(b.parts, termsOf))
		}
	case scale:
		if terms := termsOf(b.inner); len(terms) > 1 {
			return scaledBy(b.variance, terms)
		}
	case on:
		if terms := termsOf(b.base); len(terms) > 1 {
			return each(terms, func(t Func) []Func { return []Func{On(t, b.dims...)} })
		}
	case adjusted:
		if terms := termsOf(b.inner); len(terms) > 1 {
			return terms
		}
	case tied:
		if terms := termsOf(b.inner); len(terms) > 1 {
			return terms
		}
	}
	return []Func{k}
}

func each(parts []Func, of func(Func) []Func) (all []Func) {
	for _, k := range parts {
		all = append(all, of(k)...)
	}
	return all
}

func scaledBy(variance float64, terms []Func) []Func {
	return each(terms, func(t Func) []Func { return []Func{Scale(variance, t)} })
}

// innerOf returns the function of the same inputs that k changes, or nil.
func innerOf(b body) Func {
	switch b := b.(type) {
	case scale:
		return b.inner
	case adjusted:
		return b.inner
	case tied:
		return b.inner
	case power:
		return b.base
	}
	return nil
}

// partsOf returns the functions of the same inputs that are joined in b, or nil.
func partsOf(b body) []Func {
	switch b := b.(type) {
	case sum:
		return b.parts
	case product:
		return b.parts
	case additive:
		return b.parts
	}
	return nil
}

// dimsOf returns the dimensions on which k depends, nil for all.
func dimsOf(k Func) []int {
	f, ok := k.(function)
	if !ok {
		return nil
	}
	if inner := innerOf(f.body); inner != nil {
		return dimsOf(inner)
	}
	switch b := f.body.(type) {
	case constant:
		return []int{}
	case on:
		inner := dimsOf(b.base)
		if inner == nil {
			return increasing(slices.Clone(b.dims))
		}
		dims := []int{}
		for _, d := range inner {
			if d < len(b.dims) { // else Check fails
				dims = append(dims, b.dims[d])
			}
		}
		return increasing(dims)
	}
	parts := partsOf(f.body)
	if parts == nil {
		return nil
	}
	dims := []int{}
	for _, part := range parts {
		own := dimsOf(part)
		if own == nil {
			return nil
		}
		dims = append(dims, own...)
	}
	return increasing(dims)
}

// increasing returns the numbers in increasing order, each once.
func increasing(v []int) []int {
	slices.Sort(v)
	return slices.Compact(v)
}

// termLabel returns the label of k, of a product those of its factors.
func termLabel(k Func) string {
	f, ok := k.(function)
	if !ok {
		return labelOf(k)
	}
	if inner := innerOf(f.body); inner != nil {
		return termLabel(inner)
	}
	switch b := f.body.(type) {
	case on:
		return termLabel(b.base)
	case product:
		var labels []string
		for _, factor := range b.parts {
			labels = append(labels, termLabel(factor))
		}
		return strings.Join(labels, "·")
	}
	return f.label()
}

// inputList returns the names of dimensions in brackets, or nothing where they are all, or none.
func inputList(dims []int, inputs []string) string {
	if len(dims) == 0 || len(inputs) == len(dims) {
		return ""
	}
	var names []string
	for _, d := range dims {
		name := fmt.Sprintf("x[%d]", d)
		if d < len(inputs) {
			name = inputs[d]
		}
		names = append(names, name)
	}
	return "(" + strings.Join(names, ", ") + ")"
}
