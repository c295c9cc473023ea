package textwidth

import "testing"

func TestNothingThatIsVisibleSteersATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"größe\t1":                               "größe\t1",
		"\x1b]52;c;QQ==\a\r\nforged\x7f\u009b2J": "^[]52;c;QQ==^G^M^Jforged<7f><9b>2J",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"größe":                                   "größe",
		"\x1b[1;38;5;131mError\x1b[0m: no":        "\x1b[1;38;5;131mError\x1b[0m: no",
		"\x1b[31mred\x1b]0;title\a\x1b[2J\x1b[1A": "\x1b[31mred^[]0;title^G^[[2J^[[1A\x1b[0m",
		"\x1b[31m\x1b[2J\x1b[0m\r":                "\x1b[31m^[[2J\x1b[0m^M",
		"\x1b[8m":                                 "\x1b[8m\x1b[0m",
	} {
		if got := VisibleInColour(text); got != want {
			t.Errorf("in colour, %q is %q, want %q", text, got, want)
		}
	}
	if got, want := VisibleText("a\x1b\nb"), "a^[\nb"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
