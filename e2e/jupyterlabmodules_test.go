package e2e

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// moduleSettings are variables by which %get asks nothing and takes modules from a folder with one, example.com/near.
func moduleSettings(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	to, err := w.Create("example.com/near@v1.0.0/near.go")
	if err == nil {
		_, err = to.Write([]byte("package near\n\nconst Name = \"the near one\"\n"))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	versions := filepath.Join(dir, "example.com", "near", "@v")
	if err := os.MkdirAll(versions, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"list": "v1.0.0\n", "v1.0.0.info": `{"Version":"v1.0.0"}`, "v1.0.0.mod": "module example.com/near\n", "v1.0.0.zip": archive.String(),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"GOPROXY=file://" + filepath.ToSlash(dir), "GONOSUMDB=*", "GOMODCACHE=" + t.TempDir(), "KRIGO_MODULES=example.com/*"}
}

// The modules of a session go into the metadata of the notebook, where the kernel that opens it next finds them.
func labKeepsModules(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, "%get example.com/near", "import \"example.com/near\"\nnear.Name")
	p.run(0)
	p.await(`jupyterapp.shell.currentWidget.context.model.getMetadata("krigo")?.modules?.["go.sum"]?.some(line => line.startsWith("example.com/near v1.0.0 h1:"))`)
	p.save()
	s.endSession(t, p.path)
	again := s.open(t, "lab", p.path)
	again.run(1)
	again.await(labOutput(1) + `.includes("the near one")`)
}
