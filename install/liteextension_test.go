package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The folder of the extension has what jupyter lite build looks for, and nothing of an earlier version.
func TestWriteLite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "labextensions", LiteName)
	for _, name := range []string{"old.js", "new.js"} {
		if err := WriteLite(dir, "1.2.3", name, map[string][]byte{name: []byte("script"), "krigo.wasm.gz": []byte("module")}); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pkg struct {
		Name, Version string
		JupyterLab    struct {
			Extension bool
			Build     struct{ Load, Extension string } `json:"_build"`
		}
	}
	if err := json.Unmarshal(raw, &pkg); err != nil {
		t.Fatal(err)
	}
	build := pkg.JupyterLab.Build
	if pkg.Name != LiteName || pkg.Version != "1.2.3" || !pkg.JupyterLab.Extension || build.Load != "static/new.js" || build.Extension == "" {
		t.Errorf("package.json is %s", raw)
	}
	found, err := filepath.Glob(filepath.Join(dir, "static", "*"))
	if err != nil || len(found) != 2 {
		t.Errorf("the folder static has %v (%v), want new.js and the module", found, err)
	}
	if script, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(build.Load))); err != nil || string(script) != "script" {
		t.Errorf("the script that is loaded is %q (%v)", script, err)
	}
}
