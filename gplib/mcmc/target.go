package mcmc

// Target is a probability density on ℝ^q, known up to a factor.
type Target interface {
	// Names returns the names of the values that [Target.Natural] returns.
	Names() []string
	// Start returns a point of ℝ^q near which chains begin.
	Start() []float64
	// LogDensity returns log p(u) plus any constant and writes its gradient
	// into grad, of length q. It is -Inf where p is 0 or cannot be computed;
	// grad is not read then.
	LogDensity(grad, u []float64) float64
	// Natural returns the values to record at u, one a name.
	Natural(u []float64) []float64
}

// Scaled is a Target that knows its approximate variances. Samplers then use
// these as their metric, at the start and again half-way through warm-up,
// instead of variances of the draws: for targets of many dimensions, whose
// scales few draws cannot determine, a Fisher information serves.
type Scaled interface {
	Target
	// Variances writes the variances of the coordinates into dst, of length
	// q, as they are near u. They are positive.
	Variances(dst, u []float64)
}

// Positive is a Target that knows which of its values, one a name, move on a
// logarithmic scale: figures draw them on one.
type Positive interface {
	Target
	Positive() []bool
}

// Concurrent is a Target that reports whether it is safe for concurrent use.
type Concurrent interface {
	Target
	Concurrent() bool
}

// Density is a [Target] made from a function. All its fields are required.
type Density struct {
	// Name holds the names of the coordinates.
	Name []string
	// At is the point near which chains begin.
	At []float64
	// Log is [Target.LogDensity].
	Log func(grad, u []float64) float64
}

// Names returns the names of the coordinates.
func (d Density) Names() []string { return d.Name }

// Start returns At.
func (d Density) Start() []float64 { return d.At }

// LogDensity calls Log.
func (d Density) LogDensity(grad, u []float64) float64 { return d.Log(grad, u) }

// Natural returns a copy of u.
func (d Density) Natural(u []float64) []float64 { return append([]float64(nil), u...) }
