package lineedit

import "testing"

func TestNewLinesAreIndented(t *testing.T) {
	for before, want := range map[string]string{
		"x := 1":                       "",
		"if x {":                       "\t",
		"if x { // why":                "\t",
		"\tif x {\t":                   "\t\t",
		"\tcase 1:":                    "\t\t",
		"\tdefault:":                   "\t\t",
		"f(\n\t1,":                     "\t",
		"x := []int{":                  "\t",
		"s := `if x {":                 "",
		"/* f(":                        "",
		"s := \"{":                     "",
		"label:":                       "",
		"m := map[string]int{\"a\": 1": "",
	} {
		if got := newIndent(before); got != want {
			t.Errorf("after %q %q, want %q", before, got, want)
		}
	}
}

func TestClosingLinesAreDedented(t *testing.T) {
	for source, want := range map[string]string{
		"if x {\n\t}":                     "",
		"if x {\n\tfor {\n\t\tf()\n\t\t}": "\t",
		"f(\n\t\t)":                       "",
		"switch x {\n\tcase 1:":           "",
		"switch x {\ncase 1:\n\tdefault:": "",
	} {
		if got, ok := dedented(source); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", source, got, ok, want)
		}
	}
	for _, source := range []string{"}", "if x {\n\tf()}", "f()\n\t}", "s := `\n\t}", "switch x {\n\ta:"} {
		if got, ok := dedented(source); ok {
			t.Errorf("%q is dedented to %q", source, got)
		}
	}
}
