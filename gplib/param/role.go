package param

// Role is the meaning of a parameter. From it and the data learners derive its start
// and its bounds.
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
	// RoleScale is a standard deviation of the noise, or a like measure of its spread, in
	// the unit of y.
	RoleScale
	// RoleShape is a positive number without a unit that shapes a likelihood, such as
	// degrees of freedom.
	RoleShape
	// RoleAmplitude is a factor of f, in the unit of y, that may be negative.
	RoleAmplitude
)

// As returns the parameter with a role.
func (p Param) As(r Role) Param {
	p.Role = r
	return p
}
