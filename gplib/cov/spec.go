package cov

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"krigo/gplib/param"
)

// Spec describes a covariance function as data, to be written and read
// again: [Describe] makes one, [Spec.Func] a function of it.
type Spec struct {
	// Kind is the constructor's name.
	Kind string `json:"kind"`
	// Theta holds the function's own numbers, Whole its whole ones (counts
	// first), Text its formula.
	Theta []float64 `json:"theta,omitempty"`
	Whole []int     `json:"whole,omitempty"`
	Text  string    `json:"text,omitempty"`
	// Params is how learners may move the parameters, where that is not the
	// constructor's default.
	Params []param.Spec `json:"params,omitempty"`
	Parts  []Spec       `json:"parts,omitempty"`
}

// Describe returns k as data. It fails for functions from outside this
// package that are no [Describer], [Custom], and feature maps and priors from
// outside.
func Describe(k Func) (Spec, error) {
	if d, ok := k.(Describer); ok {
		return d.Describe()
	}
	f, ok := k.(function)
	if !ok {
		return Spec{}, fmt.Errorf("cov: a covariance function of type %T cannot be written", k)
	}
	return describe(f.body)
}

func describe(b body) (Spec, error) {
	switch b := b.(type) {
	case broken:
		return Spec{}, b.err
	case sum:
		return withParts(Spec{Kind: "Sum"}, b.parts)
	case product:
		return withParts(Spec{Kind: "Product"}, b.parts)
	case scale:
		return withParts(Spec{Kind: "Scale", Theta: []float64{b.variance}}, []Func{b.inner})
	case power:
		return withParts(Spec{Kind: "Power", Whole: []int{b.exponent}}, []Func{b.base})
	case on:
		return withParts(Spec{Kind: "On", Whole: b.dims}, []Func{b.base})
	case tied:
		return withParts(Spec{Kind: "Tie", Whole: b.group}, []Func{b.inner})
	case additive:
		return withParts(Spec{Kind: "Additive", Theta: b.variance}, b.parts)
	case changepoint:
		return withParts(Spec{Kind: "Changepoint", Theta: []float64{b.location, b.width}}, b.parts)
	case deep:
		return describeDeep(b)
	case memo:
		return withParts(Spec{Kind: "Memo", Whole: []int{b.kept.most}}, []Func{b.base})
	case onLayer:
		return withParts(Spec{Kind: "Layer", Whole: []int{b.number}}, []Func{b.base})
	case adjusted:
		ps, err := param.Describe(b.ps)
		if err != nil {
			return Spec{}, err
		}
		return withParts(Spec{Kind: "adjusted", Params: ps}, []Func{b.inner})
	case custom:
		return Spec{}, fmt.Errorf("cov: Custom %q cannot be written, its At is a Go function; a Formula can", b.d.Name)
	case expression:
		ps, err := param.Describe(b.ps)
		return Spec{Kind: "Formula", Text: b.text, Params: ps}, err
	}
	return describeSimple(b)
}

func withParts(s Spec, parts []Func) (Spec, error) {
	for _, k := range parts {
		part, err := Describe(k)
		if err != nil {
			return Spec{}, err
		}
		s.Parts = append(s.Parts, part)
	}
	return s, nil
}

func describeDeep(d deep) (Spec, error) {
	switch m := d.features.(type) {
	case kumaraswamy:
		return withParts(Spec{Kind: "Warp", Theta: slices.Concat(m.a, m.b)}, []Func{d.base})
	case network:
		return withParts(Spec{Kind: "Network", Theta: m.theta, Whole: []int{m.inputs, m.hidden, m.features}}, []Func{d.base})
	default:
		return Spec{}, fmt.Errorf("cov: a feature map of type %T cannot be written", m)
	}
}

// describeSimple is of functions without parts.
func describeSimple(b body) (Spec, error) {
	s := Spec{Theta: make([]float64, 0, 1)}
	for _, p := range b.params() {
		s.Theta = append(s.Theta, p.Value)
	}
	switch b := b.(type) {
	case stationary:
		s.Kind = b.name()
	case periodic:
		s.Kind = "Periodic"
	case locallyPeriodic:
		s.Kind = "LocallyPeriodic"
	case periodicARD:
		s.Kind = "PeriodicARD"
	case cosine:
		s.Kind = "Cosine"
	case spectralMixture:
		s.Kind, s.Whole = "SpectralMixture", []int{b.d}
	case linear:
		s.Kind = "Linear"
	case constant:
		s.Kind = "Constant"
	case white:
		s.Kind = "White"
	case arcCosine:
		s.Kind, s.Whole = "ArcCosine", []int{b.order}
	case basis:
		s.Kind, s.Whole = "PolynomialBasis", []int{b.degree}
	case brownian:
		s.Kind = "Brownian"
	case hamming:
		s.Kind = "Hamming"
	case tanimoto:
		s.Kind = "Tanimoto"
	case histogram:
		s.Kind = "HistogramIntersection"
	case minMax:
		s.Kind = "MinMax"
	case spectrum:
		s.Kind, s.Whole = "Spectrum", []int{b.length}
	case mismatch:
		s.Kind, s.Whole, s.Text = "Mismatch", []int{b.length, b.most}, b.alphabet
	case counted:
		s.Kind, s.Whole = b.kind, b.whole
	case randomWalk:
		s.Kind, s.Whole = "RandomWalk", []int{b.steps}
	default:
		return Spec{}, fmt.Errorf("cov: %v cannot be written", b)
	}
	return s, nil
}

