package feature

import (
	"bytes"
	"testing"
)

// FuzzDecode: any text is a map that passes its check, and is written and read as it is, or an error.
func FuzzDecode(f *testing.F) {
	for _, m := range []Map{
		MLP{Inputs: 3, Widths: []int{4, 2}, Activation: Tanh}, Fourier{Inputs: 2, Features: 4, Seed: 1},
		Chain{Scale{Inputs: 2}, Layer{Inputs: 2, Outputs: 3}},
	} {
		text, err := Encode(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"kind":"MLP","map":{"Inputs":1000000000,"Widths":[1000000000]}}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Decode(text)
		if err != nil {
			return
		}
		once, err := Encode(m)
		if err != nil {
			t.Fatalf("%q cannot be written: %v", text, err)
		}
		back, err := Decode(once)
		if err != nil {
			t.Fatalf("%q cannot be read: %v", once, err)
		}
		if twice, err := Encode(back); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%q becomes %q (%v)", once, twice, err)
		}
	})
}
