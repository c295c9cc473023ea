package worker

import "testing"

func TestStreamKeepsCharactersWhole(t *testing.T) {
	text := "a€\u0301𝄞ß\n"
	for size := 1; size <= len(text); size++ {
		s := &stream{}
		got := ""
		for data := []byte(text); len(data) > 0; data = data[min(size, len(data)):] {
			got += s.text(data[:min(size, len(data))])
		}
		if got += s.rest(); got != text {
			t.Errorf("in pieces of %d bytes it became %q", size, got)
		}
	}
}

func TestStreamReplacesWhatIsNoText(t *testing.T) {
	for data, want := range map[string]string{
		"\xff\xfeok":  "\uFFFDok",
		"ok\xe2\x82":  "ok\uFFFD",
		"\x80\x80":    "\uFFFD",
		"\xf0\x9d a":  "\uFFFD a",
		"good \u00e9": "good é",
	} {
		s := &stream{}
		if got := s.text([]byte(data)) + s.rest(); got != want {
			t.Errorf("%q became %q, want %q", data, got, want)
		}
	}
}
