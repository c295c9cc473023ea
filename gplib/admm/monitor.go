package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// state is what is measured after each iteration.
type state struct {
	primal float64   // r = ‖r_T‖/‖y_T‖
	dual   float64   // q = ‖∇_φ L_0‖_∞/‖r_V‖²
	grad   float64   // ‖∇_φ L_0‖_∞
	error  float64   // F(θ), by a solve of its own
	gap    float64   // ‖z − C⁻¹y_T‖²
	slope  []float64 // ∇_φ L_0
	// quadratic is y_Tᵀ C⁻¹ y_T, summed over the folds.
	quadratic float64
}

// measure evaluates the present point of l. At ρ = 0 the gradient is that of
// F where z and λ solve their equations, so r and q together say that θ is a
// stationary point of the hold-out error. (The paper stops when θ moves by
// less than ε, which happens because θ moves slowly, not because it arrived.)
func (l *lagrangian) measure() state {
	g := make([]float64, l.dim())
	l.gradientAt(g, 0)
	s := state{slope: slices.Clone(g)}
	l.project(g, l.phi)
	s.grad = largest(g)
	s.primal = l.infeasibility()
	s.dual = s.grad / l.sumSquares()
	l.exact(&s)
	return s
}

// infeasibility is ‖r_T‖/‖y_T‖.
func (l *lagrangian) infeasibility() float64 { return floats.Norm(l.rT, 2) / floats.Norm(l.yT, 2) }

// monitors are the figures beside F and θ of one step (Fig. 2 of the paper
// shows ‖z‖, the gap and L_ρ), summed over the folds; ρ is the largest. They
// take the count of conjugate-gradient steps and start it anew.
func (fs folds) monitors(s state) []gplib.Monitor {
	var rho float64
	var steps int
	for _, l := range fs {
		rho = math.Max(rho, l.rho)
		steps += l.cg.steps
		l.cg.steps = 0
	}
	return []gplib.Monitor{
		{Name: "primal residual", Value: s.primal},
		{Name: "dual residual", Value: s.dual},
		{Name: "constraint gap", Value: s.gap},
		{Name: "augmented Lagrangian", Value: fs.sum((*lagrangian).augmented)},
		{Name: "validation error", Value: fs.sum((*lagrangian).sumSquares)},
		{Name: "norm of z", Value: math.Sqrt(fs.sum(func(l *lagrangian) float64 { return floats.Dot(l.z, l.z) }))},
		{Name: "norm of lambda", Value: math.Sqrt(fs.sum(func(l *lagrangian) float64 { return floats.Dot(l.lambda, l.lambda) }))},
		{Name: "rho", Value: rho},
		{Name: "CG steps", Value: float64(steps)},
	}
}
