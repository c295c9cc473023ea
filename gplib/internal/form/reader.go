package form

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/internal/kind"
)

// Cursor takes values from the front of some bytes; Err says that there were too few.
type Cursor struct {
	Rest []byte
	Err  error
}

// Take takes n bytes.
func (c *Cursor) Take(n int) []byte {
	if c.Err == nil && (n < 0 || n > len(c.Rest)) {
		c.Err = fmt.Errorf("%d bytes are left, but %d are announced", len(c.Rest), n)
	}
	if c.Err != nil {
		return nil
	}
	taken := c.Rest[:n:n]
	c.Rest = c.Rest[n:]
	return taken
}

// Whole takes a whole number of 32 bits.
func (c *Cursor) Whole() int {
	if b := c.Take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// Long takes a whole number of 64 bits; one that is not an int is -1.
func (c *Cursor) Long() int {
	b := c.Take(8)
	if b == nil {
		return 0
	}
	v := binary.LittleEndian.Uint64(b)
	if v > math.MaxInt {
		return -1
	}
	return int(v)
}

// Floats takes n numbers, n < 0 if a product of sizes overflowed.
func (c *Cursor) Floats(n int) []float64 {
	if n > math.MaxInt/8 {
		n = -1
	}
	return floatsOf(c.Take(8 * n))
}

func floatsOf(b []byte) []float64 {
	if len(b) == 0 {
		return nil
	}
	v := make([]float64, len(b)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v
}

func (c *Cursor) text() string { return string(c.Take(c.Whole())) }

// Reader is a form that was read. Its methods keep the first error.
type Reader struct {
	// Kind is the kind of the contents, and Version the version of the kind.
	Kind     string
	Version  int
	sections map[string]section
	err      error
}

type section struct {
	kind    byte
	content []byte
}

// Is reports whether b begins as a form does, of this version or a newer one.
func Is(b []byte) bool {
	rest, found := strings.CutPrefix(string(b[:min(len(b), len(magic)+4)]), magic)
	return found && len(rest) == 4 && binary.LittleEndian.Uint32([]byte(rest)) > 1
}

// Parse reads a form of any kind. The errors say what b is instead.
func Parse(b []byte) (*Reader, error) {
	if !Is(b) {
		return nil, errors.New("this is not a binary form of this library, or it is truncated")
	}
	c := &Cursor{Rest: b[len(magic):]}
	if v := c.Whole(); v != version {
		return nil, fmt.Errorf("version %d of the form; this library reads %d", v, version)
	}
	c.Rest = c.Rest[:max(0, len(c.Rest)-8)]
	r := &Reader{Kind: c.text(), Version: c.Whole(), sections: map[string]section{}}
	for c.Err == nil && len(c.Rest) > 0 {
		name, of := c.text(), c.Take(1)
		content := c.Take(c.Long())
		if c.Err == nil {
			r.sections[name] = section{of[0], content}
		}
	}
	switch {
	case c.Err != nil:
		return nil, fmt.Errorf("it is truncated or damaged: %w", c.Err)
	case crc64.Checksum(b[:len(b)-8], table) != binary.LittleEndian.Uint64(b[len(b)-8:]):
		return nil, errors.New("it is damaged or truncated: its checksum is wrong")
	}
	return r, nil
}

// Read reads a form of the kind of v, at its newest version or an older one.
func Read(b []byte, v any, newest int) (*Reader, error) {
	r, err := Parse(b)
	switch {
	case err != nil:
		return nil, err
	case r.Kind != kind.Of(v):
		return nil, fmt.Errorf("this is a %s, not a %s", r.Kind, kind.Of(v))
	case r.Version < 1 || r.Version > newest:
		return nil, fmt.Errorf("version %d; this library reads 1 to %d", r.Version, newest)
	}
	return r, nil
}

// Restore replaces dst by the value that read makes of a form of its kind. If reading
// or a section fails, dst is unchanged.
func Restore[T any](dst *T, b []byte, newest int, read func(r *Reader) (*T, error)) error {
	r, err := Read(b, dst, newest)
	if err != nil {
		return fmt.Errorf("reading a %s: %w", kind.Of(dst), err)
	}
	v, err := read(r)
	if err = cmp.Or(r.err, err); err != nil {
		return fmt.Errorf("reading a %s: %w", r.Kind, err)
	}
	*dst = *v
	return nil
}

// RestoreGiven is [Restore] for a form with the sections of [Writer.Given]: read takes the model and the data, and
// further sections from r.
func RestoreGiven[T, M any, D ~struct {
	X      cov.Inputs
	Y      []float64
	Target string
}](dst *T, b []byte, newest int, read func(m M, d D, r *Reader) (*T, error)) error {
	return Restore(dst, b, newest, func(r *Reader) (*T, error) {
		var m M
		r.JSON("model", &m)
		d := D(r.Data())
		if r.err != nil {
			return nil, r.err
		}
		return read(m, d, r)
	})
}

// Err returns the first error of the requested sections.
func (r *Reader) Err() error { return r.err }

// Has reports whether there is a section.
func (r *Reader) Has(name string) bool { return r.sections[name].kind != 0 }

func (r *Reader) content(name string, of byte) []byte {
	s := r.sections[name]
	if s.kind != of && r.err == nil {
		r.err = fmt.Errorf("it has no section %q of type %q", name, of)
	}
	if r.err != nil {
		return nil
	}
	return s.content
}

// Bytes returns a section of bytes.
func (r *Reader) Bytes(name string) []byte { return r.content(name, 'b') }

// JSON reads a section into v.
func (r *Reader) JSON(name string, v any) {
	if text := r.content(name, 'j'); r.err == nil {
		r.err = json.Unmarshal(text, v)
	}
}

// Floats returns a section of numbers.
func (r *Reader) Floats(name string) []float64 { return floatsOf(r.content(name, 'f')) }

// Vector returns a section of n numbers.
func (r *Reader) Vector(name string, n int) []float64 {
	v := r.Floats(name)
	if r.err == nil && len(v) != n {
		r.err = fmt.Errorf("%q has %d numbers, not %d", name, len(v), n)
	}
	return v
}

// Dense returns a section of rows × columns numbers by rows, nil after an error.
func (r *Reader) Dense(name string, rows, columns int) *mat.Dense {
	if rows < 1 || columns < 1 || rows > math.MaxInt32 || columns > math.MaxInt32 {
		r.err = errors.Join(r.err, fmt.Errorf("%q of %d × %d numbers", name, rows, columns))
	}
	v := r.Vector(name, rows*columns)
	if r.err != nil {
		return nil
	}
	return mat.NewDense(rows, columns, v)
}

// Data returns the data written by [Writer.Data].
func (r *Reader) Data() Data {
	d := Data{X: r.Inputs("x"), Y: r.Floats("y")}
	if r.Has("target") {
		r.JSON("target", &d.Target)
	}
	return d
}

// Inputs returns the inputs written by [Writer.Inputs].
func (r *Reader) Inputs(name string) cov.Inputs {
	var head inputs
	r.JSON(name, &head)
	switch {
	case r.err != nil || head.Len == 0 && head.Dim == 0:
		return nil
	case head.Strings != nil:
		return head.Strings
	case head.Categories != nil:
		return head.Categories
	case head.Functionals != nil:
		return head.Functionals
	}
	points := r.points(name+".columns", head.Len, head.Dim)
	if r.err != nil {
		return nil
	}
	var x cov.Inputs
	x, r.err = head.Space.Of(points)
	return x
}

// points returns n points of dimension d, by dimension.
func (r *Reader) points(name string, n, d int) *cov.Matrix {
	if n == 0 && d > 0 && d <= math.MaxInt32 {
		return nowhere(d)
	}
	transposed := r.Dense(name, d, n)
	if r.err != nil {
		return nil
	}
	return cov.Points(transposed.T())
}
