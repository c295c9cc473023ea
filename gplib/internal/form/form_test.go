package form

import (
	"bytes"
	"encoding/binary"
	"hash/crc64"
	"math"
	"reflect"
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/internal/kind"
)

// thing is a value to write.
type thing struct{ Name string }

func whole(t *testing.T) []byte {
	t.Helper()
	w := New(&thing{}, 3)
	w.JSON("name", thing{"some"})
	w.Floats("numbers", []float64{1, math.Inf(1)}, nil, []float64{-0.5})
	w.Floats("none")
	w.Bytes("bytes", []byte("abc"))
	w.Inputs("x", cov.Points(cov.Grid(0, 1, 3)))
	w.Inputs("text", cov.Strings{"a", "b"})
	w.Inputs("labels", cov.Categories{{"a", "b"}})
	w.Inputs("functionals", someFunctionals())
	w.Inputs("nil", nil)
	b, err := w.Seal()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSectionsComeBack(t *testing.T) {
	r, err := Read(whole(t), thing{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	var name thing
	r.JSON("name", &name)
	for what, pair := range map[string][2]any{
		"JSON":        {name, thing{"some"}},
		"numbers":     {r.Vector("numbers", 3), []float64{1, math.Inf(1), -0.5}},
		"dense":       {r.Dense("numbers", 3, 1).RawMatrix().Data, []float64{1, math.Inf(1), -0.5}},
		"none":        {r.Floats("none"), []float64(nil)},
		"bytes":       {r.Bytes("bytes"), []byte("abc")},
		"matrix":      {r.Inputs("x"), cov.Inputs(cov.Grid(0, 1, 3))},
		"strings":     {r.Inputs("text"), cov.Inputs(cov.Strings{"a", "b"})},
		"categories":  {r.Inputs("labels"), cov.Inputs(cov.Categories{{"a", "b"}})},
		"functionals": {r.Inputs("functionals"), cov.Inputs(someFunctionals())},
		"nothing":     {r.Inputs("nil"), nil},
		"kind":        {r.Kind, kind.Own("gplib/internal/form.thing")},
		"error":       {r.Err(), nil},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: %v, not %v", what, pair[0], pair[1])
		}
	}
	if !r.Has("none") || r.Has("other") {
		t.Error("sections that are there, or not")
	}
}

func TestWhatIsNoFormIsAnError(t *testing.T) {
	good := whole(t)
	for cut := range good {
		if _, err := Parse(good[:cut]); err == nil {
			t.Fatalf("read of the first %d of %d bytes", cut, len(good))
		}
	}
	for at := range good {
		bad := bytes.Clone(good)
		bad[at] ^= 1
		if _, err := Parse(bad); err == nil {
			t.Fatalf("read with byte %d of %d changed", at, len(good))
		}
	}
	// Lengths that run over, with a checksum that is right.
	for at := len(magic); at < len(good)-16; at++ {
		bad := bytes.Clone(good[:len(good)-8])
		binary.LittleEndian.PutUint64(bad[at:], math.MaxUint64)
		r, err := Parse(binary.LittleEndian.AppendUint64(bad, crc64.Checksum(bad, table)))
		if err != nil {
			continue
		}
		r.Inputs("x")
		r.Floats("numbers")
	}
	for want, read := range map[string]func() error{
		"this is a " + kind.Of(thing{}) + ", not a " + kind.Of(Writer{}): func() error { _, err := Read(good, Writer{}, 3); return err },
		"version 3; this library reads 1 to 2":                           func() error { _, err := Read(good, thing{}, 2); return err },
		`no section "other" of type 'f'`: func() error {
			r, _ := Parse(good)
			r.Floats("other")
			return r.Err()
		},
		`no section "bytes" of type 'f'`: func() error {
			r, _ := Parse(good)
			r.Vector("bytes", 1)
			return r.Err()
		},
		`"numbers" has 3 numbers, not 4`: func() error {
			r, _ := Parse(good)
			r.Dense("numbers", 2, 2)
			return r.Err()
		},
		"inputs of type *cov.Graphs cannot be written": func() error {
			w := New(thing{}, 1)
			w.Inputs("x", &cov.Graphs{})
			_, err := w.Seal()
			return err
		},
	} {
		if err := read(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func someFunctionals() *cov.FunctionalInputs {
	return cov.Functionals(cov.At(1, 2), cov.Derivative([]float64{0.1, 3}, 0, 2), cov.Integral([]float64{0, 1}, 0, -1, 2).Times(0.5).Minus(cov.At(0, 0)))
}
