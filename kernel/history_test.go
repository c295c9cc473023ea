package kernel

import "testing"

func TestHistory(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for _, code := range []string{"value a", "print b", "value a", "fail c", "value [d]"} {
			c.replyTo(c.request(shell, "execute_request", content(map[string]any{"code": code})))
		}
		for _, q := range []struct{ request, history string }{
			{`"hist_access_type":"tail","n":2`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"tail","n":99`, `[[1,1,"value a"],[1,2,"print b"],[1,3,"value a"],[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"tail","n":-1`, `[]`},
			{`"hist_access_type":"tail","n":2,"output":true`, `[[1,4,["fail c",null]],[1,5,["value [d]","[d]"]]]`},
			{`"hist_access_type":"range","session":0,"start":2,"stop":4`, `[[1,2,"print b"],[1,3,"value a"]]`},
			{`"hist_access_type":"range","session":1,"start":4`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"range","session":1,"start":4,"stop":null`, `[[1,4,"fail c"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"range","session":7,"start":1,"stop":3`, `[]`},
			{`"hist_access_type":"search","pattern":"value*"`, `[[1,1,"value a"],[1,3,"value a"],[1,5,"value [d]"]]`},
			{`"hist_access_type":"search","pattern":"value a","unique":true`, `[[1,3,"value a"]]`},
			{`"hist_access_type":"search","pattern":"*","n":1`, `[[1,5,"value [d]"]]`},
			{`"hist_access_type":"search","pattern":"value"`, `[]`},
		} {
			c.says(c.request(shell, "history_request", "{"+q.request+"}"), `{"history":`+q.history+`,"status":"ok"}`)
		}
	})
}

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
