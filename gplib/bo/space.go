package bo

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"krigo/gplib/cov"
)

// Kind is the kind of a dimension.
type Kind string

const (
	// RealKind is a real number on a linear scale.
	RealKind Kind = "real"
	// LogKind is a positive number on a logarithmic scale.
	LogKind Kind = "log"
	// IntegerKind is a whole number.
	IntegerKind Kind = "integer"
	// CategoricalKind is one of several levels without an order.
	CategoricalKind Kind = "categorical"
)

// Dimension is one input of the function. [Real], [Log], [Integer] and [Categorical] make one.
type Dimension struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	// Lo and Hi are the bounds, both included; those of a categorical dimension are the positions of the first
	// and the last level.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// Levels are the names of the levels of a categorical dimension.
	Levels []string `json:"levels,omitempty"`
}

// Real returns a dimension of real numbers in [lo, hi].
func Real(name string, lo, hi float64) Dimension {
	return Dimension{Name: name, Kind: RealKind, Lo: lo, Hi: hi}
}

// Log returns a dimension of positive numbers in [lo, hi], on whose logarithm the function depends smoothly: rates,
// penalties, concentrations.
func Log(name string, lo, hi float64) Dimension {
	return Dimension{Name: name, Kind: LogKind, Lo: lo, Hi: hi}
}

// Integer returns a dimension of whole numbers in [lo, hi].
func Integer(name string, lo, hi int) Dimension {
	return Dimension{Name: name, Kind: IntegerKind, Lo: float64(lo), Hi: float64(hi)}
}

// Categorical returns a dimension of levels without an order.
func Categorical(name string, levels ...string) Dimension {
	return Dimension{Name: name, Kind: CategoricalKind, Hi: float64(len(levels) - 1), Levels: slices.Clone(levels)}
}

// mostInteger is the largest bound of an Integer dimension: well below it, neighbours differ as float64s.
const mostInteger = 1 << 50

func (d Dimension) check(i int) error {
	if d.Name == "" {
		return fmt.Errorf("bo: dimension %d has no name", i)
	}
	if math.IsNaN(d.Lo-d.Lo) || math.IsNaN(d.Hi-d.Hi) {
		return fmt.Errorf("bo: the bounds of %s are [%v, %v]; they must be finite", d.Name, d.Lo, d.Hi)
	}
	switch d.Kind {
	case RealKind, LogKind, IntegerKind:
		if !(d.Lo < d.Hi) {
			return fmt.Errorf("bo: the bounds of %s are [%v, %v]; the lower one must be the smaller", d.Name, d.Lo, d.Hi)
		}
		if d.Kind == LogKind && d.Lo <= 0 {
			return fmt.Errorf("bo: the lower bound of %s is %v; that of a Log dimension must be positive", d.Name, d.Lo)
		}
		if math.IsInf(d.Hi-d.Lo, 1) || d.Kind == LogKind && math.IsInf(d.Hi/d.Lo, 1) {
			return fmt.Errorf("bo: the bounds of %s are [%v, %v]; they are too far apart", d.Name, d.Lo, d.Hi)
		}
		if d.Kind == IntegerKind && max(-d.Lo, d.Hi) > mostInteger {
			return fmt.Errorf("bo: the bounds of %s are [%v, %v]; those of an Integer dimension must be within ±2^50", d.Name, d.Lo, d.Hi)
		}
		if d.Kind == IntegerKind && (d.Lo != math.Round(d.Lo) || d.Hi != math.Round(d.Hi)) {
			return fmt.Errorf("bo: the bounds of %s are [%v, %v]; those of an Integer dimension must be whole", d.Name, d.Lo, d.Hi)
		}
		return nil
	case CategoricalKind:
		return d.checkLevels()
	}
	return fmt.Errorf("bo: the kind of %s is %q; use Real, Log, Integer or Categorical", d.Name, d.Kind)
}

func (d Dimension) checkLevels() error {
	if len(d.Levels) < 2 {
		return fmt.Errorf("bo: %s has %d levels; a Categorical dimension needs two or more", d.Name, len(d.Levels))
	}
	for i, l := range d.Levels {
		if slices.Contains(d.Levels[:i], l) {
			return fmt.Errorf("bo: %s has the level %q twice", d.Name, l)
		}
	}
	if d.Lo != 0 || d.Hi != float64(len(d.Levels)-1) {
		return fmt.Errorf("bo: the bounds of %s are [%v, %v] for %d levels", d.Name, d.Lo, d.Hi, len(d.Levels))
	}
	return nil
}

// discrete reports whether the dimension has finitely many values.
func (d Dimension) discrete() bool { return d.Kind == IntegerKind || d.Kind == CategoricalKind }

