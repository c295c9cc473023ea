package feature

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestMapsComeBackFromTheirText(t *testing.T) {
	for _, m := range []Map{
		MLP{Inputs: 3, Widths: []int{4, 2}, Activation: Tanh, LinearOutput: true}, Layer{Inputs: 2, Outputs: 3}, Scale{Inputs: 2},
		Fourier{Inputs: 2, Features: 4, Seed: 1 << 63},
		Chain{Scale{Inputs: 2}, Chain{MLP{Inputs: 2, Widths: []int{3}}, Fourier{Inputs: 3, Features: 6, Seed: 2}}},
	} {
		text, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(text)
		if err != nil || !reflect.DeepEqual(back, m) {
			t.Errorf("%v came back as %v (%v)", m, back, err)
		}
	}
	text, err := Encode(&Scale{Inputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if back, err := Decode(text); err != nil || back.String() != (Scale{Inputs: 2}).String() {
		t.Errorf("a pointer to a map came back as %v (%v)", back, err)
	}
}

// foreign is a map from outside the package.
type foreign struct{ Scale }

func (foreign) Init([]float64, *rand.Rand) {}

func TestWhatIsNoMapIsAnError(t *testing.T) {
	for _, m := range []Map{foreign{}, Chain{Scale{2}, foreign{}}} {
		if _, err := Encode(m); err == nil || !strings.Contains(err.Error(), "feature.foreign cannot be written") {
			t.Errorf("%T: the error is %v", m, err)
		}
	}
	for text, want := range map[string]string{
		`{"kind":"Deep"}`: `no map "Deep"`, `{`: "feature: ", `{"kind":"Scale","map":{"Inputs":0}}`: "Scale.Inputs is 0",
		`{"kind":"Chain"}`: "a Chain of no maps", `{"kind":"MLP","map":7}`: "feature: MLP", `{"kind":"Chain","parts":[{"kind":"x"}]}`: `no map "x"`,
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q in it", text, err, want)
		}
	}
}
