package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib/softmax"
)

// The text of the regions has the rows of another class than the likeliest one, and all rows are drawn by class.
func TestRegionsCountRowsOfOtherClasses(t *testing.T) {
	r := classesOf(60)
	d := r.Posterior.Data()
	q, err := softmax.Classify(r, d.X)
	if err != nil {
		t.Fatal(err)
	}
	wrong, rows := 0, [3]int{}
	for i, y := range d.Y {
		rows[int(y)]++
		for c := range q.Classes {
			if c != int(y) && q.Prob.At(i, c) > q.Prob.At(i, int(y)) {
				wrong++
				break
			}
		}
	}
	alt := Regions(r).Alt()
	if want := fmt.Sprintf("Of all 60 rows, %d are of another class", wrong); !strings.Contains(alt, want) {
		t.Errorf("the text is %q; it should hold %q", alt, want)
	}
	_, points := seriesOf(t, Regions(r))
	for c, n := range rows {
		if len(points[c].X) != n {
			t.Errorf("%d rows of class %d are drawn, not %d", len(points[c].X), c, n)
		}
	}
}

// The points of the diagram are the shares of right answers, and answers that are too certain are off the diagonal.
func TestReliabilityOfClassesIsTheShareOfRightAnswers(t *testing.T) {
	y, right, bold := predictedClasses()
	lines, _ := seriesOf(t, ClassReliability(y, right, bold))
	all, hits, seen := 0.0, 0.0, 0.0
	for i, answer := range right.Answers() {
		p := right.Prob.At(i, int(answer))
		if p > 0.9 {
			seen, all = seen+1, all+p
			if answer == y[i] {
				hits++
			}
		}
	}
	last := len(lines[0].X) - 1
	if x, share := lines[0].X[last], lines[0].Y[last]; math.Abs(x-all/seen) > 1e-12 || math.Abs(share-hits/seen) > 1e-12 {
		t.Errorf("the last bin is at (%v, %v), not (%v, %v)", x, share, all/seen, hits/seen)
	}
	above := func(s draw.Series) (sum float64) {
		for k := range s.X {
			sum += (s.X[k] - s.Y[k]) / float64(len(s.X))
		}
		return sum
	}
	if !(above(lines[1]) > above(lines[0])+0.03) {
		t.Errorf("the confidence exceeds the shares by %v and %v", above(lines[0]), above(lines[1]))
	}
	if alt := ClassReliability(y[1:], right).Alt(); !strings.Contains(alt, "249 labels but 250 rows of probabilities") {
		t.Errorf("labels of another number: %q", alt)
	}
	if alt := ClassReliability(y, right).Alt(); !strings.Contains(alt, "share of right answers") {
		t.Errorf("the text is %q", alt)
	}
}

func TestConfusionOfClassesHasTheirNames(t *testing.T) {
	y, right, _ := predictedClasses()
	text := ClassConfusion(y, right).String()
	hits := 0
	for i, answer := range right.Answers() {
		if answer == y[i] {
			hits++
		}
	}
	for _, want := range []string{"answer Boskoop", "Elstar", fmt.Sprintf("%d of 250 answers are right", hits)} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	y[0] = 3
	if text := ClassConfusion(y, right).String(); !strings.Contains(text, "display: ClassConfusion: metric: y[0] is 3; labels of 3 classes are 0 to 2") {
		t.Errorf("an unknown class: %s", text)
	}
}
