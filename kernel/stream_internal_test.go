package kernel

import (
	"encoding/json"
	"reflect"
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

// Every byte of ASCII is escaped or not as encoding/json does it, wherever it is among others.
func TestEveryCharacterIsQuoted(t *testing.T) {
	for _, around := range []string{"a", " ", "~", "\x7f", "!", "#", "[", "]", "é"} {
		for c := range byte(0x80) {
			for at := range 60 {
				text := strings.Repeat(around, at) + string(rune(c)) + strings.Repeat(around, 59-at)
				var got string
				if err := json.Unmarshal(append(appendQuoted([]byte(`"`), text), '"'), &got); err != nil || got != text {
					t.Fatalf("%q became %q, %v", text, got, err)
				}
			}
		}
	}
}

// A display with long texts is the same JSON as encoding/json makes of it.
func TestDisplayContentIsItsBundleInJSON(t *testing.T) {
	long := strings.Repeat("<p class=\"é\">\\ \u2028</p>\n\t", longText/16)
	for name, data := range map[string]map[string]any{
		"short":              {"text/plain": "a"},
		"one long text":      {"text/html": long},
		"long and short":     {"text/html": long, "text/plain": "a", "application/json": map[string]any{"b": []any{1.5}}},
		"two long texts":     {"text/html": long, "image/svg+xml": long + "<svg>", "text/plain": "a"},
		"a type with quotes": {`x/"y"`: long},
		"not UTF-8":          {"text/html": long + "\xff", "text/plain": "a"},
	} {
		d := displayContent{Data: data, Metadata: map[string]any{"isolated": true}, Transient: map[string]string{"display_id": "1"}}
		want, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := marshal(d.encode())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var a, b any
		if err := json.Unmarshal(got, &a); err != nil {
			t.Errorf("%s: %v in %.80s", name, err, got)
		} else if err := json.Unmarshal(want, &b); err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: became %.80s, want %.80s", name, got, want)
		}
	}
}
