package textwidth

import "testing"

func TestWidths(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "Größe": 5, "e\u0301te\u0301": 3, "東京": 4, "ﾃｽﾄ": 3, "±1 ≈ 2…": 7, "─▁█": 3, "👍🏽": 2,
	} {
		if got := Of(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestCuts(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"abc", 3, "abc"},
		{"abcdef", 4, "abc…"},
		{"abc def", 5, "abc…"},
		{"東京都", 4, "東…"},
		{"東京都", 3, "東…"},
		{"e\u0301te\u0301s", 3, "e\u0301t…"},
		{"area 12.345", 9, "area…"},
		{"area 12.3 m", 10, "area 12.3…"},
		{"12345", 3, "…"},
		{"abc", 0, ""},
	} {
		got := Cut(c.text, c.columns)
		if got != c.want || Of(got) > c.columns {
			t.Errorf("%q in %d columns: got %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

func TestWraps(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"one two three", 20, "one two three"},
		{"one two three", 8, "one two\nthree"},
		{"one two three", 7, "one two\nthree"},
		{"  one two three", 8, "  one\n  two\n  three"},
		{"incomprehensibility is", 5, "incomprehensibility\nis"},
		{"東京 大阪 京都", 9, "東京 大阪\n京都"},
		{"a  b", 4, "a  b"}, // what fits is kept as it is
		{"one two\nthree four", 7, "one two\nthree\nfour"},
	} {
		if got := Wrap(c.text, c.columns); got != c.want {
			t.Errorf("%q in %d columns: got %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}
