package statespace

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
)

// term is a product of covariance functions of one input and a constant weight, a summand of a covariance function.
type term struct {
	weight   float64
	scales   []scaleOf
	motions  []motionOf
	features []featuresOf
}

// scaleOf is a variance by which a term is multiplied, with the position of its parameter.
type scaleOf struct {
	value float64
	param int
}

// motionOf is a factor whose state moves, with the positions of its parameters.
type motionOf struct {
	motion
	params []int
}

// featuresOf is a factor Σ_k φ_k(t) φ_k(t'), with the positions of its parameters.
type featuresOf struct {
	features
	params []int
}

// expansion is a covariance function as a sum of terms. params is the number of its parameters, and
// column the input that it depends on, -1 for none.
type expansion struct {
	terms  []term
	params int
	column int
}

// expansionOf returns the expansion of k on inputs of dim dimensions. It fails where k has none, with the name of
// the function that is at fault.
func expansionOf(k cov.Func, dim int) (expansion, error) {
	spec, err := cov.Describe(k)
	if err != nil {
		return expansion{}, fmt.Errorf("statespace: no state-space form is known of %v: %w", k, err)
	}
	dims := make([]int, dim)
	for i := range dims {
		dims[i] = i
	}
	f, err := read(spec, dims)
	if err == nil {
		err = bounded(f.terms)
	}
	return f, err
}

// read returns the expansion of the function that s describes, whose inputs are dims of the data.
func read(s cov.Spec, dims []int) (expansion, error) {
	switch s.Kind {
	case "adjusted":
		return read(s.Parts[0], dims)
	case "On":
		picked := make([]int, len(s.Whole))
		for i, d := range s.Whole {
			if d >= len(dims) {
				return expansion{}, fmt.Errorf("statespace: On selects dimension %d, the inputs have %d, from 0", d, len(dims))
			}
			picked[i] = dims[d]
		}
		return read(s.Parts[0], picked)
	case "Sum", "Product", "Power", "Tie", "Scale":
		return readCompound(s, dims)
	}
	return readLeaf(s, dims)
}

func readCompound(s cov.Spec, dims []int) (expansion, error) {
	parts := make([]expansion, len(s.Parts))
	for i, part := range s.Parts {
		var err error
		if parts[i], err = read(part, dims); err != nil {
			return expansion{}, err
		}
	}
	switch s.Kind {
	case "Tie":
		return parts[0].tied(s.Whole), nil
	case "Scale":
		return joined([]expansion{constant(s.Theta[0]), parts[0]}, times)
	case "Power":
		return parts[0].raised(s.Whole[0])
	case "Product":
		return joined(parts, times)
	}
	return joined(parts, plus)
}

// joined joins forms one after another, and their parameters as cov.Sum and cov.Product do.
func joined(parts []expansion, join func(a, b []term) ([]term, error)) (expansion, error) {
	all := parts[0]
	var err error
	for _, p := range parts[1:] {
		switch {
		case all.column < 0:
			all.column = p.column
		case p.column >= 0 && p.column != all.column:
			return expansion{}, fmt.Errorf("statespace: the covariance function depends on the inputs %d and %d, and a state space has one; use gplib.Fit", all.column, p.column)
		}
		if all.terms, err = join(all.terms, p.moved(func(at int) int { return at + all.params }).terms); err != nil {
			return expansion{}, err
		}
		all.params += p.params
	}
	return all, nil
}

// moved returns f with other positions of its parameters.
func (f expansion) moved(to func(int) int) expansion {
	every := func(at []int) []int {
		moved := make([]int, len(at))
		for i, p := range at {
			moved[i] = to(p)
		}
		return moved
	}
	terms := make([]term, len(f.terms))
	for i, t := range f.terms {
		terms[i].weight = t.weight
		for _, s := range t.scales {
			terms[i].scales = append(terms[i].scales, scaleOf{s.value, to(s.param)})
		}
		for _, m := range t.motions {
			terms[i].motions = append(terms[i].motions, motionOf{m.motion, every(m.params)})
		}
		for _, p := range t.features {
			terms[i].features = append(terms[i].features, featuresOf{p.features, every(p.params)})
		}
	}
	f.terms = terms
	return f
}

// tied returns f with a group of parameters made the first of them, as cov.Tie does.
func (f expansion) tied(group []int) expansion {
	to, next := make([]int, f.params), 0
	for p := range to {
		if p != group[0] && slices.Contains(group, p) {
			to[p] = -1
			continue
		}
		to[p] = next
		next++
	}
	for _, p := range group {
		to[p] = to[group[0]]
	}
	f = f.moved(func(at int) int { return to[at] })
	f.params = next
	return f
}

// readLeaf returns the expansion of a function without parts.
func readLeaf(s cov.Spec, dims []int) (expansion, error) {
	if s.Kind == "Constant" || s.Kind == "Offset" {
		return constant(s.Theta[0]), nil
	}
	at := make([]int, len(s.Theta))
	for i := range at {
		at[i] = i
	}
	t := term{weight: 1}
	if m := motionNamed(s.Kind, s.Theta); m != nil {
		t.motions = []motionOf{{m, at}}
	} else if p := featuresNamed(s); p != nil {
		t.features = []featuresOf{{p, at}}
	} else {
		return expansion{}, fmt.Errorf("statespace: cov.%s has no state-space form; use %s", s.Kind, insteadOf(s.Kind))
	}
	if len(dims) != 1 {
		return expansion{}, fmt.Errorf("statespace: cov.%s depends on %d inputs, and a state space has one; cov.On(k, 0) reads the first, and gplib.Fit takes them all", s.Kind, len(dims))
	}
	return expansion{[]term{t}, len(at), dims[0]}, nil
}

// constant returns a variance with one parameter, of no input.
func constant(variance float64) expansion {
	return expansion{[]term{{weight: 1, scales: []scaleOf{{variance, 0}}}}, 1, -1}
}

// insteadOf says what to use instead of a covariance function without a state-space form.
func insteadOf(kind string) string {
	switch kind {
	case "SE":
		return "cov.Matern52, or gplib.Fit for cov.SE"
	case "RationalQuadratic", "GammaExponential", "Cauchy":
		return "a sum of cov.Matern32 with several lengthscales, or gplib.Fit for cov." + kind
	case "LocallyPeriodic":
		return "cov.Product(cov.Periodic(1, period), cov.Matern52(lengthscale)), or gplib.Fit for cov.LocallyPeriodic"
	case "SpectralMixture":
		return "a sum of cov.SHO with several periods, or gplib.Fit for cov.SpectralMixture"
	case "PeriodicARD":
		return "cov.Periodic"
	case "White":
		return "the noise of the model, or gplib.Fit for cov.White"
	case "Brownian":
		return "cov.Matern12 with a long lengthscale, or gplib.Fit for cov.Brownian"
	}
	return "gplib.Fit for it"
}
