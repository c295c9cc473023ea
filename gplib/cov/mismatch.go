package cov

import (
	"fmt"
	"math"
)

// Mismatch returns the normalised mismatch covariance function of [Strings] over an
// alphabet: φ(s) counts, for every word of the given length, how many substrings of s
// differ from it in at most mismatches places,
//
//	k(s, t) = φ(s)·φ(t) / (|φ(s)| |φ(t)|)
//
// (Leslie, Eskin, Weston and Noble 2004). With 0 mismatches it is [Spectrum]. length >=
// 1, 0 <= mismatches <= length. Length is in bytes, and Check refuses a string with a
// byte that is not in the alphabet. A string shorter than length has k = 0 with all
// strings. It has no parameter.
//
// Words are not enumerated: two substrings that differ in d places share a number of
// words that d determines, so that a pair of strings takes O(|s||t|·length) time for
// any alphabet.
func Mismatch(length, mismatches int, alphabet string) Func {
	distinct := map[byte]bool{}
	for i := range len(alphabet) {
		distinct[alphabet[i]] = true
	}
	switch {
	case length < 1:
		return function{broken{fmt.Errorf("cov: the length of Mismatch is %d, less than 1", length)}}
	case mismatches < 0 || mismatches > length:
		return function{broken{fmt.Errorf("cov: Mismatch allows %d mismatches in %d places", mismatches, length)}}
	case len(alphabet) == 0 || len(distinct) < len(alphabet):
		return function{broken{fmt.Errorf("cov: the alphabet of Mismatch, %q, is empty or repeats a letter", alphabet)}}
	}
	return function{mismatch{length, mismatches, alphabet, sharedWords(length, mismatches, len(alphabet))}}
}

func init() {
	register("Mismatch", needs{whole: 2}, func(w written) Func { return Mismatch(w.Whole[0], w.Whole[1], w.Text) })
}

type mismatch struct {
	length, most int
	alphabet     string
	// shared[d] is the number of words within most mismatches of both of two
	// words that differ in d places.
	shared []float64
}

// sharedWords counts the words by their letters in the d places where two words differ
// (equal the first in i, the second in j, neither in the rest) and in the others
// (differ from both in e).
func sharedWords(length, most, letters int) []float64 {
	shared := make([]float64, length+1)
	for d := range shared {
		for i := 0; i <= d; i++ {
			for j := 0; i+j <= d; j++ {
				neither := d - i - j
				inside := choose(d, i) * choose(d-i, j) * math.Pow(float64(letters-2), float64(neither))
				for e := 0; e <= length-d && max(d-i, d-j)+e <= most; e++ {
					shared[d] += inside * choose(length-d, e) * math.Pow(float64(letters-1), float64(e))
				}
			}
		}
	}
	return shared
}

// choose returns the binomial coefficient.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

func (m mismatch) label() string       { return "mismatch" }
func (m mismatch) params() []Param     { return nil }
func (m mismatch) with([]float64) body { return m }

func (m mismatch) String() string {
	return fmt.Sprintf("Mismatch(%d, %d, %q)", m.length, m.most, m.alphabet)
}

func (m mismatch) check(x Inputs) error {
	texts, ok := x.(Strings)
	if !ok {
		return fmt.Errorf("cov: Mismatch takes cov.Strings, not %T", x)
	}
	var known [256]bool
	for i := range len(m.alphabet) {
		known[m.alphabet[i]] = true
	}
	for i, text := range texts {
		for at := range len(text) {
			if !known[text[at]] {
				return fmt.Errorf("cov: x[%d] holds %q, which is not in the alphabet %q", i, text[at], m.alphabet)
			}
		}
	}
	return nil
}

func (m mismatch) diag(dst []float64, a Inputs) {
	for i, text := range a.(Strings) {
		if dst[i] = 0; len(text) >= m.length {
			dst[i] = 1
		}
	}
}

// product returns φ(s)·φ(t).
func (m mismatch) product(s, t string) float64 {
	sum := 0.0
	for i := 0; i+m.length <= len(s); i++ {
		for j := 0; j+m.length <= len(t); j++ {
			if d := differences(s[i:i+m.length], t[j:j+m.length], 2*m.most); d <= 2*m.most {
				sum += m.shared[d]
			}
		}
	}
	return sum
}

// differences counts the places where two words of one length differ, and
// stops above enough.
func differences(s, t string, enough int) int {
	d := 0
	for i := 0; i < len(s) && d <= enough; i++ {
		if s[i] != t[i] {
			d++
		}
	}
	return d
}

func (m mismatch) Describe() (Spec, error) {
	return Spec{Kind: "Mismatch", Whole: []int{m.length, m.most}, Text: m.alphabet}, nil
}

func (m mismatch) rows(a, b Inputs) evaluator {
	e := &mismatchRows{mismatch: m, a: a.(Strings), b: b.(Strings)}
	e.bb = m.squares(e.b)
	if e.aa = e.bb; !sameStrings(e.a, e.b) {
		e.aa = m.squares(e.a)
	}
	return e
}

// sameStrings reports whether a and b are one slice, at a glance.
func sameStrings(a, b Strings) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (m mismatch) squares(texts Strings) []float64 {
	s := make([]float64, len(texts))
	for i, text := range texts {
		s[i] = m.product(text, text)
	}
	return s
}

type mismatchRows struct {
	mismatch
	a, b   Strings
	aa, bb []float64
}

func (e *mismatchRows) value(dst []float64, i, lo, hi int) {
	s := e.a[i]
	for j, t := range e.b[lo:hi] {
		dst[j] = 0
		switch {
		case e.aa[i] == 0 || e.bb[lo+j] == 0:
		case s == t:
			dst[j] = 1
		default:
			dst[j] = e.product(s, t) / math.Sqrt(e.aa[i]*e.bb[lo+j])
		}
	}
}

func (*mismatchRows) grad(_, _ []float64) {}
