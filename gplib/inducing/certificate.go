package inducing

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Certificate bounds what inducing points lose against exact inference with
// the same parameters, without computing the latter.
type Certificate struct {
	// Trace is t = tr(K - Q), the summed prior variance of f at the data that
	// the inducing points leave unexplained.
	Trace float64
	// TraceBound is tr(Λ⁻¹(K - Q)), t/σ² where all observations have the
	// noise variance σ². Half of it is the most that further points could save of
	// the trace term of the variational free energy.
	TraceBound float64
	// Lower and Upper bound the exact log marginal likelihood, in nats: the
	// negative variational free energy, and
	//
	//	-(n log 2π + log|Q + Λ| + rᵀ(Q + Λ + tI)⁻¹r)/2
	//
	// (Titsias 2014, Variational inference for Gaussian and determinantal
	// point processes, section 2).
	Lower, Upper float64
}

// unknown is a certificate that could not be computed.
var unknown = Certificate{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// Gap returns Upper - Lower: the exact log marginal likelihood is above the
// lower bound by no more.
func (c Certificate) Gap() float64 { return c.Upper - c.Lower }

// String shows the bounds.
func (c Certificate) String() string {
	return fmt.Sprintf("log p(y) in [%.6g, %.6g], a gap of %.3g nats; tr(K - Q)/σ² = %.3g",
		c.Lower, c.Upper, c.Gap(), c.TraceBound)
}

// certificate computes the certificate without changing the factors.
func (f *factors) certificate() (Certificate, error) {
	t := floats.Sum(f.rest)
	c := Certificate{Trace: t, TraceBound: weightedTrace(f.rest, f.noise)}
	plain := f.collapsed
	var err error
	if f.sparse.Approximation == FITC {
		if plain, err = collapse(f.v, f.noise, f.residual); err != nil {
			return c, err
		}
	}
	wider := make([]float64, len(f.noise))
	for i, s := range f.noise {
		wider[i] = s + t
	}
	above, err := collapse(f.v, wider, f.residual)
	if err != nil {
		return c, err
	}
	constant := float64(len(f.noise)) * math.Log(2*math.Pi)
	c.Lower = -(constant + plain.logDet + plain.quadratic + c.TraceBound) / 2
	c.Upper = -(constant + plain.logDet + above.quadratic) / 2
	return c, nil
}
