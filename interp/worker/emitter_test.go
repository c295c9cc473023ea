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

func TestStreamKeepsWhatIsNoText(t *testing.T) {
	for _, data := range []string{"\xff\xfeok", "ok\xe2\x82", "\x80\x80", "\xf0\x9d a", "good \u00e9"} {
		s := &stream{}
		if got := s.text([]byte(data)) + s.rest(); got != data {
			t.Errorf("%q became %q", data, got)
		}
	}
}
