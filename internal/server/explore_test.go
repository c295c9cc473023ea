package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The scripts between the notebook's page and figures pass their tests, which run under node.
func TestThePageKeepsAFigureAndTheKernelInStep(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{
		"dom.js": "page/dom.js", "explore.js": "page/explore.js", "widgets.js": "page/widgets.js", "document.js": "../explore/page/testdata/document.js",
		"explore/kept.js": "../explore/page/kept.js",
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
	check := exec.CommandContext(t.Context(), node, "--test", "explore.test.js", "widgets.test.js")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
