package repl

import (
	"regexp"
	"strings"
	"testing"

	"krigo/cell"
)

// spaces is more than one space.
var spaces = regexp.MustCompile(" {2,}")

// narrow returns a formatter that makes of several spaces one in cells, but in those that
// begin with % or !.
func narrow(c cell.Cell) string {
	text := strings.TrimSpace(c.Source)
	if strings.HasPrefix(text, "%") || strings.HasPrefix(text, "!") {
		return c.Source
	}
	return spaces.ReplaceAllString(text, " ") + "\n"
}

func TestFormatScriptKeepsMarksAndComments(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"cells", "a  1\n// %%  one\nb  2", "a 1\n// %%  one\nb 2\n"},
		{"empty lines", "\n\na  1\n\n\n\n//%%\n\n\nb  2\n\n\n", "a 1\n\n//%%\n\nb 2\n"},
		{"text", "// %% [markdown]\n// #  Title  \n//\n//\n\n\n// %%\na  1\n", "// %% [markdown]\n// #  Title  \n//\n//\n\n\n// %%\na 1\n"},
		{"a first line for the shell", "#!/usr/bin/krigo  run\na  1\n", "#!/usr/bin/krigo  run\na 1\n"},
		{"commands", "// %%\n%%writefile  f\n\na  1\n\n\n\n// %%\n!ls   a\n", "// %%\n%%writefile  f\n\na  1\n\n\n\n// %%\n!ls   a\n"},
		{"lines of Windows", "a  1\r\n// %%\r\nb  2\r\n", "a 1\n// %%\nb 2\n"},
		{"a program", "package  main\nfunc main(){}\n", "package main\n\nfunc main() {}\n"},
		{"a program with a first line", "#!/usr/bin/env -S krigo run\n\npackage  main\nfunc main(){}\n", "#!/usr/bin/env -S krigo run\npackage main\n\nfunc main() {}\n"},
		{"a mark in a function", "package main\nfunc main(){\n// %% one\n}\n", "package main\n\nfunc main() {\n\t// %% one\n}\n"},
		{"marks between declarations", "package main\n// %% [markdown]\n// a:\n// - b\n// %%\nfunc  main() {}\n", "package main\n// %% [markdown]\n// a:\n// - b\n// %%\nfunc main() {}\n"},
		{"a library", "package  p\n", "package p\n"},
		{"nothing", "", ""},
	} {
		if got, err := FormatScript("a.go", c.source, narrow); err != nil || got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
		if again, err := FormatScript("a.go", c.want, narrow); err != nil || again != c.want {
			t.Errorf("%s: again it is\n%q\nwant\n%q", c.name, again, c.want)
		}
	}
}

// A formatter finds faults at the lines of the file.
func TestFormatScriptGivesCellsTheLinesOfTheFile(t *testing.T) {
	FormatScript("a.go", "#!/x\na\n// %%\n\nb\n", func(c cell.Cell) string {
		if i := strings.Index(c.Source, "b"); i >= 0 && strings.Count(c.Source[:i], "\n") != 4 {
			t.Errorf("b is in the cell %q", c.Source)
		}
		return c.Source
	})
}

// Whatever the text, what is formatted stays so, and its marks are kept.
func FuzzFormatScript(f *testing.F) {
	for _, source := range []string{
		"a\n// %%\n\n\nb", "#!x\npackage main\n// %% y\nfunc main() {}", "package main\nfunc main(){\n// %%\n}", "#!", "`\n// %%\n`", "// %%\n// %%\r\n%%bash\n\n",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		once, err := FormatScript("a.go", source, narrow)
		if err != nil {
			return // it cannot be cut into cells
		}
		if again, err := FormatScript("a.go", once, narrow); err != nil || again != once {
			t.Errorf("%q\nis formatted as %q\nthen as         %q", source, once, again)
		}
		if before, after := strings.Count(source, "%%"), strings.Count(once, "%%"); before != after {
			t.Errorf("%q is formatted as %q", source, once)
		}
	})
}
