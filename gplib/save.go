package gplib

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// FormatVersion is the version of the formats that [Exact] is written in.
// Files of a newer version are refused.
//
// The JSON form is one object: "format" ("krigo-gp"), "version", "mean",
// "cov" ([cov.Spec]), "noise", and the data: "y" and one of "x" (rows),
// "strings" and "categories". The binary form is the eight bytes "krigo-gp",
// the version, the length of the JSON form without "x" and "y", that form,
// n and d (0 where x is no matrix), y and x by dimension; whole numbers are
// little-endian uint32, others little-endian IEEE 754 float64. Neither holds
// the factor of the covariance matrix: reading takes the O(n³) time of
// [Condition].
const FormatVersion = 1

const formatName = "krigo-gp"

// saved is the JSON form.
type saved struct {
	Format     string         `json:"format"`
	Version    int            `json:"version"`
	Mean       *partSpec      `json:"mean,omitempty"`
	Cov        cov.Spec       `json:"cov"`
	Noise      partSpec       `json:"noise"`
	Y          []float64      `json:"y,omitempty"`
	X          [][]float64    `json:"x,omitempty"`
	Strings    cov.Strings    `json:"strings,omitempty"`
	Categories cov.Categories `json:"categories,omitempty"`
}

// partSpec describes a mean or a noise: Whole is its degree or dimension.
type partSpec struct {
	Kind   string       `json:"kind"`
	Whole  int          `json:"whole,omitempty"`
	Params []param.Spec `json:"params"`
}

// MarshalJSON returns the posterior's JSON form (see [FormatVersion]). It
// fails for parts and inputs from outside gplib and cov, which it cannot
// describe.
func (e *Exact) MarshalJSON() ([]byte, error) {
	s, err := e.model.describe()
	if err != nil {
		return nil, err
	}
	s.Y = e.data.Y
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

// UnmarshalJSON replaces e by the posterior of a JSON form. It fails where
// text is none, is of a newer version, or does not fit together; e is
// unchanged then.
func (e *Exact) UnmarshalJSON(text []byte) error {
	s, err := readSaved(text)
	if err != nil {
		return err
	}
	x, err := s.inputs()
	if err != nil {
		return err
	}
	return e.restore(s, Data{X: x, Y: s.Y})
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

// UnmarshalJSON replaces m by the model of a JSON form, which may be that of
// an [Exact]. Where it fails m is unchanged.
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
	return cov.Rows(s.X)
}

func (e *Exact) restore(s saved, d Data) error {
	m, err := s.model()
	if err != nil {
		return fmt.Errorf("gplib: reading a posterior: %w", err)
	}
	read, err := Condition(m, d)
	if err != nil {
		return fmt.Errorf("gplib: reading a posterior: %w", err)
	}
	*e = *read
	return nil
}

// MarshalBinary returns the posterior's binary form (see [FormatVersion]).
func (e *Exact) MarshalBinary() ([]byte, error) {
	s, err := e.model.describe()
	if err != nil {
		return nil, err
	}
	d := 0
	switch x := e.data.X.(type) {
	case *cov.Matrix:
		d = x.Dim()
	case cov.Strings:
		s.Strings = x
	case cov.Categories:
		s.Categories = x
	default:
		return nil, fmt.Errorf("gplib: inputs of type %T cannot be written", x)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("gplib: writing a posterior: %w", err)
	}
	b := append([]byte(formatName), make([]byte, 0, 16+len(text)+8*len(e.data.Y)*(1+d))...)
	b = binary.LittleEndian.AppendUint32(b, FormatVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(e.data.Y)))
	b = binary.LittleEndian.AppendUint32(b, uint32(d))
	b = appendFloats(b, e.data.Y)
	for k := range d {
		b = appendFloats(b, e.data.X.(*cov.Matrix).Column(k))
	}
	return b, nil
}

func appendFloats(b []byte, v []float64) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// UnmarshalBinary replaces e by the posterior of a binary form. Its errors
// are those of UnmarshalJSON.
func (e *Exact) UnmarshalBinary(b []byte) error {
	r := &binaryReader{rest: b}
	if string(r.take(len(formatName))) != formatName {
		return errors.New("gplib: reading a posterior: this is not its binary form")
	}
	if version := r.whole(); r.err == nil && (version < 1 || version > FormatVersion) {
		return fmt.Errorf("gplib: reading a posterior: version %d; this library reads 1 to %d", version, FormatVersion)
	}
	text := r.take(r.whole())
	n, d := r.whole(), r.whole()
	y := r.floats(n)
	columns := make([][]float64, 0)
	for k := 0; k < d && r.err == nil; k++ {
		columns = append(columns, r.floats(n))
	}
	if r.err != nil {
		return fmt.Errorf("gplib: reading a posterior: %w", r.err)
	}
	s, err := readSaved(text)
	if err != nil {
		return err
	}
	if d > 0 {
		s.X = transposed(columns, n)
	}
	x, err := s.inputs()
	if err != nil {
		return err
	}
	return e.restore(s, Data{X: x, Y: y})
}

func transposed(columns [][]float64, n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, len(columns))
		for k, c := range columns {
			rows[i][k] = c[i]
		}
	}
	return rows
}

// binaryReader takes what there is; err says that there was less.
type binaryReader struct {
	rest []byte
	err  error
}

func (r *binaryReader) take(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.rest)) {
		r.err = fmt.Errorf("%d bytes are left where %d are announced", len(r.rest), n)
	}
	if r.err != nil {
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *binaryReader) whole() int {
	if b := r.take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (r *binaryReader) floats(n int) []float64 {
	b := r.take(8 * n)
	v := make([]float64, len(b)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v
}
