package gplib

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"krigo/gplib/metric"
	"krigo/internal/words"
)

// Rank is the result of a contender by one score.
type Rank struct {
	// Name is the contender's.
	Name string
	// Mean is the mean over the folds, and StdErr its standard error, the standard
	// deviation over the folds divided by the root of their number ([metric.OverFolds]).
	Mean, StdErr float64
	// Folds is the number of folds averaged over. Mean is NaN for 0 folds, and StdErr
	// for 1.
	Folds int
	// Difference is the mean over the folds of the score less that of the best
	// contender on the same fold, and DifferenceErr its corrected standard error.
	Difference, DifferenceErr float64
	// Best marks the contender with the lowest mean. Tied marks one whose difference to
	// it is within chance.
	Best, Tied bool
}

// tieLevel is the probability with which two contenders that do not differ are tied.
const tieLevel = 0.95

// Ranking returns the contenders, the best first, by a score, one of [metric.Names]. It
// averages over the folds that were not cancelled for any contender. A contender that
// failed on one of those is not ranked: its mean is over the others, and it has no
// Difference.
//
// Folds share training data, so that their scores are not independent, and no estimate
// of their variance is free of bias (Bengio and Grandvalet 2004, JMLR 5, 1089-1105).
// The standard error of a difference is the corrected one of Nadeau and Bengio (2003,
// Machine Learning 52, 239-281, section 3.2), √(1/k + n_test/n_train) standard
// deviations of the differences over k folds: larger than the usual one, which finds
// spurious differences. A contender is tied with the best if the difference is at most
// as many standard errors as the 95 % quantile of Student's t distribution with k-1
// degrees of freedom. Each test compares one pair: among many contenders some seem to
// differ by chance. A single fold gives no ties. Coverages have no best: they
// should be near 50 % and 95 %.
func (c *Comparison) Ranking(score string) ([]Rank, error) {
	if _, err := (metric.Scores{}).Of(score); err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	common := c.common()
	table, values := make([]Rank, len(c.Names)), make([][]float64, len(c.Names))
	for i, name := range c.Names {
		values[i] = c.values(i, common, score)
		table[i] = Rank{Name: name, Folds: len(values[i]), Mean: math.NaN(), StdErr: math.NaN(), Difference: math.NaN(), DifferenceErr: math.NaN()}
		if len(values[i]) > 0 {
			table[i].Mean = stat.Mean(values[i], nil)
		}
		if _, stdErr, err := metric.OverFolds(values[i]); err == nil {
			table[i].StdErr = stdErr
		}
	}
	if slices.Contains(metric.Losses(), score) {
		c.rank(table, values, len(common))
	}
	return table, nil
}

// common returns the folds that were not cancelled for any contender.
func (c *Comparison) common() []int {
	var common []int
	for k := range c.Outcomes[0] {
		if !slices.ContainsFunc(c.Outcomes, func(of []Outcome) bool { return of[k].cancelled }) {
			common = append(common, k)
		}
	}
	return common
}

// values returns the scores of contender i on those of the folds that have one.
func (c *Comparison) values(i int, folds []int, score string) []float64 {
	var values []float64
	for _, k := range folds {
		o := c.Outcomes[i][k]
		if v, err := o.Scores.Of(score); o.Err == nil && err == nil && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// rank compares those that have a score on each of the folds with the best.
func (c *Comparison) rank(table []Rank, values [][]float64, folds int) {
	best := -1
	for i, s := range table {
		if s.Folds == folds && folds > 0 && (best < 0 || s.Mean < table[best].Mean) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	table[best].Best, table[best].Difference, table[best].DifferenceErr = true, 0, 0
	for i := range table {
		s := &table[i]
		if i == best || s.Folds < folds {
			continue
		}
		gaps := make([]float64, folds)
		for k := range gaps {
			gaps[k] = values[i][k] - values[best][k]
		}
		if s.Difference = stat.Mean(gaps, nil); folds < 2 {
			continue
		}
		s.DifferenceErr = math.Sqrt(1/float64(folds)+c.ratio) * stat.StdDev(gaps, nil)
		t := distuv.StudentsT{Sigma: 1, Nu: float64(folds - 1)}.Quantile((1 + tieLevel) / 2)
		s.Tied = s.Difference <= t*s.DifferenceErr
	}
}

// Elapsed returns the time of all fits of contender i together.
func (c *Comparison) Elapsed(i int) time.Duration {
	var sum time.Duration
	for _, o := range c.Outcomes[i] {
		sum += o.Elapsed
	}
	return sum
}

// Warned returns on how many folds contender i had warnings.
func (c *Comparison) Warned(i int) int {
	count := 0
	for _, o := range c.Outcomes[i] {
		if len(o.Warnings) > 0 {
			count++
		}
	}
	return count
}

// Notes returns sentences that a reader must know besides the scores: cancelled and
// failed fits, copies in both parts of folds, and each warning and note of the fits, with
// its remedy and the number of folds.
func (c *Comparison) Notes() []string {
	var notes []string
	folds := len(c.Outcomes[0])
	if done := len(c.common()); done < folds {
		notes = append(notes, fmt.Sprintf("cancelled: the scores are over %d of %d folds", done, folds))
	}
	if c.known > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d rows predicted are copies of training rows, so scores are better than for new rows; "+
			"drop copies (Data.WithoutCopies), or keep them together (dataset.GroupKFold)", c.known, c.tests))
	}
	if c.mixesProbabilities() {
		notes = append(notes, "NLPD is of probabilities where the likelihood is of labels or counts, and of densities where it is not; compare these by RMSE or MAE")
	}
	for i, name := range c.Names {
		var said []*remark
		for k, o := range c.Outcomes[i] {
			if o.Err != nil && !o.cancelled {
				said = noted(said, k, "failed: ", Finding{Found: o.Err.Error()})
			}
			for _, w := range o.Warnings {
				said = noted(said, k, "warning: ", w)
			}
			for _, n := range o.Notes {
				said = noted(said, k, "note: ", n)
			}
		}
		for _, r := range said {
			notes = append(notes, fmt.Sprintf("%s, %d of %d folds: %s", name, r.folds, folds, r))
		}
	}
	return notes
}

