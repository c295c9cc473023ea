package admm

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// lagrangian is the augmented Lagrangian of the hold-out problem
//
//	L_ρ(θ,z,λ) = r_Vᵀr_V + λᵀr_T + (ρ/2) r_Tᵀr_T,
//	r_V = y_V − K_VT z,  r_T = Cz − y_T
//
// at the current θ, z and λ. The θ-step minimises it as a function of φ, with z
// and λ held.
type lagrangian struct {
	*space
	op             *operator
	rawT, rawV     []float64 // observations
	yT, yV         []float64 // observations minus the mean at φ
	rho            float64
	z, lambda      []float64
	phi            []float64
	at             gplib.Model // the model at φ
	kz, kvz        []float64   // Kz, K_VT z
	dkz, dkvz      [][]float64 // ∂Kz, ∂K_VT z, by parameter of the covariance
	rT, rV         []float64
	cg             solver
	known, derived bool // rT, rV belong to (φ, z); dkz, dkvz do
	natural        []float64
	mu, weight     []float64 // scratch, n_T and n_V
}

func newLagrangian(s *space, op *operator, yT, yV []float64) *lagrangian {
	nT, nV := len(yT), len(yV)
	l := &lagrangian{
		space: s, op: op, rawT: yT, rawV: yV,
		yT: make([]float64, nT), yV: make([]float64, nV),
		z: make([]float64, nT), lambda: make([]float64, nT),
		kz: make([]float64, nT), kvz: make([]float64, nV),
		rT: make([]float64, nT), rV: make([]float64, nV),
		natural: make([]float64, len(s.params)),
		mu:      make([]float64, nT), weight: make([]float64, nV),
	}
	for range s.layout.Cov {
		l.dkz = append(l.dkz, make([]float64, nT))
		l.dkvz = append(l.dkvz, make([]float64, nV))
	}
	return l
}

// move goes to coordinates phi; z and λ stay.
func (l *lagrangian) move(phi []float64) {
	if l.phi != nil && slices.Equal(l.phi, phi) {
		return
	}
	l.phi = slices.Clone(phi)
	l.at = l.model.With(l.theta(phi))
	l.op.set(l.at.Cov, l.at.Noise)
	l.centre(l.yT, l.rawT, l.op.xT)
	l.centre(l.yV, l.rawV, l.op.xV)
	l.touch()
}

// touch marks z or φ as changed.
func (l *lagrangian) touch() { l.known, l.derived = false, false }

// centre writes y minus the mean at x into dst.
func (l *lagrangian) centre(dst, y []float64, x cov.Inputs) {
	clear(dst)
	if l.at.Mean != nil {
		l.at.Mean.Eval(dst, x)
	}
	floats.SubTo(dst, y, dst)
}

// residuals brings r_T and r_V up to date.
func (l *lagrangian) residuals() {
	if l.known {
		return
	}
	l.op.mulK(l.kz, l.z)
	l.op.mulVT(l.kvz, l.z)
	l.subtract()
}

// derivatives brings r_T, r_V and all ∂Kz and ∂K_VT z up to date, in one
// pass over the pairs of points that stores no matrix.
func (l *lagrangian) derivatives() {
	if l.derived {
		return
	}
	l.at.Cov.MulVec(l.kz, l.dkz, l.op.xT, l.op.xT, l.z)
	l.at.Cov.MulVec(l.kvz, l.dkvz, l.op.xV, l.op.xT, l.z)
	l.subtract()
	l.derived = true
}

func (l *lagrangian) subtract() {
	for i, s := range l.op.s {
		l.rT[i] = l.kz[i] + s*l.z[i] - l.yT[i]
	}
	floats.SubTo(l.rV, l.yV, l.kvz)
	l.known = true
}

// value returns L_ρ at phi with the present z and λ.
func (l *lagrangian) value(phi []float64) float64 {
	l.move(phi)
	l.residuals()
	return l.augmented()
}

// augmented returns L_ρ at the present point, whose residuals are known.
func (l *lagrangian) augmented() float64 {
	return l.sumSquares() + floats.Dot(l.lambda, l.rT) + l.rho/2*floats.Dot(l.rT, l.rT)
}

// sumSquares returns ‖r_V‖².
func (l *lagrangian) sumSquares() float64 { return floats.Dot(l.rV, l.rV) }

// gradient writes ∇_φ L_ρ at phi into dst.
func (l *lagrangian) gradient(dst, phi []float64) {
	l.move(phi)
	l.gradientAt(dst, l.rho)
}

// gradientAt writes ∇_φ L_ρ at the present point into dst, with μ = λ + ρ r_T:
//
//	∂L/∂θ_i = −2 r_Vᵀ(∂_i K_VT z) + μᵀ(∂_i K z)   (equation 18)
//	∂L/∂s   = μᵀ(∂s ∘ z)
//	∂L/∂β   = −2 r_Vᵀ ∂m_V + μᵀ ∂m_T
//
// Equation 18 leaves out the noise, and (17) drops the terms that hold it
// alone; the second line puts them back. The third is that of a mean with
// parameters β.
func (l *lagrangian) gradientAt(dst []float64, rho float64) {
	l.derivatives()
	l.multipliers(rho)
	natural := l.partial()
	_, kernel, _ := l.layout.Split(natural)
	for p := range kernel {
		kernel[p] = floats.Dot(l.weight, l.dkvz[p]) + floats.Dot(l.mu, l.dkz[p])
	}
	l.chain(dst, natural, l.phi)
}

// multipliers sets the weights of ∂(K_VT z) and ∂(Cz) in the gradient, −2r_V and μ.
func (l *lagrangian) multipliers(rho float64) {
	l.residuals()
	floats.AddScaledTo(l.mu, l.lambda, rho, l.rT)
	floats.ScaleTo(l.weight, -2, l.rV)
}

// partial returns the derivatives by all parameters but those of the covariance, for
// the present multipliers.
func (l *lagrangian) partial() []float64 {
	clear(l.natural)
	mean, _, noise := l.layout.Split(l.natural)
	if l.at.Mean != nil {
		l.at.Mean.AddGrad(mean, l.weight, l.op.xV)
		l.at.Mean.AddGrad(mean, l.mu, l.op.xT)
	}
	l.at.Noise.AddGrad(noise, floats.MulTo(l.op.bufT, l.mu, l.z), l.op.xT)
	return l.natural
}

// bounds returns the box in which φ moves.
func (l *lagrangian) bounds() box { return l.box }
