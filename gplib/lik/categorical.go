package lik

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"krigo/gplib/param"
)

// Categorical returns the likelihood of labels 0, 1, …, C-1, which are the positions of the named classes, by a
// softmax of one latent value for each class:
//
//	p(y = c|f_0, …, f_{C-1}) = exp(f_c)/Σ_k exp(f_k)
//
// (Rasmussen and Williams 2006, equation 3.34). The classes are two or more different names. It has no parameters;
// latent values have no unit, and what all of them have in common has no effect.
//
// A row has C latent values, so that softmax.Learner alone takes models with this likelihood, and others refuse them
// ([Classes] tells). Of the methods of [Func], Log and Latent are those of the class of the row, with the values of
// the other classes at 0; no single latent value determines a label, so that Moments, CDF and Sample return NaN.
func Categorical(classes ...string) Func { return categorical{slices.Clone(classes)} }

// Classes returns the names of the classes of a likelihood that has one latent value for each of them
// ([Categorical]), and nil for any other.
func Classes(l Func) []string {
	c, ok := Observed{Lik: l}.closed().(categorical)
	if !ok {
		return nil
	}
	return slices.Clone(c.names)
}

// Softmax writes the probabilities exp(f_c)/Σ_k exp(f_k) into p and returns log Σ_k exp(f_k). Both have the same
// length and may be one slice. It neither overflows nor loses digits for large f.
func Softmax(p, f []float64) (log float64) {
	top, sum := slices.Max(f), 0.0
	for c, v := range f {
		p[c] = math.Exp(v - top)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return top + math.Log(sum)
}

const categoricalKind = "categorical"

func init() {
	RegisterKind(categoricalKind, func(s Spec) (Func, error) {
		if len(s.Params) > 0 {
			return nil, fmt.Errorf("the likelihood %q has no parameters; %d are described", categoricalKind, len(s.Params))
		}
		return Categorical(s.Classes...), nil
	})
}

type categorical struct{ names []string }

func (l categorical) Params() []param.Param         { return nil }
func (l categorical) With([]float64) Func           { return l }
func (l categorical) WithParams([]param.Param) Func { return l }
func (l categorical) LogConcave() bool              { return true }

// String has all names of up to six classes.
func (l categorical) String() string {
	const most = 6
	names := strings.Join(l.names[:min(most, len(l.names))], ", ")
	if len(l.names) > most {
		names += fmt.Sprintf(", … (%d classes)", len(l.names))
	}
	return "y ~ Categorical(softmax(f)) of " + names
}

func (l categorical) Describe() (Spec, error) {
	return Spec{Kind: categoricalKind, Classes: slices.Clone(l.names)}, nil
}

func (l categorical) Check() error {
	if len(l.names) < 2 {
		return fmt.Errorf("lik: Categorical has %d classes; it needs two or more", len(l.names))
	}
	for c, name := range l.names {
		switch {
		case strings.TrimSpace(name) == "":
			return fmt.Errorf("lik: Categorical: class %d has no name", c)
		case slices.Index(l.names, name) < c:
			return fmt.Errorf("lik: Categorical: classes %d and %d are both %q", slices.Index(l.names, name), c, name)
		}
	}
	return nil
}

func (l categorical) CheckTarget(y float64) error {
	last := len(l.names) - 1
	switch {
	case y >= 0 && y <= float64(last) && y == math.Trunc(y):
		return nil
	case y == math.Trunc(y) && !math.IsInf(y, 0):
		return fmt.Errorf("a categorical likelihood of %d classes takes the labels 0 to %d, from %q to %q", last+1, last, l.names[0], l.names[last])
	}
	return errors.New("a categorical likelihood takes whole numbers, the positions of the classes from 0")
}

// Latent returns values of the commonest class, as far apart for its rows and for the others as those of the two
// labels of [Bernoulli]. They do not depend on the order of the classes.
func (l categorical) Latent(y []float64) []float64 {
	counts := make([]int, len(l.names))
	for _, v := range y {
		counts[int(v)]++
	}
	commonest := float64(slices.Index(counts, slices.Max(counts)))
	f, share := make([]float64, len(y)), float64(slices.Max(counts))/float64(len(y))
	for i, v := range y {
		if f[i] = -share; v == commonest {
			f[i]++
		}
		f[i] *= 2 * math.Log(3)
	}
	return f
}

func (l categorical) Log(_, f float64) Derivatives {
	return logit{}.Log(1, f-math.Log(float64(len(l.names)-1)))
}

func (l categorical) AddParams([]Derivatives, float64, float64) {}
func (l categorical) Peak(float64) float64                      { return 0 }
func (l categorical) Support() Support                          { return Support{Max: float64(len(l.names) - 1), Whole: true} }
func (l categorical) Moments(float64) (mean, variance float64)  { return math.NaN(), math.NaN() }
func (l categorical) CDF(_, _ float64) float64                  { return math.NaN() }
func (l categorical) Sample(float64, *rand.Rand) float64        { return math.NaN() }