// mixesProbabilities reports whether some contenders score observations by their probability and
// others by their density.
func (c *Comparison) mixesProbabilities() bool {
	probability, density := false, false
	for _, outcomes := range c.Outcomes {
		for _, o := range outcomes {
			if o.Err == nil {
				probability = probability || o.Model.isDiscrete()
				density = density || !o.Model.isDiscrete()
			}
		}
	}
	return probability && density
}

// remark is a remark on some folds; its wordings differ only in numbers and subjects.
type remark struct {
	key, text   string   // the text is the first
	about, more []string // of the first text, and of others besides
	folds, last int      // on how many, and on which one last
}

// noted returns the remarks with a further one on a fold.
func noted(said []*remark, fold int, kind string, f Finding) []*remark {
	about := f.Inputs
	if f.Param != "" {
		about = []string{f.Param}
	}
	key, text := kind+f.kind(), f.String()
	at := slices.IndexFunc(said, func(r *remark) bool { return r.key == key })
	if at < 0 {
		return append(said, &remark{key: key, text: kind + text, about: about, folds: 1, last: fold})
	}
	r := said[at]
	if r.last != fold {
		r.folds, r.last = r.folds+1, fold
	}
	for _, name := range about {
		if !slices.Contains(r.about, name) && !slices.Contains(r.more, name) {
			r.more = append(r.more, name)
		}
	}
	return said
}

// kind returns what findings share that differ in numbers and subjects only.
func (f Finding) kind() string {
	switch {
	case len(f.Inputs) > 0:
		return f.Code
	case f.Param != "":
		path, _, _ := strings.Cut(f.Param, "[")
		return f.Code + " " + path
	}
	return f.Code + " " + strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789.+-e", r) {
			return -1
		}
		return r
	}, f.Found)
}

func (r *remark) String() string {
	if len(r.more) == 0 {
		return r.text
	}
	return r.text + "; likewise " + strings.Join(r.more, ", ")
}

// Text returns the standing's mean and standard error, with the digits that the error leaves: "0.123 ±
// 0.011".
func (s Rank) Text() string {
	switch {
	case s.Folds == 0:
		return "–"
	case math.IsNaN(s.StdErr):
		return words.Number(s.Mean, 4)
	}
	return words.WithError(s.Mean, s.StdErr)
}

// String returns the comparison as a table, the best by each score marked by * and what is
// tied with it by ≈, and the notes.
func (c *Comparison) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "contender\t%s\ttime\twarnings\n", strings.Join(metric.Names(), "\t"))
	var standings [][]Rank
	for _, score := range metric.Names() {
		of, _ := c.Ranking(score) // a score that there is
		standings = append(standings, of)
	}
	for i, name := range c.Names {
		fmt.Fprintf(w, "%s", name)
		for _, of := range standings {
			fmt.Fprintf(w, "\t%s%s", of[i].Text(), of[i].Mark())
		}
		fmt.Fprintf(w, "\t%s\t%d\n", words.Duration(c.Elapsed(i)), c.Warned(i))
	}
	w.Flush()
	for _, note := range c.Notes() {
		fmt.Fprintln(&b, note)
	}
	return strings.TrimRight(b.String(), "\n")
}

// Mark returns " *" for the best, " ≈" for what is tied with it, else "".
func (s Rank) Mark() string {
	switch {
	case s.Best:
		return " *"
	case s.Tied:
		return " ≈"
	}
	return ""
}
