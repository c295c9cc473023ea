package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The extension of JupyterLab draws figures by the scripts of krigo's own pages, without their module, which
// the kernel has. Each address of a script or style is one of the folder, and has the hash of all.
func TestTheExtensionHasTheScriptsOfFigures(t *testing.T) {
	files, err := labExtension("1.0", byKrigo)
	if err != nil {
		t.Fatal(err)
	}
	loader := string(files["static/krigo.js"])
	m := regexp.MustCompile(`"figures\.js\?v=([0-9a-f]{16})"`).FindStringSubmatch(loader)
	if m == nil || strings.Contains(loader, unversioned) {
		t.Fatal("the extension loads figures.js without a hash")
	}
	total := 0
	for name, content := range files {
		total += len(content)
		if strings.Contains(name, "wasm") {
			t.Errorf("the extension has %s", name)
		}
	}
	t.Logf("the extension has %d bytes", total)
	if total > 140_000 {
		t.Errorf("the extension has %d bytes, more than 140,000", total)
	}
	for _, address := range regexp.MustCompile(`beside\("([\w.]+)"\)`).FindAllStringSubmatch(string(files["static/figures.js"]), -1) {
		if files["static/"+address[1]] == nil {
			t.Errorf("figures.js loads %s, which is not there", address[1])
		}
	}
	style := string(files["static/figures.css"])
	for _, want := range []string{".krigo-explore {\n--figure-ink: light-dark(#", "--figure-5: light-dark(#", ".krigo-explore .panels", "jpThemeLight", "jp-theme-light"} {
		if strings.Contains(style, want) == (want == "jpThemeLight") {
			t.Errorf("the style and %q", want)
		}
	}
	if strings.Contains(style, ":root") || strings.Contains(style, "\n.figure") {
		t.Error("the style changes more of JupyterLab than figures")
	}
	again, err := labExtension("1.0", byPip)
	if err != nil {
		t.Fatal(err)
	}
	if string(again["static/krigo.js"]) != loader {
		t.Error("the hash depends on who installs the extension")
	}
}

// The scripts between JupyterLab and figures pass their tests, which run under node.
func TestJupyterLabKeepsFiguresAndKernelsInStep(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	for name, from := range map[string]string{
		"figures.js": "labextension/static/figures.js", "kept.js": "../internal/explore/page/kept.js",
		"drawing.js": "testdata/drawing.js", "figures.test.js": "testdata/figures.test.js",
	} {
		text, err := os.ReadFile(filepath.FromSlash(from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	check := exec.CommandContext(t.Context(), node, "--test", "figures.test.js")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