// natural returns the value at the place t in [0, 1]: rounded, and inside the bounds, for every t. The place of a level
// is its position over that of the last one.
func (d Dimension) natural(t float64) float64 {
	t = min(max(t, 0), 1)
	v := d.Lo + t*(d.Hi-d.Lo)
	switch {
	case d.Kind == LogKind:
		v = math.Exp(math.Log(d.Lo) + t*math.Log(d.Hi/d.Lo))
	case d.Kind == CategoricalKind:
		v = math.Floor(t * float64(len(d.Levels))) // each level has the same share of [0, 1]
	case d.Kind == IntegerKind:
		v = math.Round(v)
	}
	return min(max(v, d.Lo), d.Hi)
}

// place returns the place of the value v in [0, 1].
func (d Dimension) place(v float64) float64 {
	if d.Kind == LogKind {
		return math.Log(v/d.Lo) / math.Log(d.Hi/d.Lo)
	}
	return (v - d.Lo) / (d.Hi - d.Lo)
}

// Linear is a linear constraint on the inputs: the sum of Coef[name] times the value of the dimension of that name is
// at most AtMost.
type Linear struct {
	Coef   map[string]float64 `json:"coef"`
	AtMost float64            `json:"atMost"`
}

// Space is the set of points that an optimisation considers. It is immutable.
type Space struct {
	dims   []Dimension
	linear []Linear
	// rows has the coefficients of the linear constraints, one for each dimension.
	rows [][]float64
	// first[k] is the first of the model's coordinates that belong to dimension k, and first[len(dims)] their number.
	first []int
}

// NewSpace returns the space of the dimensions. It fails if there are none, two have the same name, or a dimension has
// invalid bounds or levels.
func NewSpace(dims ...Dimension) (*Space, error) {
	if len(dims) == 0 {
		return nil, errors.New("bo: NewSpace was given no dimension")
	}
	s := &Space{dims: slices.Clone(dims), first: make([]int, len(dims)+1)}
	for i, d := range dims {
		if err := d.check(i); err != nil {
			return nil, err
		}
		if s.position(d.Name) != i {
			return nil, fmt.Errorf("bo: two dimensions have the name %q", d.Name)
		}
		s.first[i+1] = s.first[i] + max(1, len(d.Levels))
	}
	return s, nil
}

// Constrain returns the space with further linear constraints, which apply to real and integer dimensions. It fails if
// it finds no point that satisfies all of them.
func (s *Space) Constrain(constraints ...Linear) (*Space, error) {
	c := *s
	c.linear, c.rows = slices.Clone(s.linear), slices.Clone(s.rows)
	for _, l := range constraints {
		row, err := s.row(l)
		if err != nil {
			return nil, err
		}
		l.Coef = maps.Clone(l.Coef)
		c.linear, c.rows = append(c.linear, l), append(c.rows, row)
	}
	if _, err := c.draw(1, generator(0, 0)); err != nil {
		return nil, err
	}
	return &c, nil
}

// row returns the coefficients of a constraint.
func (s *Space) row(l Linear) ([]float64, error) {
	if math.IsNaN(l.AtMost) || math.IsInf(l.AtMost, 0) {
		return nil, fmt.Errorf("bo: AtMost of a linear constraint is %v; it must be finite", l.AtMost)
	}
	row := make([]float64, len(s.dims))
	for name, a := range l.Coef {
		k := s.position(name)
		switch {
		case k < 0:
			return nil, fmt.Errorf("bo: a linear constraint has the dimension %q; the space has %s", name, strings.Join(s.Names(), ", "))
		case s.dims[k].Kind == LogKind || s.dims[k].Kind == CategoricalKind:
			return nil, fmt.Errorf("bo: a linear constraint has the %s dimension %q; it can have real and integer ones", s.dims[k].Kind, name)
		case math.IsNaN(a - a):
			return nil, fmt.Errorf("bo: the coefficient of %s in a linear constraint is %v; it must be finite", name, a)
		}
		row[k] = a
	}
	if !slices.ContainsFunc(row, func(a float64) bool { return a != 0 }) {
		return nil, errors.New("bo: a linear constraint has no coefficient other than 0")
	}
	return row, nil
}

// Dimensions returns the dimensions, in their order.
func (s *Space) Dimensions() []Dimension { return slices.Clone(s.dims) }

// Names returns the names of the dimensions, in their order.
func (s *Space) Names() []string {
	names := make([]string, len(s.dims))
	for i, d := range s.dims {
		names[i] = d.Name
	}
	return names
}

// position returns the position of a dimension, -1 if there is none of that name.
func (s *Space) position(name string) int {
	return slices.IndexFunc(s.dims, func(d Dimension) bool { return d.Name == name })
}

// Level returns the level of the point x in the categorical dimension of the given name.
func (s *Space) Level(x []float64, name string) (string, error) {
	if err := s.Check(x); err != nil {
		return "", err
	}
	k := s.position(name)
	if k < 0 || s.dims[k].Kind != CategoricalKind {
		return "", fmt.Errorf("bo: there is no categorical dimension %q; the space has %s", name, strings.Join(s.Names(), ", "))
	}
	return s.dims[k].Levels[int(x[k])], nil
}

