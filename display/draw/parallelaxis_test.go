package draw

import "testing"

func TestPowersOfTenAreWrittenFlat(t *testing.T) {
	for label, want := range map[string]string{
		"10⁻⁴": "1e−4", "10⁰": "1", "10¹": "10", "10¹²": "1e12", "3×10⁻⁷": "3e−7", "0.01": "0.01", "periodic": "periodic", "": "",
	} {
		if got := flat(label); got != want {
			t.Errorf("%q is written %q, want %q", label, got, want)
		}
	}
}
