package gplib

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
	"krigo/gplib/internal/kind"
	"krigo/gplib/lik"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
)

// FormatVersion is the version of the formats that [Exact] is written in. Newer
// versions are refused, older ones are read.
//
// The JSON form is one object: "format" ("krigo-gp"), "version", "mean", "cov"
// ([cov.Spec]), "noise" or "likelihood", the names of its "inputs" where they have some, and the data:
// "y" and its name "target", and one of "x" (rows, with their "names", and the "means"
// and "stds" by which they were standardised), "strings" and "categories". The binary
// form follows package gplib/internal/form, which documents the layout, with the
// JSON form of the model and the data by dimension. Neither holds the factor of the
// covariance matrix: reading takes the O(n³) time of [Condition].
const FormatVersion = 2

const formatName = "krigo-gp"

// saved is the JSON form.
type saved struct {
	Format     string         `json:"format"`
	Version    int            `json:"version"`
	Mean       *mean.Spec     `json:"mean,omitempty"`
	Cov        cov.Spec       `json:"cov"`
	Noise      *noise.Spec    `json:"noise,omitempty"`
	Likelihood *lik.Spec      `json:"likelihood,omitempty"`
	Inputs     []string       `json:"inputs,omitempty"`
	Target     string         `json:"target,omitempty"`
	Y          []float64      `json:"y,omitempty"`
	X          [][]float64    `json:"x,omitempty"`
	Strings    cov.Strings    `json:"strings,omitempty"`
	Categories cov.Categories `json:"categories,omitempty"`
	form.Space
}

// MarshalJSON returns the posterior's JSON form (see [FormatVersion]). It
// fails for parts and inputs from outside gplib and cov, which it cannot
// describe.
func (e *Exact) MarshalJSON() ([]byte, error) {
	s, err := e.model.describe()
	if err != nil {
		return nil, err
	}
	s.Y, s.Target, s.Space = e.data.Y, e.data.Target, form.SpaceOf(e.data.X)
	switch x := e.data.X.(type) {
	case *cov.Matrix:
		s.X = make([][]float64, x.Len())
		for i := range s.X {
			s.X[i] = x.Row(i)
		}
	case cov.Strings:
		s.Strings = x
	case cov.Categories:
		s.Categories = x
	default:
		return nil, fmt.Errorf("gplib: inputs of type %T cannot be written", x)
	}
	return json.Marshal(s)
}

// UnmarshalJSON replaces e by the posterior of a JSON form. It fails if text is not
// such a form, is of a newer version or is inconsistent; e is unchanged then.
func (e *Exact) UnmarshalJSON(text []byte) error {
	s, err := readSaved(text)
	if err != nil {
		return err
	}
	x, err := s.inputs()
	if err != nil {
		return err
	}
	m, err := s.model()
	if err != nil {
		return fmt.Errorf("gplib: reading a posterior: %w", err)
	}
	return e.restore(m, Data{X: x, Y: s.Y, Target: s.Target})
}

// MarshalJSON returns the model's JSON form: that of [Exact] without data.
// It fails for parts from outside gplib and cov, which it cannot describe.
func (m Model) MarshalJSON() ([]byte, error) {
	s, err := m.describe()
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// UnmarshalJSON replaces m by the model of a JSON form, also of an [Exact]. If it
// fails, m is unchanged.
func (m *Model) UnmarshalJSON(text []byte) error {
	s, err := readSaved(text)
	if err != nil {
		return err
	}
	read, err := s.model()
	if err != nil {
		return fmt.Errorf("gplib: reading a model: %w", err)
	}
	*m = read
	return nil
}

func readSaved(text []byte) (saved, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("gplib: reading a posterior: %w", err)
	}
	if s.Format != formatName {
		return s, fmt.Errorf("gplib: reading a posterior: the format is %q, not %q", s.Format, formatName)
	}
	if s.Version < 1 || s.Version > FormatVersion {
		return s, fmt.Errorf("gplib: reading a posterior: version %d; this library reads 1 to %d", s.Version, FormatVersion)
	}
	return s, nil
}

func (s saved) inputs() (cov.Inputs, error) {
	switch {
	case s.Strings != nil:
		return s.Strings, nil
	case s.Categories != nil:
		return s.Categories, nil
	}
	points, err := cov.Rows(s.X)
	if err != nil || points.Dim() == 0 {
		return points, err
	}
	return s.Space.Of(points)
}

func (e *Exact) restore(m Model, d Data) error {
	read, err := Condition(m, d)
	if err != nil {
		return fmt.Errorf("gplib: reading a posterior: %w", err)
	}
	*e = *read
	return nil
}

// MarshalBinary returns the posterior's binary form, which [Load] reads too.
// It fails where MarshalJSON does.
func (e *Exact) MarshalBinary() ([]byte, error) {
	f := form.New(e, FormatVersion)
	f.Given(e.model, form.Data(e.data))
	return f.Seal()
}

// UnmarshalBinary replaces e by the posterior of a binary form, of format 1 too. It
// returns the errors of UnmarshalJSON.
func (e *Exact) UnmarshalBinary(b []byte) error {
	if isFormat1(b) {
		m, d, err := readFormat1(b)
		if err != nil {
			return fmt.Errorf("gplib: reading a posterior: %w", err)
		}
		return e.restore(m, d)
	}
	return form.RestoreGiven(e, b, FormatVersion, func(m Model, d Data, _ *form.Reader) (*Exact, error) {
		return Condition(m, d)
	})
}

