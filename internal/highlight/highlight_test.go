package highlight

import (
	"strings"
	"testing"
)

func TestGoClasses(t *testing.T) {
	const source = "func f(x int) { // why\n\treturn g(x, 'a', \"s\", 1.5e3, `raw`) }\n/* end */"
	classes := map[string]Class{}
	for _, s := range Go(source) {
		classes[s.Text] = s.Class
	}
	for text, want := range map[string]Class{
		"func": Keyword, "return": Keyword, "f": Call, "g": Call, "x": Plain, "// why": Comment,
		"'a'": String, `"s"`: String, "`raw`": String, "1.5e3": Number, "/* end */": Comment,
	} {
		if classes[text] != want {
			t.Errorf("%q is %q, want %q", text, classes[text], want)
		}
	}
}

func FuzzSpansJoinToTheSource(f *testing.F) {
	for _, seed := range []string{"", "x := 1", "\"open", "`raw\r\nline`", "/* open", "ü(", "\xff\x00", "a\n\n b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var b strings.Builder
		for _, s := range Go(source) {
			b.WriteString(s.Text)
		}
		if b.String() != source {
			t.Errorf("%q became %q", source, b.String())
		}
	})
}