// Func returns the covariance function that s describes. It fails where s
// describes none.
func (s Spec) Func() (Func, error) {
	if build, ok := registered.Load(s.Kind); ok {
		return build.(func(Spec) (Func, error))(s)
	}
	parts := make([]Func, len(s.Parts))
	for i, part := range s.Parts {
		k, err := part.Func()
		if err != nil {
			return nil, err
		}
		parts[i] = k
	}
	ps, err := param.Restore(s.Params)
	if err != nil {
		return nil, err
	}
	build, ok := builders[s.Kind]
	if !ok {
		if at := strings.LastIndexByte(s.Kind, '.'); at > 0 {
			return nil, fmt.Errorf("cov: there is no covariance function %q; import _ %q to make it known", s.Kind, s.Kind[:at])
		}
		return nil, fmt.Errorf("cov: there is no covariance function %q", s.Kind)
	}
	if err := build.fits(s); err != nil {
		return nil, fmt.Errorf("cov: %s: %w", s.Kind, err)
	}
	k := build.make(s, parts, ps)
	if f, ok := k.(function); ok {
		if b, failed := f.body.(broken); failed {
			return nil, b.err
		}
	}
	return k, nil
}

// builder makes the function of a Spec that has at least the numbers given;
// parts is -1 where there may be any.
type builder struct {
	theta, whole, parts int
	make                func(s Spec, parts []Func, ps []Param) Func
}

func (b builder) fits(s Spec) error {
	if len(s.Theta) < b.theta || len(s.Whole) < b.whole || b.parts >= 0 && len(s.Parts) != b.parts {
		return errors.New("its description lacks numbers or parts")
	}
	return nil
}

// leaf is a builder of a function of numbers only.
func leaf(theta, whole int, f func(theta []float64, whole []int) Func) builder {
	return builder{theta, whole, 0, func(s Spec, _ []Func, _ []Param) Func { return f(s.Theta, s.Whole) }}
}

// radial is a builder of a stationary function.
func radial(p profile) builder {
	q := len(p.shapeNames())
	return leaf(q+1, 0, func(t []float64, _ []int) Func { return newStationary(p, t[:q], t[q:]) })
}

func halves(t []float64) (a, b []float64) { return t[:len(t)/2], t[len(t)/2:] }

