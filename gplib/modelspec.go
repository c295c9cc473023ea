package gplib

import (
	"fmt"

	"krigo/gplib/cov"
	"krigo/gplib/param"
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
		mean, err := describeMean(m.Mean)
		if err != nil {
			return s, err
		}
		s.Mean = &mean
	}
	s.Noise, err = describeNoise(m.Noise)
	return s, err
}

func describeMean(m Mean) (partSpec, error) {
	ps, err := param.Describe(m.Params())
	s := partSpec{Params: ps}
	switch m := m.(type) {
	case constantMean:
		s.Kind = "constant"
	case polynomialMean:
		s.Kind, s.Whole = "polynomial", m.degree
	case shiftedMean:
		s.Kind, s.By = "shifted", m.by
		if m.base == nil {
			return s, err
		}
		base, err := describeMean(m.base)
		s.Base = &base
		return s, err
	default:
		return s, fmt.Errorf("gplib: a mean of type %T cannot be written", m)
	}
	return s, err
}

func describeNoise(n Noise) (partSpec, error) {
	ps, err := param.Describe(n.Params())
	s := partSpec{Params: ps}
	switch n := n.(type) {
	case gaussian:
		s.Kind = "gaussian"
	case pointNoise:
		s.Kind, s.Whole = "point", n.dim
	case groupNoise:
		s.Kind, s.Whole = "group", n.dim
	default:
		return s, fmt.Errorf("gplib: a noise of type %T cannot be written", n)
	}
	return s, err
}

// model is the inverse of describe.
func (s saved) model() (Model, error) {
	var m Model
	var err error
	if m.Cov, err = s.Cov.Func(); err != nil {
		return m, err
	}
	if m.Noise, err = s.Noise.noise(); err != nil {
		return m, err
	}
	if s.Mean != nil {
		m.Mean, err = s.Mean.mean()
	}
	return m, err
}

// params are those of a part, all of one role, which older files do not tell.
func (s partSpec) params(r param.Role) ([]cov.Param, error) {
	ps, err := param.Restore(s.Params)
	for i := range ps {
		ps[i].Role = r
	}
	return ps, err
}

func (s partSpec) mean() (Mean, error) {
	ps, err := s.params(param.RoleMean)
	switch {
	case err != nil:
		return nil, err
	case s.Kind == "constant" && len(ps) == 1:
		return constantMean{ps[0]}, nil
	case s.Kind == "polynomial":
		return polynomialMean{s.Whole, ps}, nil
	case s.Kind == "shifted" && s.Base == nil:
		return shiftedMean{nil, s.By}, nil
	case s.Kind == "shifted":
		base, err := s.Base.mean()
		return shiftedMean{base, s.By}, err
	}
	return nil, fmt.Errorf("there is no mean %q of %d parameters", s.Kind, len(ps))
}

func (s partSpec) noise() (Noise, error) {
	ps, err := s.params(param.RoleNoise)
	switch {
	case err != nil:
		return nil, err
	case s.Kind == "gaussian" && len(ps) == 1:
		return gaussian{ps[0]}, nil
	case s.Kind == "point" && len(ps) == 1:
		return pointNoise{s.Whole, ps[0].As(param.RoleNone)}, nil
	case s.Kind == "group":
		return groupNoise{s.Whole, ps}, nil
	}
	return nil, fmt.Errorf("there is no noise %q of %d parameters", s.Kind, len(ps))
}
