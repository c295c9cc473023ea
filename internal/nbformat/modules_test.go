package nbformat

import (
	"strings"
	"testing"

	"krigo/cell"
)

func TestModulesAreKeptInTheMetadata(t *testing.T) {
	want := cell.Modules{
		GoMod: "module notebook\n\ngo 1.26\n\nrequire example.com/a v1.0.0\n",
		GoSum: "example.com/a v1.0.0 h1:x\nexample.com/a v1.0.0/go.mod h1:y\n",
	}
	nb := New()
	nb.Metadata = map[string]any{"krigo": map[string]any{"other": true}, "title": "t"}
	before := nb.Metadata
	nb.KeepModules(want)
	if _, changed := before["krigo"].(map[string]any)["modules"]; changed {
		t.Error("metadata were changed, not replaced")
	}
	raw, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := read.Modules(); err != nil || got != want {
		t.Errorf("the modules are %+v, %v; want %+v", got, err, want)
	}
	read.KeepModules(cell.Modules{})
	if got, err := read.Modules(); err != nil || got != (cell.Modules{}) {
		t.Errorf("after their removal, the modules are %+v, %v", got, err)
	}
	if section := read.Metadata["krigo"]; section.(map[string]any)["other"] != true || read.Metadata["title"] != "t" {
		t.Errorf("the other metadata are %v", read.Metadata)
	}
}

func TestMalformedModulesAreAnError(t *testing.T) {
	for _, c := range []struct {
		files any
		want  string
	}{
		{"x", "want an object with the lines of go.mod and go.sum"},
		{map[string]any{"go.mod": "module x"}, "metadata krigo.modules: go.mod: want a list"},
		{map[string]any{"go.sum": []any{1}}, "metadata krigo.modules: go.sum"},
	} {
		nb := New()
		nb.Metadata["krigo"] = map[string]any{"modules": c.files}
		if _, err := nb.Modules(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v gives the error %v, want %q in it", c.files, err, c.want)
		}
	}
}
