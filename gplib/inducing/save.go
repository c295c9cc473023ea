package inducing

import (
	"fmt"

	"krigo/gplib"
	"krigo/gplib/internal/form"
	"krigo/gplib/linalg"
)

// formatVersion is the version of a [Posterior]'s binary form: the model, the
// approximation, the points, the data, L and c.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads.
// It fails for means and covariance functions that cannot be described and for
// inputs that cannot be written.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	f := form.New(p, formatVersion)
	f.JSON("model", p.model)
	f.JSON("approximation", p.sparse.Approximation)
	f.Floats("jitter", []float64{p.sparse.Jitter})
	f.Inputs("points", p.sparse.Points)
	f.Data(form.Data(p.data))
	f.Floats("factor", p.inner.Lower().RawMatrix().Data)
	f.Floats("mean", p.c)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(m³) time.
// It fails if b is not such a form, is of a newer version, or is inconsistent;
// p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.Restore(p, b, formatVersion, readPosterior)
}

func readPosterior(r *form.Reader) (p *Posterior, err error) {
	p = &Posterior{c: r.Floats("mean")}
	size := len(p.c)
	jitter, lower := r.Vector("jitter", 1), r.Dense("factor", size, size)
	r.JSON("model", &p.model)
	r.JSON("approximation", &p.sparse.Approximation)
	p.sparse.Points = r.Inputs("points")
	p.data = gplib.Data(r.Data())
	if r.Err() != nil {
		return nil, r.Err()
	}
	p.sparse.Jitter = jitter[0]
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.kzz, err = p.sparse.factorizePoints(p.model); err != nil {
		return nil, err
	}
	if p.inner, err = linalg.FromLower(lower); err != nil {
		return nil, err
	}
	p.setWeights()
	p.certify()
	return p, nil
}

// check returns an error unless the parts are consistent.
func (p *Posterior) check() error {
	if p.data.Len() > 0 {
		if err := p.sparse.checkAny(p.model, p.data); err != nil {
			return err
		}
	}
	if err := p.model.CheckLik(p.sparse.Points); err != nil {
		return err
	}
	if err := p.sparse.checkPoints(p.model); err != nil {
		return err
	}
	if got := p.sparse.Points.Len(); got != len(p.c) {
		return fmt.Errorf("%d inducing points for %d numbers", got, len(p.c))
	}
	return nil
}
