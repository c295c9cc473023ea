package gplib

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"krigo/gplib/internal/form"
)

// kinds are the types of the posteriors that can be read, by form.KindOf.
var kinds sync.Map

func init() { RegisterPosterior(&Exact{}) }

// RegisterPosterior tells [Load] of a kind of posterior: p is a pointer to a
// value of its type, of which it reads the type only. Packages of posteriors
// call it when they are initialised.
func RegisterPosterior(p Savable) { kinds.Store(form.KindOf(p), reflect.TypeOf(p).Elem()) }

// wrapped is the section that holds what a posterior from outside this library
// makes of itself.
const wrapped = "posterior"

// Save writes a posterior, which must be [Savable]: it predicts the same where
// [Load] reads it.
func Save(w io.Writer, p Posterior) error {
	s, ok := p.(Savable)
	if !ok {
		return fmt.Errorf("gplib: Save: a posterior of type %T cannot be written; it is not Savable", p)
	}
	kind := form.KindOf(p)
	if _, known := kinds.Load(kind); !known {
		return fmt.Errorf("gplib: Save: Load could not read a %T again; RegisterPosterior(&%s{}) makes it known", p, kind)
	}
	b, err := s.MarshalBinary()
	if err != nil {
		return fmt.Errorf("gplib: Save: %w", err)
	}
	if r, err := form.Parse(b); err != nil || r.Kind != kind {
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

// Load reads what [Save] wrote, the binary form of any posterior of this
// library and the JSON form of an [Exact]. The package of the posterior's type
// must be imported, if only by its name _; the error says which it is.
func Load(r io.Reader) (Posterior, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("gplib: Load: %w", err)
	}
	kind, content, err := contentOf(b)
	if err != nil {
		return nil, fmt.Errorf("gplib: Load: %w", err)
	}
	t, known := kinds.Load(kind)
	if !known {
		return nil, fmt.Errorf("gplib: Load: there is a %s in it; import _ %q to read it", kind, kind[:max(0, strings.LastIndex(kind, "."))])
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

// contentOf is the kind of what is in b and what its UnmarshalBinary reads.
func contentOf(b []byte) (kind string, content []byte, err error) {
	switch {
	case bytes.HasPrefix(b, []byte("{")), isFormat1(b):
		return form.KindOf(&Exact{}), b, nil
	case bytes.HasPrefix(b, []byte("krigogrf")): // format 1
		return "krigo/gplib/grief.Posterior", b, nil
	}
	r, err := form.Parse(b)
	if err != nil || !r.Has(wrapped) {
		if r != nil {
			kind = r.Kind
		}
		return kind, b, err
	}
	content = r.Bytes(wrapped)
	return r.Kind, content, r.Err()
}
