package admm

// QuasiNewton minimises by a few iterations of L-BFGS within Reach of where
// θ was, which keeps it where the present z and λ mean something.
type QuasiNewton struct {
	// Steps caps the iterations; 0 is 10.
	Steps int
	// Reach is the farthest move of a coordinate on the learning scale; 0 is
	// 0.3.
	Reach float64
}

func (q QuasiNewton) start(int) stepper {
	if q.Steps <= 0 {
		q.Steps = 10
	}
	if q.Reach <= 0 {
		q.Reach = 0.3
	}
	return q
}

func (q QuasiNewton) step(f phiFunc, phi []float64, tol float64) []float64 {
	b := newBoxLBFGS(f, f.bounds().around(phi, q.Reach), phi)
	for range q.Steps {
		if b.gradNorm() <= tol || !b.next() {
			break
		}
	}
	return b.phi
}
