package history

import "testing"

// The expectations are SQLite's: select 'text' glob 'pattern'.
func TestGlobMatchesAsSQLiteDoes(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a\nb", true},
		{"a*c", "abbc", true}, {"a*c", "abcd", false}, {"a?c", "abc", true}, {"a?c", "ac", false}, {"?", "é", true},
		{"[abc]x", "bx", true}, {"[abc]x", "dx", false}, {"[a-c]", "b", true}, {"[^a-c]", "b", false}, {"[^a-c]", "d", true},
		{"[]]", "]", true}, {"[^]]", "a", true}, {"[^]]", "]", false}, {"[[]", "[", true}, {"[.]", "a", false},
		{"a.c", "abc", false}, {"A", "a", false}, {"a/b*", "a/b/c", true}, {`\*`, `\x`, true}, {"x(1)", "x(1)", true},
		{"a[b", "a[b", false}, {"[", "", false}, {"[^", "", false},
	} {
		matcher, err := glob(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
		} else if got := matcher.MatchString(c.text); got != c.want {
			t.Errorf("%q glob %q is %v", c.text, c.pattern, got)
		}
	}
}
