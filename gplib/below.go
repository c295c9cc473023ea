package gplib

import "math"

// below is o, but where its value is above the limit grad may be left as it is: a
// gradient is two thirds of the time of an evaluation.
func below(o Objective, limit float64) Objective {
	if math.IsInf(limit, 1) {
		return o
	}
	switch o := o.(type) {
	case LML:
		return lmlBelow{o, limit}
	case MAP:
		return mapBelow{o, limit}
	}
	return o
}

// lmlBelow is [LML] with a limit.
type lmlBelow struct {
	LML
	limit float64
}

// Eval is [LML.Eval].
func (o lmlBelow) Eval(m Model, d Data, grad []float64) (float64, error) {
	g, err := evaluationOf(m, d, grad)
	if err != nil {
		return 0, err
	}
	defer returnSquare(g.matrix)
	terms, err := g.terms(m, g.residual)
	if err != nil {
		return 0, err
	}
	value := -terms.Sum()
	if grad != nil && value <= o.limit {
		g.lmlGrad(grad)
	}
	return value, nil
}

// mapBelow is [MAP] with a limit.
type mapBelow struct {
	MAP
	limit float64
}

// Eval is [MAP.Eval].
func (o mapBelow) Eval(m Model, d Data, grad []float64) (float64, error) {
	prior, _ := m.LogPrior()
	return MAP{below(o.objective(), o.limit+prior)}.Eval(m, d, grad)
}
