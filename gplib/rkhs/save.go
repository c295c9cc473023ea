package rkhs

import (
	"errors"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
)

// formatVersion is the version of the posteriors' binary forms: of a
// [Posterior] the model, the kernel of its features, the noise variance, the
// data and the moments.
const formatVersion = 1

func init() { gplib.RegisterPosterior(&Posterior{}) }

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads.
// It fails for means and feature maps that cannot be described.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	kernel, err := cov.Describe(p.kernel)
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.JSON("model", p.model)
	f.JSON("kernel", kernel)
	f.Floats("noise", []float64{p.solution.v})
	f.Data(form.Data(p.data))
	f.JSON("rows", p.moments.n)
	f.Floats("g", p.moments.g.RawMatrix().Data)
	f.Floats("c", p.moments.c)
	f.Floats("yy", []float64{p.moments.yy})
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form, in O(d³) time.
// Where it fails p is unchanged.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	return form.Restore(p, b, formatVersion, readPosterior)
}

func readPosterior(r *form.Reader) (*Posterior, error) {
	p, spec := &Posterior{moments: &moments{c: r.Floats("c")}}, cov.Spec{}
	d := len(p.moments.c)
	r.JSON("model", &p.model)
	r.JSON("kernel", &spec)
	r.JSON("rows", &p.moments.n)
	p.data = gplib.Data(r.Data())
	p.moments.g = r.Dense("g", d, d)
	noise, yy := r.Vector("noise", 1), r.Vector("yy", 1)
	if r.Err() != nil {
		return nil, r.Err()
	}
	k, err := spec.Func()
	if err != nil {
		return nil, err
	}
	kernel, ok := k.(*Kernel)
	if !ok || kernel.features.Out() != d || !(noise[0] > 0) {
		return nil, errors.New("its kernel, moments and noise do not fit")
	}
	p.kernel, p.moments.yy = kernel, yy[0]
	p.solution, err = p.moments.at(noise[0])
	return p, err
}
