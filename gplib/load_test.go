package gplib_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/internal/form"
)

// mine is a posterior from outside the library, with a form of its own.
type mine struct {
	*gplib.Exact
	note string
}

func (m *mine) MarshalBinary() ([]byte, error) {
	b, err := m.Exact.MarshalBinary()
	return append([]byte(m.note+"\n"), b...), err
}

func (m *mine) UnmarshalBinary(b []byte) error {
	note, rest, found := bytes.Cut(b, []byte("\n"))
	if !found {
		return errors.New("it is none of mine")
	}
	m.note, m.Exact = string(note), new(gplib.Exact)
	return m.Exact.UnmarshalBinary(rest)
}

// unknown is not registered.
type unknown struct{ *gplib.Exact }

func saveAndLoad(t *testing.T, p gplib.Posterior) gplib.Posterior {
	t.Helper()
	var b bytes.Buffer
	if err := gplib.Save(&b, p); err != nil {
		t.Fatal(err)
	}
	read, err := gplib.Load(&b)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestSavedPosteriorsAreLoaded(t *testing.T) {
	gplib.RegisterPosterior(&mine{})
	for _, e := range savedPosteriors(t) {
		for _, p := range []gplib.Posterior{e, &mine{e, "of mine"}} {
			read := saveAndLoad(t, p)
			if m, ok := p.(*mine); ok && read.(*mine).note != m.note {
				t.Errorf("the note is %q", read.(*mine).note)
			}
			want, _ := p.Predict(e.Data().X)
			got, err := read.Predict(e.Data().X)
			if err != nil || !slices.Equal(got.Mean, want.Mean) || !slices.Equal(got.VarY, want.VarY) {
				t.Errorf("means %v and %v (%v)", got.Mean, want.Mean, err)
			}
		}
	}
}

func TestOldFilesAreLoaded(t *testing.T) {
	for _, name := range []string{"trend.gp", "trend.json", "labels.gp", "labels.json"} {
		b, err := os.ReadFile("testdata/format1-" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gplib.Load(bytes.NewReader(b)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatCannotBeSavedOrLoadedIsSaid(t *testing.T) {
	e := savedPosteriors(t)[0]
	var b bytes.Buffer
	for want, p := range map[string]gplib.Posterior{
		"it is not Savable":                        struct{ gplib.Posterior }{e},
		"RegisterPosterior(&gplib_test.unknown{})": &unknown{e},
	} {
		if err := gplib.Save(&b, p); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("error %v, want %q in it; %d bytes", err, want, b.Len())
		}
	}
	other, err := form.New(&unknown{}, 1).Seal()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := e.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	damaged[len(damaged)/2] ^= 1
	for want, b := range map[string][]byte{
		`import _ "krigo/gplib_test" to read it`: other,
		"not a binary form":                      []byte("a text"),
		"truncated":                              whole[:len(whole)-3],
		"checksum":                               damaged,
		"krigo/gplib/grief\" to read it":         []byte("krigogrf\x01\x00\x00\x00"),
	} {
		if _, err := gplib.Load(bytes.NewReader(b)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
