// Package kronecker has exact Gaussian processes of several outputs that are all observed at the same points. t
// outputs at n points take the time of t processes of n observations each, O(t n³), and t matrices of n × n. Package
// gplib takes O(t³ n³) for the same model, and one matrix of tn × tn.
//
//	k := cov.Product(cov.On(cov.SE(1), 0), cov.On(cov.Tasks(3, 1), 1))
//	m := gplib.Model{Cov: k, Noise: gplib.GroupNoise(1, 0.1, 0.1, 0.1)}
//	fit, err := kronecker.Learner{}.Fit(ctx, m, data, nil)
//
// # Models and data
//
// The covariance function is a product of functions of different inputs: of those that say where a point is, and of
// those that say which output is observed there. The outputs may be tasks ([cov.Tasks]), or the values of any other
// input, such as stations whose series have the same times. Every output is observed once at every point, in any order
// of the rows. The noise is the same at all points of an output. [Check] says what a model or data lack.
//
// # Computation
//
// Let K be the covariance matrix of the points for one output, B that of the outputs at one point divided by the
// element that both share, and D the diagonal matrix of the noise variances of the outputs. With the eigenvalues
// D^-½BD^-½ = V diag(γ)Vᵀ the covariance matrix of the observations, output by output, is
//
//	C = B ⊗ K + D ⊗ I = (D^½V ⊗ I) diag(γ_1 K + I, ..., γ_t K + I) (VᵀD^½ ⊗ I)
//
// (Stegle, Lippert, Mooij, Lawrence and Borgwardt 2011; Rakitsch, Lippert, Borgwardt and Stegle 2013, for noise that
// differs between outputs). So VᵀD^-½ turns the outputs into t independent processes with covariance matrices γ_j K +
// I, and each is factorised as package gplib does it. The gradient is exact, for all parameters.
package kronecker
