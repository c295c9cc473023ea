package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
)

// module writes a folder with a module. Pages know nothing but its bytes.
func module(t *testing.T) *Pages {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{ScriptFile: "window.x = '</script>';", ModuleFile + ".gz": "gzip", ModuleFile + ".br": "brotli"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func notebookOf(cells ...string) *nbformat.Notebook {
	nb := nbformat.New()
	for _, source := range cells {
		nb.Cells = append(nb.Cells, &nbformat.Cell{ID: "c" + string(rune('a'+len(nb.Cells))), Type: nbformat.Code, Source: source})
	}
	return nb
}

// unpacked returns what an element of a page holds.
func unpacked(t *testing.T, html []byte, id string) string {
	t.Helper()
	m := regexp.MustCompile(`<script type="text/plain" id="` + id + `"[^>]*>([^<]*)</script>`).FindSubmatch(html)
	if m == nil {
		t.Fatalf("the page holds no %s", id)
	}
	raw, err := base64.StdEncoding.DecodeString(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// A page holds its notebook whole, and names files that are there.
func TestAPageHoldsItsNotebookAndNamesItsFiles(t *testing.T) {
	p := module(t)
	nb := notebookOf("1 + 1")
	html, _, err := p.HTML(nb, Options{Export: export.Options{Name: "first"}, Below: "../"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got := unpacked(t, html, "krigo-notebook"); got != string(want) {
		t.Errorf("the page holds %q, want %q", got, want)
	}
	m := regexp.MustCompile(`id="krigo-page">(.*)</script>`).FindSubmatch(html)
	var data pageData
	if m == nil || json.Unmarshal(m[1], &data) != nil {
		t.Fatalf("the page has no data: %s", m)
	}
	files := p.Files()
	for _, name := range []string{data.Script, data.Module.Files.Gzip, data.Module.Files.Brotli} {
		below, ok := strings.CutPrefix(name, "../")
		if _, there := files[below]; !ok || !there {
			t.Errorf("the page loads %s; the files are %v", name, files)
		}
	}
	if data.Name != "first.ipynb" || data.Offline != "../"+OfflineFile {
		t.Errorf("the page is called %q and is kept by %q", data.Name, data.Offline)
	}
}

// A page of its own holds its script, which does not end the element that holds it.
func TestAPageAloneHoldsAllThatItLoads(t *testing.T) {
	html, _, err := module(t).HTML(notebookOf("1"), Options{Export: export.Options{Name: "x"}, Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := `<script type="text/plain" id="krigo-module">` + base64.StdEncoding.EncodeToString([]byte("gzip")); !bytes.Contains(html, []byte(want)) {
		t.Error("the page holds no module")
	}
	if !bytes.Contains(html, []byte(`window.x = '<\/script>';`)) {
		t.Error("the page holds no script, or one that ends early")
	}
	if bytes.Contains(html, []byte("../")) || bytes.Contains(html, []byte(OfflineFile)) {
		t.Error("the page names files")
	}
}

// Files that texts of cells name are in the page, if they are within the root and not hidden.
func TestFilesThatCellsNameAreInThePage(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{
		"data/a.csv": "x\n1\n", "lessons/b.txt": "b", "lessons/.secret.txt": "no", ".ssh/key.pem": "no", "lessons/unnamed.csv": "no", "lessons/noending": "no",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nb := notebookOf(`read("../data/a.csv", "b.txt", ".secret.txt", "../.ssh/key.pem", "noending")`,
		"read(`b.txt`, \"missing.csv\", \"../../"+filepath.Base(root)+"/data/a.csv\", \"/etc/passwd\") // \"unnamed.csv\"\n\"../data\"")
	html, named, err := module(t).HTML(nb, Options{Export: export.Options{Name: "x"}, Root: root, Dir: filepath.Join(root, "lessons")})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"../data/a.csv", "b.txt"}; !slices.Equal(named, want) {
		t.Fatalf("the page has the files %v, want %v", named, want)
	}
	if got := unpacked(t, html, "krigo-file-1"); got != "x\n1\n" {
		t.Errorf("the first is %q", got)
	}
	if !bytes.Contains(html, []byte(`data-path="`+"/home/krigo/data/a.csv"+`"`)) {
		t.Error("the first is not where ../data leads from the notebook")
	}
}

// Without the module the error says how to get it.
func TestAMissingModuleIsReported(t *testing.T) {
	_, err := Open(t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "make browser") {
		t.Errorf("error %v", err)
	}
}

// The script is one that browsers read, where node is there to say so. All modules of the page are in it.
func TestTheScriptIsJavaScript(t *testing.T) {
	script, err := Script([]byte("globalThis.Go = class {};\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dom.js", "app.js", "notebook.js", "editor.js", "completion.js", "live.js"} {
		if strings.Count(string(script), `modules["`+name+`"] = (() => {`) != 1 {
			t.Errorf("%s is not in the script once", name)
		}
	}
	if bytes.Contains(script, []byte(`modules["server.js"]`)) {
		t.Error("server.js, which begins the page where krigo serves notebooks, is in the script")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	file := filepath.Join(t.TempDir(), "krigo.js")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, "--check", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
