package words

import "testing"

func TestBytesHasThreeDigitsAndAUnit(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 2913718: "2.91 MB", 999_700: "1 MB", 5e12: "5 TB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) is %q, want %q", n, got, want)
		}
	}
}

func TestNearestIsWithinOneEditInThreeLetters(t *testing.T) {
	names := []string{"autompg", "autos", "yacht"}
	for name, want := range map[string]string{"autompgg": "autompg", "Yacth": "yacht", "auto": "autos", "yacht": "", "kin40k": ""} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) is %q, want %q", name, got, want)
		}
	}
}
