package browser

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// liteScript returns the script of an extension of JupyterLite, and its other files.
func liteScript(t *testing.T, spec map[string]any) (script string, files map[string][]byte) {
	t.Helper()
	files, err := module(t).Lite([]byte("class Go {}"), spec, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	script = string(files[LiteScriptFile])
	delete(files, LiteScriptFile)
	return script, files
}

// The extension has the kernelspec as it was given, and names the files that are there.
func TestAnExtensionOfJupyterLiteNamesItsFiles(t *testing.T) {
	script, files := liteScript(t, map[string]any{"name": "krigo", "display_name": "</script> Go"})
	m := regexp.MustCompile(`(?m)^const krigoLite = (.*);$`).FindStringSubmatch(script)
	if m == nil {
		t.Fatal("the script has no data")
	}
	var data struct {
		Spec    map[string]string
		Version string
		Docs    string
		Module  struct {
			Files map[string]string
			Size  int
		}
	}
	if err := json.Unmarshal([]byte(m[1]), &data); err != nil {
		t.Fatal(err)
	}
	if data.Spec["display_name"] != "</script> Go" || data.Version != "1.2.3" {
		t.Errorf("the script has the kernelspec %v of version %s", data.Spec, data.Version)
	}
	for format, content := range map[string]string{"gzip": "gzip", "br": "brotli"} {
		if got := string(files[data.Module.Files[format]]); got != content {
			t.Errorf("the file %q of format %s holds %q, want %q", data.Module.Files[format], format, got, content)
		}
	}
	if got := string(files[data.Docs]); got != "docs" {
		t.Errorf("the documentation in %q holds %q", data.Docs, got)
	}
	if len(files) != 3 || data.Module.Size != len("brotli") {
		t.Errorf("%d files, and %d bytes to load; want 3 files and the size of the one that most browsers load", len(files), data.Module.Size)
	}
}

// JupyterLite's path of a text in a cell: relative to the notebook, within the site, and visible.
func TestTextsNameFilesOfJupyterLite(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing")
	}
	source, err := web.ReadFile("web/lite.js")
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`(?s)function litePath.*?\n}\n`).Find(source)
	cases := [][3]string{
		{"notebooks", "../data/a.csv", "data/a.csv"}, {"notebooks", "a.csv", "notebooks/a.csv"}, {"", "./a/b.csv", "a/b.csv"}, {"a/b", "../../c.txt", "c.txt"},
		{"", "../a.csv", ""}, {"", "a", ""}, {"", "/a.csv", ""}, {"", ".a.csv", ""}, {"", "a/.b/c.csv", ""}, {"", "a.b/c", ""}, {"", "mean %.2f", ""},
		{"", strings.Repeat("a", 300) + ".csv", ""}, {"notebooks", "..", ""}, {"", "Hello.", ""},
	}
	raw, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "paths.js")
	script := string(function) + "console.log(JSON.stringify(" + string(raw) + ".map(([folder, text]) => litePath(folder, text))))"
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, file).CombinedOutput()
	var got []string
	if err != nil || json.Unmarshal(out, &got) != nil || len(got) != len(cases) {
		t.Fatalf("node: %v\n%s", err, out)
	}
	for i, c := range cases {
		if got[i] != c[2] {
			t.Errorf("in the folder %q the text %q names %q, want %q", c[0], c[1], got[i], c[2])
		}
	}
}
