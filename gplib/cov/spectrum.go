package cov

import (
	"fmt"
	"math"
)

// Spectrum returns the normalised spectrum covariance function of [Strings]: with
// φ(s) the counts of all substrings of the given length in bytes, >= 1,
//
//	k(s, t) = φ(s)·φ(t) / (|φ(s)| |φ(t)|)
//
// (Leslie, Eskin and Noble 2002). A string shorter than length has φ = 0,
// and k = 0 with all strings. It has no parameter.
func Spectrum(length int) Func {
	if length < 1 {
		return function{broken{fmt.Errorf("cov: the length of Spectrum is %d, less than 1", length)}}
	}
	return function{spectrum{length}}
}

func init() {
	register("Spectrum", needs{whole: 1}, func(w written) Func { return Spectrum(w.Whole[0]) })
}

type spectrum struct{ length int }

func (s spectrum) label() string       { return "spectrum" }
func (s spectrum) params() []Param     { return nil }
func (s spectrum) with([]float64) body { return s }
func (s spectrum) String() string      { return fmt.Sprintf("Spectrum(%d)", s.length) }

func (s spectrum) check(x Inputs) error {
	if _, ok := x.(Strings); !ok {
		return fmt.Errorf("cov: Spectrum takes cov.Strings, not %T", x)
	}
	return nil
}

func (s spectrum) diag(dst []float64, a Inputs) {
	for i, text := range a.(Strings) {
		if dst[i] = 0; len(text) >= s.length {
			dst[i] = 1
		}
	}
}

// counts is φ of one string and |φ|².
type counts struct {
	of   map[string]int
	norm int
}

func (s spectrum) counts(texts Strings) []counts {
	all := make([]counts, len(texts))
	for i, text := range texts {
		all[i].of = map[string]int{}
		for at := 0; at+s.length <= len(text); at++ {
			all[i].of[text[at:at+s.length]]++
		}
		for _, c := range all[i].of {
			all[i].norm += c * c
		}
	}
	return all
}

func (s spectrum) Describe() (Spec, error) { return describeLeaf("Spectrum", nil, s.length) }

func (s spectrum) rows(a, b Inputs) evaluator {
	return &spectrumRows{s.counts(a.(Strings)), s.counts(b.(Strings))}
}

type spectrumRows struct{ a, b []counts }

func (e *spectrumRows) value(dst []float64, i, lo, hi int) {
	p := e.a[i]
	for j, q := range e.b[lo:hi] {
		dot := 0
		for sub, c := range p.of {
			dot += c * q.of[sub]
		}
		if dst[j] = 0; dot > 0 {
			dst[j] = float64(dot) / math.Sqrt(float64(p.norm)*float64(q.norm))
		}
	}
}

func (*spectrumRows) grad(_, _ []float64) {}
