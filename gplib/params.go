package gplib

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Params lists the parameters of the mean, the covariance function and the
// noise, in that order. The slice is the caller's own.
func (m Model) Params() []cov.Param {
	var ps []cov.Param
	if m.Mean != nil {
		ps = append(ps, m.Mean.Params()...)
	}
	if m.Cov != nil {
		ps = append(ps, m.Cov.Params()...)
	}
	if m.Noise != nil {
		ps = append(ps, m.Noise.Params()...)
	}
	return ps
}

// With returns a copy of the model with the natural values theta, in the
// order of Params. It panics where len(theta) is not len(m.Params()).
func (m Model) With(theta []float64) Model {
	if want := len(m.Params()); len(theta) != want {
		panic(fmt.Sprintf("gplib: With has %d values for %d parameters", len(theta), want))
	}
	mean, kernel, noise := m.Layout().Split(theta)
	if m.Mean != nil {
		m.Mean = m.Mean.With(mean)
	}
	if m.Cov != nil {
		m.Cov = m.Cov.With(kernel)
	}
	if m.Noise != nil {
		m.Noise = m.Noise.With(noise)
	}
	return m
}

// Param returns the parameter of the given name, such as "lengthscale". Part
// of a name will do where it selects one parameter (see [cov.Fix]). The
// error lists the names that there are.
func (m Model) Param(name string) (cov.Param, error) {
	i, err := m.find(name)
	if err != nil {
		return cov.Param{}, err
	}
	return m.Params()[i], nil
}

// Set returns a copy of the model with another value of the parameter that
// name selects, as in [Model.Param].
func (m Model) Set(name string, value float64) (Model, error) {
	i, err := m.find(name)
	if err != nil {
		return Model{}, err
	}
	theta := m.Theta()
	theta[i] = value
	changed := m.With(theta)
	if err := changed.Params()[i].Check(); err != nil {
		return Model{}, fmt.Errorf("gplib: %w", err)
	}
	return changed, nil
}

// Theta returns the natural values of all parameters, in the order of Params.
func (m Model) Theta() []float64 {
	ps := m.Params()
	theta := make([]float64, len(ps))
	for i, p := range ps {
		theta[i] = p.Value
	}
	return theta
}

// find returns the position of the parameter of that name, else of the one
// that the name selects.
func (m Model) find(name string) (int, error) {
	ps := m.Params()
	names := paramNames(ps)
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	found := -1
	for i := range ps {
		switch {
		case !param.Selects(name, names[i]):
		case found >= 0:
			return 0, fmt.Errorf("gplib: the name %q selects both %s and %s", name, names[found], names[i])
		default:
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("gplib: no parameter %q; there are %s", name, strings.Join(names, ", "))
	}
	return found, nil
}

// Check tells what is wrong with the model, or why it cannot take x.
func (m Model) Check(x cov.Inputs) error {
	if m.Cov == nil {
		return errors.New("gplib: the model has no covariance function (Cov is nil)")
	}
	if m.Noise == nil {
		return errors.New("gplib: the model has no noise (Noise is nil); gplib.Gaussian(variance) is one")
	}
	if err := checkInputs(x); err != nil {
		return err
	}
	if err := m.Cov.Check(x); err != nil {
		return err
	}
	if m.Mean != nil {
		if err := m.Mean.Check(x); err != nil {
			return err
		}
	}
	if err := m.Noise.Check(x); err != nil {
		return err
	}
	for _, p := range m.Params() {
		if err := p.Check(); err != nil {
			return fmt.Errorf("gplib: %w", err)
		}
	}
	return nil
}

// checkAll checks the data, the model and that they fit.
func (m Model) checkAll(d Data) error {
	if err := d.Check(); err != nil {
		return err
	}
	return m.Check(d.X)
}

// CheckAt tells why a posterior of the model, conditioned at z, cannot predict
// at x, or nil: what [Model.Check] tells, and another dimension, of which some
// covariance functions do not know.
func (m Model) CheckAt(x, z cov.Inputs) error {
	if err := m.Check(x); err != nil {
		return err
	}
	a, ok := x.(*cov.Matrix)
	b, too := z.(*cov.Matrix)
	if ok && too && a.Dim() != b.Dim() {
		return fmt.Errorf("gplib: the inputs have dimension %d, the model was conditioned at dimension %d", a.Dim(), b.Dim())
	}
	return nil
}

// String shows the model's parts.
func (m Model) String() string {
	s := fmt.Sprintf("f ~ GP(%s, %v)", meanText(m.Mean), m.Cov)
	if m.Noise != nil {
		s += fmt.Sprintf(", y = f + e, %v", m.Noise)
	}
	return s
}

func meanText(m Mean) string {
	if m == nil {
		return "0"
	}
	return fmt.Sprint(m)
}

func paramNames(ps []cov.Param) []string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.Name
	}
	return names
}
