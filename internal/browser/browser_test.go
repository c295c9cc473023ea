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
	for name, content := range map[string]string{ScriptFile: "window.x = '</script>';", ModuleFile + ".gz": "gzip", ModuleFile + ".br": "brotli", DocsFile: "docs"} {
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
	html, err := p.HTML(nb, Options{Export: export.Options{Name: "first"}, Below: "../"})
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
	for _, name := range []string{data.Script, data.Module.Files.Gzip, data.Module.Files.Brotli, data.Docs} {
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
	html, err := module(t).HTML(notebookOf("1"), Options{Export: export.Options{Name: "x"}, Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := `<script type="text/plain" id="krigo-cells-module">` + base64.StdEncoding.EncodeToString([]byte("gzip")); !bytes.Contains(html, []byte(want)) {
		t.Error("the page holds no module")
	}
	if want := `<script type="text/plain" id="krigo-cells-docs">` + base64.StdEncoding.EncodeToString([]byte("docs")); !bytes.Contains(html, []byte(want)) {
		t.Error("the page holds no documentation")
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
		writeFile(t, root, name, []byte(content))
	}
	nb := notebookOf(`read("../data/a.csv", "b.txt", ".secret.txt", "../.ssh/key.pem", "noending")`,
		"read(`b.txt`, \"missing.csv\", \"../../"+filepath.Base(root)+"/data/a.csv\", \"/etc/passwd\") // \"unnamed.csv\"\n\"../data\"")
	files, err := FilesOf(nb, root, filepath.Join(root, "lessons"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := namesOf(files), []string{"../data/a.csv", "b.txt"}; !slices.Equal(got, want) {
		t.Fatalf("the page may have the files %v, want %v", got, want)
	}
	html, err := module(t).HTML(nb, Options{Export: export.Options{Name: "x"}, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	if got := unpacked(t, html, "krigo-file-1"); got != "x\n1\n" {
		t.Errorf("the first is %q", got)
	}
	if !bytes.Contains(html, []byte(`data-path="`+"/home/krigo/data/a.csv"+`"`)) {
		t.Error("the first is not where ../data leads from the notebook")
	}
}

func namesOf(files []File) (names []string) {
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// writeFile writes a file below a folder.
func writeFile(t *testing.T, root, name string, content []byte) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A link within the root leads to no hidden file and none outside, and to any other.
func TestLinksLeadToVisibleFilesOfTheRoot(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "root")
	writeFile(t, root, ".ssh/key.pem", []byte("no"))
	writeFile(t, root, "data/a.csv", []byte("yes"))
	writeFile(t, top, "outside.csv", []byte("no"))
	for link, to := range map[string]string{"key.pem": ".ssh/key.pem", "keys": ".ssh", "a.csv": "data/a.csv", "outside.csv": "../outside.csv"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(root, link)); err != nil {
			t.Skip("links cannot be made here:", err)
		}
	}
	files, err := FilesOf(notebookOf(`"key.pem" "keys/key.pem" "a.csv" "outside.csv"`), root, root)
	if got, want := namesOf(files), []string{"a.csv"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the files are %v (%v), want %v", got, err, want)
	}
}

// A file that is too large, and a notebook outside of the root, are errors.
func TestFilesThatNoPageHoldsAreErrors(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "big.csv", make([]byte, largest+1))
	if _, err := FilesOf(notebookOf(`"big.csv"`), root, root); err == nil || !strings.Contains(err.Error(), "big.csv has 16 MB") {
		t.Errorf("the error of a large file is %v", err)
	}
	if _, err := FilesOf(notebookOf(`"a.csv"`), root, t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not within") {
		t.Errorf("the error of a notebook elsewhere is %v", err)
	}
}

// The name of a module changes with each of its files.
func TestTheNameOfAModuleChangesWithItsBrotli(t *testing.T) {
	dir := t.TempDir()
	names := map[string]bool{}
	for _, packed := range []string{"", "one", "two"} {
		writeFile(t, dir, ScriptFile, []byte("script"))
		writeFile(t, dir, ModuleFile+".gz", []byte("gzip"))
		writeFile(t, dir, DocsFile, []byte("docs"))
		if packed != "" {
			writeFile(t, dir, ModuleFile+".br", []byte(packed))
		}
		p, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		names[p.module] = true
	}
	if len(names) != 3 {
		t.Errorf("three modules have the names %v", names)
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
	for _, name := range []string{"dom.js", "app.js", "notebook.js", "editor.js", "completion.js", "live.js", "explore.js", "explore/figure.js", "explore/race.js", "explore/occam.js", "explore/search.js", "explore/dom.js"} {
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

// offlineTest runs offline.js in node: a store has one page, and refuses to keep anything. It prints the answers to
// requests for that page and another one, with a network and without.
const offlineTest = `
const fs = require("fs"), vm = require("vm");
const handlers = {}, puts = [];
const stored = new Map([["https://x.test/a/page.html", "old"]]);
const cache = {
	match: async ({ url }) => stored.has(url) ? new Response(stored.get(url)) : undefined,
	put: async ({ url }) => { puts.push(url); throw new Error("the store is full"); },
};
let network = true;
const world = vm.createContext({
	addEventListener: (name, f) => { handlers[name] = f; }, skipWaiting() {}, clients: { claim() {} }, location: { origin: "https://x.test" },
	caches: { open: async () => cache }, URL, Response, console,
	fetch: async ({ url }) => { if (!network) throw new Error("no network"); return new Response("new"); },
});
vm.runInContext(fs.readFileSync(process.argv[2], "utf8"), world);
async function ask(path, method = "GET") {
	let answer, later = [];
	handlers.fetch({ request: { url: "https://x.test/a/" + path, method }, respondWith(p) { answer = p; }, waitUntil(p) { later.push(p); } });
	const text = answer ? await answer.then((a) => a.text(), (e) => e.message) : "passed";
	await Promise.all(later);
	return text;
}
(async () => {
	const said = [];
	for (network of [true, false]) for (const path of ["page.html", "other.json", "krigo-0123456789abcdef.js"]) said.push(await ask(path));
	console.log([...said, await ask("page.html", "POST"), puts.length].join(", "));
})();
`

// The network's version of a page is shown also if the store cannot keep it, and what the reader has not opened is
// never kept.
func TestTheNetworksVersionComesFirstWithAFullStore(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	dir := t.TempDir()
	writeFile(t, dir, "test.js", []byte(offlineTest))
	writeFile(t, dir, "offline.js", Offline())
	out, err := exec.Command(node, filepath.Join(dir, "test.js"), filepath.Join(dir, "offline.js")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := strings.TrimSpace(string(out)), "new, new, new, old, no network, no network, passed, 2"; got != want {
		t.Errorf("the answers are %s, want %s", got, want)
	}
}
