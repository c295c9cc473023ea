package kernel

import (
	"encoding/json"
	"strings"
	"testing"
)

// encoding/json reads back the text of a stream message.
func TestStreamContentIsItsTextInJSON(t *testing.T) {
	var all strings.Builder
	for r := range rune(0x300) {
		all.WriteRune(r)
	}
	for _, pieces := range [][]string{
		{"a line\n"}, {"a", "", "b\n", `"quoted"`, `back\slash`}, {all.String()}, {"\u2028\u2029\uFFFD€𝄞"},
		{strings.Repeat("\x1b[1m\t", 5000), "\n\n"}, {"\n"}, {`\u0041`},
	} {
		s := streamContent{name: "stderr"}
		for range 2 { // the second has nothing of the first
			for _, p := range pieces {
				s.append(p)
			}
			var got map[string]string
			if err := json.Unmarshal(s.take(), &got); err != nil {
				t.Fatalf("%.40q: %v", pieces, err)
			}
			if want := strings.Join(pieces, ""); len(got) != 2 || got["name"] != "stderr" || got["text"] != want {
				t.Errorf("%.40q became %.80q", want, got)
			}
		}
	}
}
