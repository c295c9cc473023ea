package class

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"krigo/internal/class/report"
	"krigo/internal/words"
)

// Question has the guesses of all visitors at the answer to a question, without their names.
type Question struct {
	Notebook string `json:"notebook"`
	Text     string `json:"text"`
	Guesses  int    `json:"guesses"`
	// Truth is the answer that most visitors measured, or the median of numbers if these differ; Same reports
	// whether all measured it.
	Truth string `json:"truth"`
	Same  bool   `json:"same"`
	Bars  []Bar  `json:"bars"`

	truth report.Value
}

// Bar is an answer, or a range of numbers without its upper end, with the number of visitors who
// guessed it.
type Bar struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	// True reports whether the truth is there.
	True bool `json:"true"`

	numbers bool // whether it is of numbers
}

// mostAnswersShown is the number of different answers that have bars of their own; the other texts
// share one, and more different numbers are in ranges.
const mostAnswersShown = 8

// mostRanges is about the number of ranges of many numbers.
const mostRanges = 10

// questions returns the questions that were guessed at, those first with the most guesses.
func questions(rows []*row) []Question {
	guesses := map[question][]guess{}
	for _, r := range rows {
		for q, g := range r.guesses {
			guesses[q] = append(guesses[q], g)
		}
	}
	all := []Question{}
	for q, gs := range guesses {
		all = append(all, histogram(q, gs))
	}
	slices.SortFunc(all, func(a, b Question) int {
		return cmp.Or(cmp.Compare(b.Guesses, a.Guesses), strings.Compare(a.Notebook, b.Notebook), strings.Compare(a.Text, b.Text))
	})
	return all
}

// histogram returns the guesses at an answer.
func histogram(q question, guesses []guess) Question {
	var truths []report.Value
	var numbers []float64
	var texts []string
	for _, g := range guesses {
		truths = append(truths, g.truth)
		if g.guess.Number != nil {
			numbers = append(numbers, *g.guess.Number)
		} else {
			texts = append(texts, g.guess.Text)
		}
	}
	h := Question{Notebook: q.notebook, Text: q.text, Guesses: len(guesses)}
	h.truth, h.Same = middle(truths)
	h.Truth = written(h.truth)
	h.Bars = append(numberBars(numbers, h.truth), textBars(texts, h.truth)...)
	return h
}

// written returns a value as bars and tables have it.
func written(v report.Value) string {
	if v.Number != nil {
		return words.Number(*v.Number, 4)
	}
	return v.Text
}

// middle returns the median of values that are numbers, else the most frequent one, and whether all
// are the same.
func middle(values []report.Value) (v report.Value, same bool) {
	var numbers []float64
	count := map[string]int{}
	for _, v := range values {
		count[written(v)]++
		if v.Number != nil {
			numbers = append(numbers, *v.Number)
		}
	}
	if same = len(count) == 1; 2*len(numbers) > len(values) {
		slices.Sort(numbers)
		return report.Value{Number: &numbers[len(numbers)/2]}, same
	}
	return slices.MaxFunc(values, func(a, b report.Value) int {
		return cmp.Or(cmp.Compare(count[written(a)], count[written(b)]), strings.Compare(written(b), written(a)))
	}), same
}

// textBars returns a bar for each of the most frequent texts, whatever their case, and one for the rest.
func textBars(texts []string, truth report.Value) (bars []Bar) {
	at := map[string]int{} // of a text in any case among bars
	slices.Sort(texts)
	for _, text := range texts {
		key := strings.ToLower(text)
		i, known := at[key]
		if !known {
			i = len(bars)
			at[key] = i
			bars = append(bars, Bar{Label: text, True: truth.Number == nil && strings.EqualFold(text, truth.Text)})
		}
		bars[i].Count++
	}
	slices.SortStableFunc(bars, func(a, b Bar) int { return cmp.Compare(b.Count, a.Count) })
	if len(bars) <= mostAnswersShown {
		return bars
	}
	rest := Bar{Label: fmt.Sprintf("%d other answers", len(bars)-mostAnswersShown+1)}
	for _, b := range bars[mostAnswersShown-1:] {
		rest.Count += b.Count
		rest.True = rest.True || b.True
	}
	return append(bars[:mostAnswersShown-1], rest)
}

