// Package form is the binary format of gplib and its methods: a kind, named sections,
// and a checksum.
//
// A form is the eight bytes "krigo-gp", the version of the form (2), the kind of the
// contents with its version, sections, and the CRC-64 (ECMA) of all preceding bytes.
// Kind and section names are text, preceded by its length. A section is a name, a
// letter for the type of its content, the content's length in bytes (uint64), and the
// content: 'j' is JSON, 'f' IEEE 754 float64, 'b' bytes. Whole numbers are uint32
// unless said otherwise; all are little-endian.
//
// Forms of earlier versions of the library begin with other bytes or another version; a
// [Cursor] reads them.
package form

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc64"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/internal/kind"
)

const (
	magic   = "krigo-gp"
	version = 2
)

var table = crc64.MakeTable(crc64.ECMA)

// Writer writes a form. Its methods keep the first error for Seal.
type Writer struct {
	kind string
	b    []byte
	err  error
}

// New begins the form of v at the version of its kind.
func New(v any, kindVersion int) *Writer {
	w := &Writer{kind: kind.Of(v), b: binary.LittleEndian.AppendUint32([]byte(magic), version)}
	w.text(w.kind)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(kindVersion))
	return w
}

func (w *Writer) text(s string) {
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(len(s)))
	w.b = append(w.b, s...)
}

// begin writes a section's head.
func (w *Writer) begin(name string, of byte, length int) {
	w.text(name)
	w.b = binary.LittleEndian.AppendUint64(append(w.b, of), uint64(length))
}

// Bytes writes a section of bytes.
func (w *Writer) Bytes(name string, b []byte) {
	w.begin(name, 'b', len(b))
	w.b = append(w.b, b...)
}

// JSON writes a section that is v in JSON.
func (w *Writer) JSON(name string, v any) {
	text, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.begin(name, 'j', len(text))
	w.b = append(w.b, text...)
}

// Floats writes a section of the numbers of all parts, one after another.
func (w *Writer) Floats(name string, parts ...[]float64) {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	w.begin(name, 'f', 8*n)
	w.b = slices.Grow(w.b, 8*n+crc64.Size) // large ones are copied once
	for _, part := range parts {
		for _, v := range part {
			w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v))
		}
	}
}

// inputs is the part of some inputs that is not numbers.
type inputs struct {
	Len        int            `json:"len"`
	Dim        int            `json:"dim,omitempty"`
	Strings    cov.Strings    `json:"strings,omitempty"`
	Categories cov.Categories `json:"categories,omitempty"`
	// Functionals is nil for inputs of another kind.
	Functionals *cov.FunctionalInputs `json:"functionals,omitempty"`
	Space
}

// Inputs writes two sections for x: a matrix, strings, categories, functionals, or nil.
func (w *Writer) Inputs(name string, x cov.Inputs) {
	var columns [][]float64
	head := inputs{}
	switch x := x.(type) {
	case nil:
	case *cov.Matrix:
		head.Len, head.Dim = x.Dims()
		head.Space = SpaceOf(x)
		for k := range head.Dim {
			columns = append(columns, x.Column(k))
		}
	case cov.Strings:
		head.Len, head.Strings = x.Len(), x
	case cov.Categories:
		head.Len, head.Categories = x.Len(), x
	case *cov.FunctionalInputs:
		head.Len, head.Functionals = x.Len(), x
	default:
		if w.err == nil {
			w.err = fmt.Errorf("inputs of type %T cannot be written", x)
		}
	}
	w.JSON(name, head)
	w.Floats(name+".columns", columns...)
}

// Data are inputs, their observations and the name of the observed quantity: gplib.Data, which imports this package.
type Data struct {
	X      cov.Inputs
	Y      []float64
	Target string
}

// Data writes the sections "x" and "y", and "target" where that has a name.
func (w *Writer) Data(d Data) {
	w.Floats("y", d.Y)
	w.Inputs("x", d.X)
	if d.Target != "" {
		w.JSON("target", d.Target)
	}
}

// Given writes the sections of a model and its data, which [RestoreGiven] reads.
func (w *Writer) Given(model any, d Data) {
	w.JSON("model", model)
	w.Data(d)
}

// Seal returns the form, or the first error of its sections.
func (w *Writer) Seal() ([]byte, error) {
	if w.err != nil {
		return nil, fmt.Errorf("writing a %s: %w", w.kind, w.err)
	}
	return binary.LittleEndian.AppendUint64(w.b, crc64.Checksum(w.b, table)), nil
}
