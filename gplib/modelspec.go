package gplib

import (
	"krigo/gplib/cov"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
)

// describe is the model as data.
func (m Model) describe() (saved, error) {
	s := saved{Format: formatName, Version: FormatVersion}
	k, err := cov.Describe(m.Cov)
	if err != nil {
		return s, err
	}
	s.Cov = k
	if m.Mean != nil {
		of, err := mean.Describe(m.Mean)
		if err != nil {
			return s, err
		}
		s.Mean = &of
	}
	s.Noise, err = noise.Describe(m.Noise)
	return s, err
}

// model is the inverse of describe.
func (s saved) model() (Model, error) {
	var m Model
	var err error
	if m.Cov, err = s.Cov.Func(); err != nil {
		return m, err
	}
	if m.Noise, err = s.Noise.Func(); err != nil {
		return m, err
	}
	if s.Mean != nil {
		m.Mean, err = s.Mean.Func()
	}
	return m, err
}
