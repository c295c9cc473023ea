package cov_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/cov/covtest"
)

// allWords returns all words of a length over an alphabet.
func allWords(alphabet string, length int) []string {
	all := []string{""}
	for range length {
		var longer []string
		for _, w := range all {
			for _, c := range alphabet {
				longer = append(longer, w+string(c))
			}
		}
		all = longer
	}
	return all
}

// nearWords counts, for every word, the substrings within most mismatches.
func nearWords(s, alphabet string, length, most int) map[string]float64 {
	counts := map[string]float64{}
	for _, w := range allWords(alphabet, length) {
		for i := 0; i+length <= len(s); i++ {
			differ := 0
			for k := range length {
				if s[i+k] != w[k] {
					differ++
				}
			}
			if differ <= most {
				counts[w]++
			}
		}
	}
	return counts
}

func TestMismatchCountsTheWordsNearby(t *testing.T) {
	texts := cov.Strings{"abcab", "cba", "ab", "bbbbbbb", "abcabcaacb", "abcab", "acacacac"}
	for _, c := range []struct {
		length, most int
		alphabet     string
	}{{3, 1, "abc"}, {3, 0, "abc"}, {2, 2, "abc"}, {4, 2, "abcd"}, {3, 1, "abcde"}} {
		k := cov.Mismatch(c.length, c.most, c.alphabet)
		got := gramOf(k, texts, texts)
		for i, s := range texts {
			for j, u := range texts {
				want := cosine(nearWords(s, c.alphabet, c.length, c.most), nearWords(u, c.alphabet, c.length, c.most))
				if math.Abs(got.At(i, j)-want) > 1e-12 {
					t.Errorf("%v of %q and %q: %v, want %v", k, s, u, got.At(i, j), want)
				}
			}
		}
		covtest.Check(t, cov.Scale(2, k), texts)
	}
	if got, want := gramOf(cov.Mismatch(2, 0, "abc"), texts, texts), gramOf(cov.Spectrum(2), texts, texts); !mat.EqualApprox(got, want, 1e-12) {
		t.Error("without mismatches it is not Spectrum")
	}
}

func TestMismatchNamesWhatIsWrong(t *testing.T) {
	for want, k := range map[string]cov.Func{
		"length of Mismatch is 0": cov.Mismatch(0, 0, "ab"),
		"allows 3 mismatches":     cov.Mismatch(2, 3, "ab"),
		"repeats a letter":        cov.Mismatch(2, 1, "aba"),
		"is empty":                cov.Mismatch(2, 1, ""),
		`holds 'x'`:               cov.Mismatch(2, 1, "ab"),
	} {
		if err := k.Check(cov.Strings{"abx"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := cov.Mismatch(2, 1, "ab").Check(cov.Line([]float64{1})); err == nil {
		t.Error("no error for points")
	}
}
