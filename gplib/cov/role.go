package cov

import "slices"

// Role is what a parameter means, on which hang the rules of learners: where it
// may start and how far it may go, given data.
type Role int

const (
	// RoleNone has no rule.
	RoleNone Role = iota
	// RoleVariance is a variance of f, in the square of the unit of y.
	RoleVariance
	// RoleNoise is a variance of the noise, in the square of the unit of y.
	RoleNoise
	// RoleLengthscale is in the unit of the inputs.
	RoleLengthscale
	// RolePeriod is in the unit of the inputs.
	RolePeriod
	// RoleFrequency is in the inverse of the unit of the inputs.
	RoleFrequency
	// RoleLocation is a place among the inputs.
	RoleLocation
	// RoleMean is a coefficient of a mean function that is linear in it.
	RoleMean
)

// As returns the parameter with a role.
func (p Param) As(r Role) Param {
	p.Role = r
	return p
}

// as gives all of ps a role. Where they are several, each belongs to the
// coordinate of its number.
func as(r Role, ps []Param) []Param {
	for i := range ps {
		ps[i].Role = r
		if len(ps) > 1 {
			ps[i].Dims = []int{i}
		}
	}
	return ps
}

// onDims are the parameters of a function of some coordinates.
func onDims(ps []Param, dims []int) []Param {
	for i, p := range ps {
		of := dims
		if p.Dims != nil {
			of = nil
			for _, d := range p.Dims {
				if d < len(dims) { // Check tells where not
					of = append(of, dims[d])
				}
			}
		}
		ps[i].Dims = of
	}
	return ps
}

// ofFeatures are the parameters of a function of features, whose unit is not that
// of the inputs.
func ofFeatures(ps []Param) []Param {
	for i, p := range ps {
		if p.Role != RoleVariance {
			ps[i].Role, ps[i].Dims = RoleNone, nil
		}
	}
	return ps
}

// tieRoles is the first of parameters that are one, of all their coordinates.
func tieRoles(p, other Param) Param {
	switch {
	case p.Role != other.Role:
		p.Role, p.Dims = RoleNone, nil
	case p.Dims == nil || other.Dims == nil:
		p.Dims = nil
	default:
		p.Dims = slices.Concat(p.Dims, other.Dims)
	}
	return p
}
