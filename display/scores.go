package display

import (
	"errors"
	"fmt"
	"html"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/metric"
	"krigo/gplib/softmax"
)

// Scores compares predictions of test data, a row each: the errors, the densities and
// the parts of the observations inside intervals of 50 % and 95 % ([metric.Scores]). Of labels and
// classes they are the accuracy, the area under the ROC curve (AUC; of two labels), the log loss and
// the Brier score; a table of labels next to numbers has both. The best by each score is marked;
// intervals are the better the nearer to 50 and 95 %. A single test set does not distinguish chance
// from skill: [gplib.Compare] does.
//
//	display.Scores(test, ml, loo)
func Scores(test gplib.Data, fits ...*gplib.Result) *NamedTable {
	scores := make([]scored, len(fits))
	for i, fit := range fits {
		scores[i] = scoresOf(test, fit)
	}
	t := namedTable(gplib.Names(fits...), func(names []string, digits int) *mime.Tabular { return scoreTable(names, scores, digits) })
	t.remark = func(names []string) []string { return failures(names, scores) }
	return t
}

// The scores of labels and classes; those of numbers are [metric.Names].
const (
	accuracy = "accuracy"
	auc      = "AUC"
	logLoss  = "log loss"
	brier    = "Brier"
)

var classScores = []string{accuracy, auc, logLoss, brier}

// scored are the scores of one fit by their names, or why there are none.
type scored struct {
	values map[string]float64
	err    error
}

// of returns a score, NaN where the fit has none of that name.
func (s scored) of(name string) float64 {
	if v, ok := s.values[name]; ok {
		return v
	}
	return math.NaN()
}

// has reports whether there is any score of these names.
func (s scored) has(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := s.values[name]; return ok })
}

// scoresOf returns the scores of a fit.
func scoresOf(test gplib.Data, fit *gplib.Result) scored {
	if fit == nil || fit.Posterior == nil {
		return scored{err: errors.New("the result is nil or has no posterior")}
	}
	if err := test.Check(); err != nil {
		return scored{err: err}
	}
	if classes, ok := fit.Posterior.(*softmax.Posterior); ok {
		return scoresOfClasses(test, classes)
	}
	p, err := fit.Posterior.Predict(test.X)
	if err != nil {
		return scored{err: err}
	}
	all, err := p.Score(test.Y)
	if err != nil {
		return scored{err: err}
	}
	out := scored{values: map[string]float64{}}
	for _, name := range metric.Names() {
		out.values[name], _ = all.Of(name)
	}
	if labelled(p.Lik) {
		return out.withLabels(test.Y, p)
	}
	return out
}

// withLabels adds the scores of the probabilities of labels.
func (s scored) withLabels(y []float64, q gplib.Prediction) scored {
	p, err := probabilitiesOf(q, len(y))
	if err != nil {
		return scored{err: err}
	}
	for _, score := range []struct {
		name string
		of   func(y, p []float64) (float64, error)
	}{{accuracy, metric.Accuracy}, {auc, metric.AUC}, {logLoss, metric.LogLoss}, {brier, metric.Brier}} {
		v, err := score.of(y, p)
		switch {
		case err == nil:
			s.values[score.name] = v
		case score.name == auc: // all labels are the same
			s.values[score.name] = math.NaN()
		default:
			return scored{err: err}
		}
	}
	return s
}

// scoresOfClasses returns the scores of the probabilities of several classes.
func scoresOfClasses(test gplib.Data, posterior *softmax.Posterior) scored {
	q, err := posterior.Classify(test.X)
	if err != nil {
		return scored{err: err}
	}
	out := scored{values: map[string]float64{}}
	for _, s := range []struct {
		name string
		of   func(y []float64, p *mat.Dense) (float64, error)
	}{{accuracy, metric.ClassAccuracy}, {logLoss, metric.ClassLogLoss}, {brier, metric.ClassBrier}} {
		if out.values[s.name], err = s.of(test.Y, q.Prob); err != nil {
			return scored{err: err}
		}
	}
	if _, classes := q.Prob.Dims(); classes == 2 {
		out.values[brier] /= 2 // as metric.Brier, which counts one of the two
	}
	return out
}

// scoreNames returns the columns: the scores of numbers unless all fits are of labels, and those of labels
// that any has.
func scoreNames(scores []scored) []string {
	numbers := !slices.ContainsFunc(scores, func(s scored) bool { return s.err == nil })
	var names []string
	for _, s := range scores {
		numbers = numbers || s.err == nil && !s.has(classScores)
	}
	if numbers {
		names = metric.Names()
	}
	for _, name := range classScores {
		if slices.ContainsFunc(scores, func(s scored) bool { return s.has([]string{name}) }) {
			names = append(names, name)
		}
	}
	return names
}

func scoreTable(names []string, scores []scored, digits int) *mime.Tabular {
	rows, columns := make([][]any, len(scores)), scoreNames(scores)
	for i, s := range scores {
		if rows[i] = []any{names[i]}; s.err != nil {
			rows[i] = append(rows[i], "error")
			continue
		}
		for _, score := range columns {
			rows[i] = append(rows[i], scoreCell(score, i, scores, digits))
		}
	}
	return mime.Table(append([]string{"fit"}, columns...), rows)
}

// failures say why fits have no scores.
func failures(names []string, scores []scored) []string {
	var all []string
	for i, s := range scores {
		if s.err != nil {
			all = append(all, fmt.Sprintf("%s: %v", names[i], s.err))
		}
	}
	return all
}

// scoreCell returns the cell with a score of fit i, marked if it is the best.
func scoreCell(score string, i int, scores []scored, digits int) any {
	value := scores[i].of(score)
	if math.IsNaN(value) {
		return "–"
	}
	sign := 1.0 // the lowest is the best
	if score == accuracy || score == auc {
		sign = -1
	}
	lowest, count := math.Inf(1), 0
	for _, s := range scores {
		if v := sign * s.of(score); !math.IsNaN(v) {
			lowest, count = min(lowest, v), count+1
		}
	}
	ranked := slices.Contains(metric.Losses(), score) || slices.Contains(classScores, score)
	best := count > 1 && sign*value == lowest && ranked
	return markedCell{format.Number(value, digits), map[bool]string{true: " *"}[best]}
}

// markedCell is a cell with a mark: " *" is the best, bold where there is bold, and
// " ≈" what is tied with it.
type markedCell struct{ text, mark string }

func (c markedCell) String() string { return c.text + c.mark }

// HTML returns the cell in HTML.
func (c markedCell) HTML() string {
	if c.mark == " *" {
		return "<b>" + html.EscapeString(c.text) + "</b>"
	}
	return html.EscapeString(c.String())
}

// LaTeX returns the cell in LaTeX.
func (c markedCell) LaTeX() string {
	text := format.LaTeX(c.text)
	text = latexSigns.Replace(text)
	switch c.mark {
	case " *":
		return `\textbf{` + text + "}"
	case "":
		return text
	}
	return text + ` $\approx$`
}
