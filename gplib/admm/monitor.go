package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// state holds the measurements after an iteration.
type state struct {
	primal float64   // r = ‖r_T‖/‖y_T‖
	dual   float64   // q = ‖∇_φ L_0‖_∞/‖r_V‖²
	grad   float64   // ‖∇_φ L_0‖_∞
	error  float64   // F(θ), by a separate solve
	gap    float64   // ‖z − C⁻¹y_T‖²
	slope  []float64 // ∇_φ L_0
	// quadratic is y_Tᵀ C⁻¹ y_T, summed over the folds.
	quadratic float64
}

// measure evaluates the present point of l. At ρ = 0 the gradient is that of
// F where z and λ solve their equations, so small r and q together mean that θ
// is near a stationary point of the hold-out error. (The paper stops when θ
// moves by less than ε, which happens because θ moves slowly, not because it
// arrived.)
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

// infeasibility returns ‖r_T‖/‖y_T‖.
func (l *lagrangian) infeasibility() float64 { return floats.Norm(l.rT, 2) / floats.Norm(l.yT, 2) }

// monitors returns the figures of one step besides F and θ (Fig. 2 of the paper
// shows ‖z‖, the gap and L_ρ), summed over the folds; ρ is the largest. It
// takes the count of conjugate-gradient steps and resets it.
func (fs folds) monitors(s state) []gplib.Monitor {
	var rho float64
	var steps int
	for _, l := range fs {
		rho = math.Max(rho, l.rho)
		steps += l.cg.steps
		l.cg.steps = 0
	}
	return []gplib.Monitor{
		{Name: "primal residual", Value: s.primal, Meaning: "relative residual of the equation for z; 0 at a solution"},
		{Name: "dual residual", Value: s.dual, Meaning: "largest derivative of the Lagrangian, relative; 0 at a solution"},
		{Name: "constraint gap", Value: s.gap, Meaning: "squared distance of z from the exact solution"},
		{Name: "augmented Lagrangian", Value: fs.sum((*lagrangian).augmented), Meaning: "what ADMM descends on"},
		{Name: "validation error", Value: fs.sum((*lagrangian).sumSquares), Meaning: "sum of squares at z, before z solves its equation"},
		{Name: "norm of z", Value: math.Sqrt(fs.sum(func(l *lagrangian) float64 { return floats.Dot(l.z, l.z) })), Meaning: "size of the weights of the training points"},
		{Name: "norm of lambda", Value: math.Sqrt(fs.sum(func(l *lagrangian) float64 { return floats.Dot(l.lambda, l.lambda) })), Meaning: "size of the multipliers of the constraint"},
		{Name: "rho", Value: rho, Meaning: "penalty on breaking the constraint; 0 during the polish"},
		{Name: "CG steps", Value: float64(steps), Meaning: "steps of conjugate gradients since the last iteration"},
	}
}

// spreadOfFolds returns the monitor of both schemes of [KFold].
func spreadOfFolds(v float64) gplib.Monitor {
	return gplib.Monitor{Name: "spread of folds", Value: v, Meaning: "root mean square distance of the folds from their common parameters"}
}

// consensusDual returns the monitor of [Consensus].
func consensusDual(v float64) gplib.Monitor {
	return gplib.Monitor{Name: "consensus dual residual", Value: v, Meaning: "last change of the common parameters; 0 at a solution"}
}
