package cov

// Polynomial returns the covariance function of polynomials of a degree >= 1,
//
//	k(x, x') = (offset + Σ_k x_k x'_k / l_k²)^degree
//
// (Rasmussen and Williams 2006, equation 4.20 with scaled inputs). The lengthscales are
// as in [Linear]; the offset is positive.
func Polynomial(degree int, offset float64, lengthscale ...float64) Func {
	return Power(Sum(Constant(offset), Linear(lengthscale...)), degree)
}