// isFormat1 reports whether b begins as the binary form of an Exact of format 1.
func isFormat1(b []byte) bool {
	return bytes.HasPrefix(b, []byte(formatName+"\x01\x00\x00\x00"))
}

// readFormat1 reads what followed the version in format 1: the length of the
// JSON form without numbers, that form, n, d, and y and x by dimension.
func readFormat1(b []byte) (m Model, d Data, err error) {
	c := &form.Cursor{Rest: b[len(formatName)+4:]}
	text := c.Take(c.Whole())
	n, dim := c.Whole(), c.Whole()
	d.Y = c.Floats(n)
	columns := c.Floats(n * dim)
	if c.Err != nil {
		return m, d, c.Err
	}
	s, err := readSaved(text)
	if err != nil {
		return m, d, err
	}
	if m, err = s.model(); err != nil {
		return m, d, err
	}
	if n*dim > 0 {
		d.X = cov.Points(mat.NewDense(dim, n, columns).T())
		return m, d, nil
	}
	d.X, err = s.inputs()
	return m, d, err
}

// describe returns the model as data.
func (m Model) describe() (saved, error) {
	s := saved{Format: formatName, Version: FormatVersion, Inputs: m.Inputs}
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
	if m.Lik != nil {
		of, err := lik.Describe(m.Lik)
		if err != nil {
			return s, err
		}
		s.Likelihood = &of
	}
	if m.Noise != nil || m.Lik == nil {
		of, err := noise.Describe(m.Noise)
		if err != nil {
			return s, err
		}
		s.Noise = &of
	}
	return s, nil
}

// model returns the inverse of describe.
func (s saved) model() (Model, error) {
	m := Model{Inputs: s.Inputs}
	err := cov.CheckNames(s.Inputs)
	if err != nil {
		return m, err
	}
	if m.Cov, err = s.Cov.Func(); err != nil {
		return m, err
	}
	switch {
	case s.Noise != nil:
		m.Noise, err = s.Noise.Func()
	case s.Likelihood == nil:
		err = errors.New("there is neither a noise nor a likelihood")
	}
	if err != nil {
		return m, err
	}
	if s.Likelihood != nil {
		if m.Lik, err = s.Likelihood.Func(); err != nil {
			return m, err
		}
	}
	if s.Mean != nil {
		m.Mean, err = s.Mean.Func()
	}
	return m, err
}

// kinds are the types of the posteriors that can be read, by kind.Of.
var kinds sync.Map

func init() { RegisterPosterior(&Exact{}) }

// RegisterPosterior registers a kind of posterior for [Load]: p is a pointer to a value
// of the type; only the type is read. Packages of posteriors call it when they are
// initialised.
func RegisterPosterior(p Savable) { kinds.Store(kind.Of(p), reflect.TypeOf(p).Elem()) }

// wrapped is the section with the encoding that a posterior from outside this library
// makes itself.
const wrapped = "posterior"

// Save writes a posterior, which must be [Savable]: it predicts the same after [Load].
func Save(w io.Writer, p Posterior) error {
	s, ok := p.(Savable)
	if !ok {
		return fmt.Errorf("gplib: Save: a posterior of type %T cannot be written; it is not Savable", p)
	}
	is := kind.Of(p)
	if _, known := kinds.Load(is); !known {
		return fmt.Errorf("gplib: Save: Load could not read a %T back; register it with RegisterPosterior(&%s{})", p, strings.TrimPrefix(fmt.Sprintf("%T", p), "*"))
	}
	b, err := s.MarshalBinary()
	if err != nil {
		return fmt.Errorf("gplib: Save: %w", err)
	}
	if r, err := form.Parse(b); err != nil || r.Kind != is {
		f := form.New(p, 1)
		f.Bytes(wrapped, b)
		if b, err = f.Seal(); err != nil {
			return fmt.Errorf("gplib: Save: %w", err)
		}
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("gplib: Save: %w", err)
	}
	return nil
}

// Load reads the output of [Save], the binary form of any posterior of this library and
// the JSON form of an [Exact]. The package of the posterior's type must be imported, if
// only by its name _; the error names it.
func Load(r io.Reader) (Posterior, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("gplib: Load: %w", err)
	}
	is, content, err := contentOf(b)
	if err != nil {
		return nil, fmt.Errorf("gplib: Load: %w", err)
	}
	t, known := kinds.Load(is)
	if !known {
		return nil, fmt.Errorf("gplib: Load: it contains a %s; import _ %q to read it", is, kind.Package(is))
	}
	p := reflect.New(t.(reflect.Type)).Interface().(Savable)
	read := p.UnmarshalBinary
	if e, ok := p.(*Exact); ok && bytes.HasPrefix(content, []byte("{")) {
		read = e.UnmarshalJSON
	}
	if err := read(content); err != nil {
		return nil, fmt.Errorf("gplib: Load: %w", err)
	}
	return p, nil
}

// contentOf returns the kind of what is in b and what its UnmarshalBinary reads.
func contentOf(b []byte) (is string, content []byte, err error) {
	switch {
	case bytes.HasPrefix(b, []byte("{")), isFormat1(b):
		return kind.Of(&Exact{}), b, nil
	case bytes.HasPrefix(b, []byte("krigogrf")): // format 1
		return kind.Own("gplib/grief.Posterior"), b, nil
	}
	r, err := form.Parse(b)
	if err != nil || !r.Has(wrapped) {
		if r != nil {
			is = r.Kind
		}
		return is, b, err
	}
	content = r.Bytes(wrapped)
	return r.Kind, content, r.Err()
}
