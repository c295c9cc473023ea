package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/lik"
)

// seriesOf returns the lines of a figure with more than two points, and its points.
func seriesOf(t *testing.T, f draw.Drawable) (lines, points []draw.Series) {
	t.Helper()
	all, err := f.AsFigure().Series()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		switch {
		case s.Kind == draw.PointsSeries:
			points = append(points, s)
		case len(s.X) > 2:
			lines = append(lines, s)
		}
	}
	return lines, points
}

// The area below the curve that is drawn is the part of pairs that are in order, and the dot is where
// answers above 1/2 are.
func TestTheCharacteristicIsThatOfPairsAndAnswers(t *testing.T) {
	y, q, _ := predictedLabels()
	p := q.MeanY()
	lines, points := seriesOf(t, ROC(y, q))
	area, pairs, inOrder := 0.0, 0.0, 0.0
	for k := range len(lines[0].X) - 1 {
		area += (lines[0].X[k+1] - lines[0].X[k]) * (lines[0].Y[k+1] + lines[0].Y[k]) / 2
	}
	var found, mistaken, ones float64
	for i, v := range y {
		ones += v
		if p[i] >= 0.5 {
			found, mistaken = found+v, mistaken+1-v
		}
		for j, w := range y {
			if v == 1 && w == 0 {
				pairs++
				if p[i] > p[j] {
					inOrder++
				}
			}
		}
	}
	if math.Abs(area-inOrder/pairs) > 1e-12 {
		t.Errorf("the area is %v, want %v", area, inOrder/pairs)
	}
	x, up := points[0].X[0], points[0].Y[0]
	if math.Abs(up-found/ones) > 1e-12 || math.Abs(x-mistaken/(float64(len(y))-ones)) > 1e-12 {
		t.Errorf("the threshold 1/2 is at (%v, %v), want (%v, %v)", x, up, mistaken/(float64(len(y))-ones), found/ones)
	}
	_, points = seriesOf(t, PrecisionRecall(y, q))
	if math.Abs(points[0].X[0]-found/ones) > 1e-12 || math.Abs(points[0].Y[0]-found/(found+mistaken)) > 1e-12 {
		t.Errorf("the threshold 1/2 has the recall and precision (%v, %v)", points[0].X[0], points[0].Y[0])
	}
}

// The points of the reliability diagram are shares of labels in tenths of the probability, and probabilities that
// are too certain are off the diagonal.
func TestReliabilityIsTheShareOfLabels(t *testing.T) {
	y, right, bold := predictedLabels()
	lines, _ := seriesOf(t, Reliability(y, right, bold))
	p := right.MeanY()
	var rows, sum, ones [10]float64
	for i, v := range p {
		k := min(int(v*10), 9)
		rows[k], sum[k], ones[k] = rows[k]+1, sum[k]+v, ones[k]+y[i]
	}
	at := 0
	for k, n := range rows {
		if n == 0 {
			continue
		}
		if x, share := lines[0].X[at], lines[0].Y[at]; math.Abs(x-sum[k]/n) > 1e-12 || math.Abs(share-ones[k]/n) > 1e-12 {
			t.Errorf("bin %d is at (%v, %v), want (%v, %v)", k, x, share, sum[k]/n, ones[k]/n)
		}
		at++
	}
	off := func(s draw.Series) (sum float64) {
		for k := range s.X {
			sum += math.Abs(s.Y[k]-s.X[k]) / float64(len(s.X))
		}
		return sum
	}
	if !(off(lines[1]) > 2*off(lines[0])) {
		t.Errorf("the distances from the diagonal are %v and %v", off(lines[0]), off(lines[1]))
	}
}

// The boundary tells how many rows are on its wrong side.
func TestTheBoundaryCountsRowsOnTheWrongSide(t *testing.T) {
	r := labelsOf(60)
	d := r.Posterior.Data()
	q, err := r.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, p := range q.MeanY() {
		if math.Round(p) != d.Y[i] {
			wrong++
		}
	}
	if alt := Boundary(r).Alt(); !strings.Contains(alt, fmt.Sprintf("Of all 60 rows, %d are on the wrong side", wrong)) {
		t.Errorf("the text is %q; %d rows are on the wrong side", alt, wrong)
	}
	_, points := seriesOf(t, Boundary(r))
	if n := len(points[0].X) + len(points[1].X); n != 60 {
		t.Errorf("%d labels are drawn", n)
	}
}

// Counts are drawn at the posterior means of f, and the curve is exp(f).
func TestLatentDrawsObservationsAgainstF(t *testing.T) {
	r := onALine(40, lik.Poisson(), math.Sin)
	d := r.Posterior.Data()
	q, err := r.Predict(d.X)
	if err != nil {
		t.Fatal(err)
	}
	lines, points := seriesOf(t, Latent(r))
	for k, f := range lines[0].X {
		if math.Abs(lines[0].Y[k]-math.Exp(f)) > 1e-12*math.Exp(f) {
			t.Fatalf("the mean at %v is %v", f, lines[0].Y[k])
		}
	}
	for i, f := range q.Mean {
		if points[0].X[i] != f || points[0].Y[i] != d.Y[i] {
			t.Fatalf("row %d is at (%v, %v), want (%v, %v)", i, points[0].X[i], points[0].Y[i], f, d.Y[i])
		}
	}
}

// A table of answers counts the likelier label, and for levels the median.
func TestConfusionCountsAnswers(t *testing.T) {
	y, q, _ := predictedLabels()
	var counts [2][2]int
	for i, p := range q.MeanY() {
		counts[int(y[i])][int(math.Round(p))]++
	}
	text := Confusion(y, q).Names("unripe", "ripe").String()
	for _, want := range []string{
		"answer ripe", fmt.Sprintf("%d of 300 answers are right", counts[0][0]+counts[1][1]),
		fmt.Sprint(counts[0][1]), fmt.Sprint(counts[1][0]), fmt.Sprintf("%.1f %%", 100*float64(counts[0][0])/float64(counts[0][0]+counts[0][1])),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	levels := gplib.Prediction{Lik: lik.Ordinal(2, 2), Mean: []float64{-9, 1, 3, 9}, Var: make([]float64, 4), VarY: make([]float64, 4)}
	if text := Confusion([]float64{0, 1, 2, 3}, levels).String(); !strings.Contains(text, "4 of 4 answers are right") {
		t.Errorf("certain levels:\n%s", text)
	}
	for want, table := range map[string]*NamedTable{
		"y[1] is 2: a Bernoulli likelihood": Confusion([]float64{0, 2}, gplib.Prediction{Lik: q.Lik, Mean: q.Mean[:2], Var: q.Var[:2], VarY: q.VarY[:2]}),
		"300 predictions":                   Confusion(y[:5], q),
		"Gaussian noise and no classes":     Confusion(y, gplib.Prediction{Mean: q.Mean}),
		"not one of 12 classes or less":     Confusion(y, gplib.Prediction{Lik: lik.Poisson(), Mean: q.Mean}),
	} {
		if text := table.String(); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// The names of the vertical axes of small panels are whole.
func TestNamesOfAxesInAGridAreWhole(t *testing.T) {
	fit := conditioned("A", housesModel(), houses(25))
	g := Grid(Residuals(fit), Effects(fit), Effects(labelsOf(20)), Residuals(fit)).Columns(2)
	_, wide, _ := pageOf(t, g)
	for _, e := range elementsOf(t, "<svg "+wide) {
		if strings.Contains(e.text, "…") {
			t.Errorf("%q is cut", e.text)
		}
	}
}
