package softmax

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/parallel"
	"krigo/internal/words"
)

// Prediction holds predicted distributions of the classes at m points: of their latent values, which are normal, and of
// a label.
type Prediction struct {
	X cov.Inputs
	// Classes are the names of the classes, in the order of the labels 0, 1, …
	Classes []string
	// Mean has the means of the latent values, m × C, and Cov their covariance matrices, C × C, at each point.
	Mean *mat.Dense
	Cov  []*mat.SymDense
	// Prob has the probabilities of the classes, m × C; those of a point sum to 1.
	Prob *mat.Dense
	// Error estimates the largest error of the integrals of the probabilities at each point. It is below 1e-5 for up to
	// three classes, unless latent values scatter by a hundred; for more it is about 1e-4, and 1e-3 where they scatter by
	// five or more.
	Error []float64
}

// newPrediction integrates over the latent values.
func newPrediction(x cov.Inputs, classes []string, mean *mat.Dense, covariances []*mat.SymDense) Prediction {
	m := len(covariances)
	q := Prediction{X: x, Classes: classes, Mean: mean, Cov: covariances, Prob: mat.NewDense(m, len(classes), nil), Error: make([]float64, m)}
	parallel.Each(m, true, func(i int) {
		q.Error[i] = probabilities(q.Prob.RawRowView(i), mean.RawRowView(i), covariances[i])
	})
	return q
}

// Len returns the number of points.
func (q Prediction) Len() int { return len(q.Cov) }

// Answers returns the label of the likeliest class at each point, the first one of several.
func (q Prediction) Answers() []float64 {
	answers := make([]float64, q.Len())
	for i := range answers {
		answers[i] = float64(floats.MaxIdx(q.Prob.RawRowView(i)))
	}
	return answers
}

// Of returns the probability of a class, by its name, at each point.
func (q Prediction) Of(class string) ([]float64, error) {
	for c, name := range q.Classes {
		if name == class {
			return mat.Col(nil, c, q.Prob), nil
		}
	}
	return nil, fmt.Errorf("softmax: there is no class %q; there are %q", class, q.Classes)
}

// Sample draws a label at each point, independently of one another. [Posterior.Sample] draws them jointly.
func (q Prediction) Sample(rng *rand.Rand) []float64 {
	y := make([]float64, q.Len())
	for i := range y {
		y[i] = drawnOf(q.Prob.RawRowView(i), rng)
	}
	return y
}

// drawnOf draws a label of probabilities.
func drawnOf(p []float64, rng *rand.Rand) float64 {
	u := rng.Float64() * floats.Sum(p)
	for c, v := range p {
		if u -= v; u < 0 {
			return float64(c)
		}
	}
	return float64(floats.MaxIdx(p))
}

// String shows the probabilities at the first points.
func (q Prediction) String() string {
	const most = 10
	var b strings.Builder
	fmt.Fprintf(&b, "probabilities at %d points of %s", q.Len(), strings.Join(q.Classes, ", "))
	for i := range min(most, q.Len()) {
		b.WriteString("\n")
		for c, p := range q.Prob.RawRowView(i) {
			if c > 0 {
				b.WriteString("  ")
			}
			b.WriteString(words.Number(p, 3))
		}
	}
	if q.Len() > most {
		b.WriteString("\n…")
	}
	return b.String()
}