// Check returns an error that says why x is not a point of the space, or nil.
func (s *Space) Check(x []float64) error {
	if len(x) != len(s.dims) {
		return fmt.Errorf("bo: the point has %d values, the space has %d dimensions", len(x), len(s.dims))
	}
	for k, d := range s.dims {
		if !(x[k] >= d.Lo && x[k] <= d.Hi) {
			return fmt.Errorf("bo: %s is %v, outside [%v, %v]", d.Name, x[k], d.Lo, d.Hi)
		}
		if d.discrete() && x[k] != math.Round(x[k]) {
			return fmt.Errorf("bo: %s is %v; it must be a whole number", d.Name, x[k])
		}
	}
	for i := range s.rows {
		if v := s.sum(i, x); !(v <= s.linear[i].AtMost) {
			return fmt.Errorf("bo: the linear constraint %d has the value %v, more than %v", i, v, s.linear[i].AtMost)
		}
	}
	return nil
}

// sum returns the left-hand side of a linear constraint.
func (s *Space) sum(i int, x []float64) float64 {
	v := 0.0
	for k, a := range s.rows[i] {
		if a != 0 {
			v += a * x[k]
		}
	}
	return v
}

// satisfied reports whether the linear constraints hold at x, with its discrete values rounded.
func (s *Space) satisfied(x []float64) bool {
	x = slices.Clone(x)
	for k, d := range s.dims {
		if d.discrete() {
			x[k] = math.Round(x[k])
		}
	}
	for i := range s.rows {
		if !(s.sum(i, x) <= s.linear[i].AtMost) {
			return false
		}
	}
	return true
}

// String lists the dimensions with their bounds or levels.
func (s *Space) String() string {
	parts := make([]string, len(s.dims))
	for k, d := range s.dims {
		parts[k] = fmt.Sprintf("%s in [%v, %v]", d.Name, d.Lo, d.Hi)
		if d.Kind == CategoricalKind {
			parts[k] = d.Name + " in {" + strings.Join(d.Levels, ", ") + "}"
		}
	}
	return strings.Join(parts, ", ")
}

// Text returns x as words: the names of the dimensions with their values.
func (s *Space) Text(x []float64) string {
	if err := s.Check(x); err != nil {
		return fmt.Sprint(x)
	}
	parts := make([]string, len(x))
	for k, d := range s.dims {
		parts[k] = fmt.Sprintf("%s = %.6g", d.Name, x[k])
		if d.Kind == CategoricalKind {
			parts[k] = d.Name + " = " + d.Levels[int(x[k])]
		}
	}
	return strings.Join(parts, ", ")
}

// natural returns the point at the places t; see [Dimension.natural].
func (s *Space) natural(t []float64) []float64 {
	x := make([]float64, len(t))
	for k, d := range s.dims {
		x[k] = d.natural(t[k])
	}
	return x
}

// places returns the places of the point x.
func (s *Space) places(x []float64) []float64 {
	t := make([]float64, len(x))
	for k, d := range s.dims {
		t[k] = d.place(x[k])
	}
	return t
}

// settle moves the discrete places in t to those of the values that they are rounded to.
func (s *Space) settle(t []float64) {
	for k, d := range s.dims {
		if d.discrete() {
			t[k] = d.place(d.natural(t[k]))
		}
	}
}

// allowed reports whether the places t are a point of the space.
func (s *Space) allowed(t []float64) bool { return len(s.rows) == 0 || s.Check(s.natural(t)) == nil }

// level is the coordinate of a level: levels that differ are at the distance 1.
const level = 1 / math.Sqrt2

// encode writes the model's coordinates at the places t into z: those of a categorical dimension are one for each
// level, and an integer is rounded before the covariance function sees it (Garrido-Merchán and Hernández-Lobato 2020),
// so that the model is constant between integers.
func (s *Space) encode(z, t []float64) {
	for k, d := range s.dims {
		at := s.first[k]
		switch {
		case d.Kind == CategoricalKind:
			clear(z[at:s.first[k+1]])
			z[at+int(d.natural(t[k]))] = level
		case d.Kind == IntegerKind:
			z[at] = d.place(d.natural(t[k]))
		default:
			z[at] = t[k]
		}
	}
}

// inputs returns the model's coordinates of several points.
func (s *Space) inputs(places [][]float64) (*cov.Matrix, error) {
	rows := make([][]float64, len(places))
	for i, t := range places {
		rows[i] = make([]float64, s.coordinates())
		s.encode(rows[i], t)
	}
	return cov.Rows(rows)
}

// coordinates returns the number of the model's coordinates.
func (s *Space) coordinates() int { return s.first[len(s.dims)] }

// coordinateNames names the model's coordinates.
func (s *Space) coordinateNames() []string {
	var names []string
	for _, d := range s.dims {
		if d.Kind != CategoricalKind {
			names = append(names, d.Name)
			continue
		}
		for _, l := range d.Levels {
			names = append(names, d.Name+"="+l)
		}
	}
	return names
}