// builders are the kinds there are.
var builders = map[string]builder{
	"SE": radial(se{}), "Matern12": radial(matern12{}), "Matern32": radial(matern32{}), "Matern52": radial(matern52{}),
	"RationalQuadratic": radial(rationalQuadratic{}), "GammaExponential": radial(gammaExponential{}),
	"Periodic":        leaf(2, 0, func(t []float64, _ []int) Func { return Periodic(t[0], t[1]) }),
	"LocallyPeriodic": leaf(2, 0, func(t []float64, _ []int) Func { return LocallyPeriodic(t[0], t[1]) }),
	"PeriodicARD":     leaf(2, 0, func(t []float64, _ []int) Func { return PeriodicARD(halves(t)) }),
	"Cosine":          leaf(1, 0, func(t []float64, _ []int) Func { return Cosine(t...) }),
	"SpectralMixture": leaf(3, 1, restoreMixture),
	"Linear":          leaf(0, 0, func(t []float64, _ []int) Func { return Linear(t...) }),
	"Constant":        leaf(1, 0, func(t []float64, _ []int) Func { return Constant(t[0]) }),
	"White":           leaf(1, 0, func(t []float64, _ []int) Func { return White(t[0]) }),
	"ArcCosine":       leaf(2, 1, func(t []float64, w []int) Func { return ArcCosine(w[0], t[0], t[1:]...) }),
	"PolynomialBasis": leaf(0, 1, func(_ []float64, w []int) Func { return function{basis{w[0]}} }),
	"Brownian":        leaf(0, 0, func([]float64, []int) Func { return Brownian() }),
	"Hamming":         leaf(1, 0, func(t []float64, _ []int) Func { return Hamming(t...) }),
	"Tanimoto":        leaf(0, 0, func([]float64, []int) Func { return Tanimoto() }),
	"Spectrum":        leaf(0, 1, func(_ []float64, w []int) Func { return Spectrum(w[0]) }),

	"WeisfeilerLehman": leaf(0, 1, func(_ []float64, w []int) Func { return WeisfeilerLehman(w[0]) }),
	"ShortestPath":     leaf(0, 1, func(_ []float64, w []int) Func { return ShortestPath(w[0]) }),
	"Graphlet3":        leaf(0, 0, func([]float64, []int) Func { return Graphlet3() }),
	"RandomWalk":       leaf(1, 1, func(t []float64, w []int) Func { return RandomWalk(w[0], t[0]) }),
	"WeisfeilerLehmanLevel": leaf(0, 1, func(_ []float64, w []int) Func {
		return WeisfeilerLehmanLevel(w[0])
	}),
	"Memo":  {0, 1, 1, func(s Spec, parts []Func, _ []Param) Func { return Memo(parts[0], s.Whole[0]) }},
	"Layer": {0, 1, 1, func(s Spec, parts []Func, _ []Param) Func { return Layer(parts[0], s.Whole[0]) }},
	"Mismatch": {0, 2, 0, func(s Spec, _ []Func, _ []Param) Func {
		return Mismatch(s.Whole[0], s.Whole[1], s.Text)
	}},
	"MinMax":                leaf(0, 0, func([]float64, []int) Func { return MinMax() }),
	"HistogramIntersection": leaf(0, 0, func([]float64, []int) Func { return HistogramIntersection() }),

	"Sum":     {0, 0, -1, func(_ Spec, parts []Func, _ []Param) Func { return Sum(parts...) }},
	"Product": {0, 0, -1, func(_ Spec, parts []Func, _ []Param) Func { return Product(parts...) }},
	"Scale":   {1, 0, 1, func(s Spec, parts []Func, _ []Param) Func { return Scale(s.Theta[0], parts[0]) }},
	"Power":   {0, 1, 1, func(s Spec, parts []Func, _ []Param) Func { return Power(parts[0], s.Whole[0]) }},
	"On":      {0, 1, 1, func(s Spec, parts []Func, _ []Param) Func { return On(parts[0], s.Whole...) }},
	"Tie":     {0, 2, 1, func(s Spec, parts []Func, _ []Param) Func { return restoreTie(parts[0], s.Whole) }},
	"Additive": {1, 0, -1, func(s Spec, parts []Func, _ []Param) Func {
		return Additive(s.Theta, parts...)
	}},
	"Changepoint": {2, 0, 2, func(s Spec, parts []Func, _ []Param) Func {
		return Changepoint(parts[0], parts[1], s.Theta[0], s.Theta[1])
	}},
	"Warp": {2, 0, 1, func(s Spec, parts []Func, _ []Param) Func {
		a, b := halves(s.Theta)
		return Warp(parts[0], a, b)
	}},
	"Network":  {0, 3, 1, func(s Spec, parts []Func, _ []Param) Func { return restoreNetwork(s, parts[0]) }},
	"adjusted": {0, 0, 1, func(_ Spec, parts []Func, ps []Param) Func { return withParams(parts[0], ps) }},
	"Formula":  {0, 0, 0, func(s Spec, _ []Func, ps []Param) Func { return Formula(s.Text, ps...) }},
}

func restoreMixture(theta []float64, whole []int) Func {
	d := whole[0]
	if size := 1 + 2*d; d < 1 || size > len(theta) || len(theta)%size != 0 {
		return function{broken{fmt.Errorf("cov: a SpectralMixture of %d dimensions has not %d numbers", d, len(theta))}}
	}
	return function{spectralMixture{d, slices.Clone(theta)}}
}

func restoreTie(k Func, group []int) Func {
	ps := k.Params()
	for _, p := range group {
		if p < 0 || p >= len(ps) {
			return function{broken{fmt.Errorf("cov: Tie of parameter %d; there are %d", p, len(ps))}}
		}
	}
	return function{newTied(k, slices.Clone(group))}
}

func restoreNetwork(s Spec, k Func) Func {
	n := network{s.Whole[0], s.Whole[1], s.Whole[2], slices.Clone(s.Theta)}
	if n.inputs < 1 || n.hidden < 1 || n.features < 1 || n.inputs > len(n.theta) || n.hidden > len(n.theta) ||
		n.features > len(n.theta) || n.hidden*(n.inputs+1+n.features) != len(n.theta) {
		return function{broken{fmt.Errorf("cov: %v has not %d weights", n, len(n.theta))}}
	}
	return Deep(k, n)
}