// numberBars returns a bar for each number, or for ranges of many.
func numberBars(numbers []float64, truth report.Value) (bars []Bar) {
	slices.Sort(numbers)
	different := slices.Compact(slices.Clone(numbers))
	if len(different) > mostAnswersShown {
		return rangeBars(numbers, truth)
	}
	at := 0
	for _, x := range different {
		end, _ := slices.BinarySearchFunc(numbers, x, func(y, x float64) int {
			if y <= x {
				return -1
			}
			return 1
		})
		is := truth.Number != nil && words.Number(*truth.Number, 4) == words.Number(x, 4)
		bars = merged(bars, Bar{words.Number(x, 4), end - at, is, true})
		at = end
	}
	return bars
}

// rangeBars returns the bars of ranges, where numbers are sorted.
func rangeBars(numbers []float64, truth report.Value) (bars []Bar) {
	ends := ends(numbers)
	at := 0
	for i := 0; i <= len(ends); i++ {
		lo, hi := math.Inf(-1), math.Inf(1)
		if i > 0 {
			lo = ends[i-1]
		}
		if i < len(ends) {
			hi = ends[i]
		}
		end, _ := slices.BinarySearch(numbers, hi)
		if i == len(ends) {
			end = len(numbers)
		}
		is := truth.Number != nil && lo <= *truth.Number && *truth.Number < hi
		if outer := i == 0 || i == len(ends); !outer || is || end > at {
			bars = merged(bars, Bar{rangeLabel(lo, hi), end - at, is, true})
		}
		at = end
	}
	return bars
}

// merged appends a bar, or adds it to the last one if both have the same label: numbers are written
// with four digits.
func merged(bars []Bar, b Bar) []Bar {
	if n := len(bars); n > 0 && bars[n-1].Label == b.Label {
		bars[n-1].Count += b.Count
		bars[n-1].True = bars[n-1].True || b.True
		return bars
	}
	return append(bars, b)
}

func rangeLabel(lo, hi float64) string {
	switch {
	case math.IsInf(lo, -1):
		return "below " + words.Number(hi, 4)
	case math.IsInf(hi, 1):
		return words.Number(lo, 4) + " or more"
	}
	return words.Number(lo, 4) + " to " + words.Number(hi, 4)
}

// ends returns the inner ends of ranges of sorted numbers, more than mostAnswersShown: round ones
// that begin and end about at the first and the last tenth, so that a guess of 10¹⁰⁰ does not put
// all others into one range. Numbers over more than two powers of ten have ranges in equal ratios.
func ends(numbers []float64) (all []float64) {
	lo, hi := numbers[len(numbers)/10], numbers[len(numbers)-1-len(numbers)/10]
	if lo > 0 && hi/lo >= 100 {
		return powers(lo, hi)
	}
	step := roundStep(hi/mostRanges - lo/mostRanges)
	if step == 0 {
		return []float64{lo}
	}
	for k := math.Ceil(lo / step); len(all) < 2*mostAnswersShown && !math.IsInf(k*step, 0); k++ {
		if all = append(all, k*step); k*step >= hi {
			break
		}
	}
	return slices.Compact(all)
}

// roundStep returns the number 1, 2 or 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x {
			return m * power
		}
	}
	return 10 * power
}

// powers returns round numbers in equal ratios.
func powers(lo, hi float64) (all []float64) {
	from, to := max(math.Floor(math.Log10(lo)), -307), min(math.Ceil(math.Log10(hi)), 308)
	stride := math.Ceil((to - from) / mostAnswersShown)
	for p := from; p <= to; p += stride {
		all = append(all, math.Pow(10, p))
		if three := 3 * math.Pow(10, p); stride == 1 && to-from <= mostAnswersShown/2 && p < to {
			all = append(all, three)
		}
	}
	return all
}
