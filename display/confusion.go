package display

import (
	"fmt"
	"math"

	"krigo/display/mime"
	"krigo/gplib"
	"krigo/gplib/lik"
	"krigo/gplib/metric"
	"krigo/gplib/softmax"
)

// mostClasses is the number of classes that a table of answers shows.
const mostClasses = 12

// Confusion tabulates labels or levels y by the answers of a prediction: a row per class, with the
// numbers of its observations that are answered by each class, and the part that is right. The
// answer is the median of the predicted distribution, which for two labels is the likelier one.
// Names sets the names of the classes from 0 on.
//
//	display.Confusion(test.Y, p).Names("benign", "malignant")
func Confusion(y []float64, p gplib.Prediction) *NamedTable {
	counts, err := answersOf(y, p)
	standard := make([]string, len(counts))
	for k := range standard {
		standard[k] = fmt.Sprint(k)
	}
	return confusion("Confusion", standard, counts, len(y), err)
}

// ClassConfusion does [Confusion] for a prediction of several classes, which it names as their likelihood does. The
// answer is the likeliest class.
//
//	p, err := softmax.Classify(fit, test.X)
//	display.ClassConfusion(test.Y, p)
func ClassConfusion(y []float64, p softmax.Prediction) *NamedTable {
	counts, err := metric.ClassConfusion(y, p.Prob)
	if n := len(p.Classes); err == nil && n > mostClasses {
		counts, err = nil, fmt.Errorf("there are %d classes; a table shows at most %d", n, mostClasses)
	}
	if n := len(p.Classes); err == nil && n != len(counts) {
		counts, err = nil, fmt.Errorf("the prediction names %d classes and has probabilities of %d", n, len(counts))
	}
	return confusion("ClassConfusion", p.Classes[:len(counts)], counts, len(y), err)
}

// confusion returns the table of counts by class and answer of n rows.
func confusion(caller string, names []string, counts [][]int, n int, err error) *NamedTable {
	t := namedTable(names, func(names []string, digits int) *mime.Tabular { return confusionTable(names, counts) })
	t.remark = func([]string) []string {
		if err != nil {
			return []string{fmt.Sprintf("display: %s: %v", caller, err)}
		}
		right := 0
		for k := range counts {
			right += counts[k][k]
		}
		return []string{fmt.Sprintf("%d of %d answers are right", right, n)}
	}
	return t
}

// answersOf counts observations by class and answer.
func answersOf(y []float64, p gplib.Prediction) ([][]int, error) {
	if p.Lik == nil {
		return nil, fmt.Errorf("the prediction has Gaussian noise and no classes; gplib.AutoLik(data, lik.Bernoulli()) is a model that has")
	}
	s := p.Lik.Support()
	switch classes := s.Max - s.Min + 1; {
	case !s.Whole || s.Min != 0 || !(classes <= mostClasses):
		return nil, fmt.Errorf("observations of %v are not one of %d classes or less", p.Lik, mostClasses)
	case len(y) != len(p.Mean):
		return nil, fmt.Errorf("%d observations but %d predictions", len(y), len(p.Mean))
	}
	if err := lik.CheckTargets(p.Lik, y); err != nil {
		return nil, err
	}
	counts := make([][]int, int(s.Max)+1)
	for k := range counts {
		counts[k] = make([]int, len(counts))
	}
	for i, answer := range p.QuantileY(0.5) {
		counts[int(y[i])][int(math.Round(answer))]++
	}
	return counts, nil
}

func confusionTable(names []string, counts [][]int) *mime.Tabular {
	header := []string{"observed"}
	for _, name := range names {
		header = append(header, "answer "+name)
	}
	rows := make([][]any, len(counts))
	for k, of := range counts {
		total := 0
		rows[k] = []any{names[k]}
		for _, n := range of {
			rows[k] = append(rows[k], n)
			total += n
		}
		right := "–"
		if total > 0 {
			right = fmt.Sprintf("%.1f\u00a0%%", 100*float64(of[k])/float64(total))
		}
		rows[k] = append(rows[k], right)
	}
	return mime.Table(append(header, "right"), rows)
}
