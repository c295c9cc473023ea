package display

import (
	"fmt"
	"html"
	"math"
	"slices"

	"krigo/display/internal/format"
	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// Scores compares predictions of test data, a row each: the errors, the densities and
// the parts of the observations inside intervals of 50 % and 95 % ([metric.Scores]).
// Each of fits is a *gplib.Result or a [gplib.Posterior]. The best by each score, the
// lowest, is marked; intervals are the better the nearer to 50 and 95 %. A single test
// set does not distinguish chance from skill: [gplib.Compare] does.
//
//	display.Scores(test, ml, loo)
func Scores(test gplib.Data, fits ...any) *NamedTable {
	results, scores := make([]*gplib.Result, len(fits)), make([]scored, len(fits))
	for i, fit := range fits {
		results[i], scores[i] = scoresOf(test, fit)
	}
	standard := gplib.Names(results...)
	for i := range fits {
		if results[i] == nil {
			standard[i] = fmt.Sprintf("posterior %d", i+1)
		}
	}
	t := namedTable(standard, func(names []string, digits int) *mime.Tabular { return scoreTable(names, scores, digits) })
	t.remark = func(names []string) []string { return failures(names, scores) }
	return t
}

// scored are the scores of one fit, or why there are none.
type scored struct {
	metric.Scores
	err error
}

// scoresOf returns the scores of a fit, and the fit itself where it is a result.
func scoresOf(test gplib.Data, fit any) (*gplib.Result, scored) {
	switch v := fit.(type) {
	case gplib.Result:
		return scoresOf(test, &v)
	case *gplib.Result:
		if v != nil && v.Posterior != nil {
			_, s := scoresOf(test, v.Posterior)
			return v, s
		}
	case gplib.Posterior:
		if err := test.Check(); err != nil {
			return nil, scored{err: err}
		}
		p, err := v.Predict(test.X)
		if err != nil {
			return nil, scored{err: err}
		}
		s, err := p.Score(test.Y)
		return nil, scored{s, err}
	}
	return nil, scored{err: fmt.Errorf("%T is not a result with a posterior, nor a posterior", fit)}
}

func scoreTable(names []string, scores []scored, digits int) *mime.Tabular {
	rows := make([][]any, len(scores))
	for i, s := range scores {
		if rows[i] = []any{names[i]}; s.err != nil {
			rows[i] = append(rows[i], "error")
			continue
		}
		for _, score := range metric.Names() {
			rows[i] = append(rows[i], scoreCell(score, i, scores, digits))
		}
	}
	return mime.Table(append([]string{"fit"}, metric.Names()...), rows)
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
	value, _ := scores[i].Of(score)
	if math.IsNaN(value) {
		return "–"
	}
	lowest, count := math.Inf(1), 0
	for _, s := range scores {
		if v, _ := s.Of(score); s.err == nil {
			lowest, count = min(lowest, v), count+1
		}
	}
	best := count > 1 && value == lowest && slices.Contains(metric.Losses(), score)
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
