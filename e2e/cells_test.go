package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// buildModule builds the module of pages whose cells run next to krigo, once.
var buildModule = sync.OnceValue(func() error {
	build := exec.Command("go", "run", "./scripts/browser", "-out", filepath.Join(filepath.Dir(krigo.krigo), "krigo-pages"))
	build.Dir = krigo.root
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

// writeCellsPage runs a notebook of the project and writes it into a folder, as a page whose cells run.
func writeCellsPage(t *testing.T, notebook string, flags ...string) (dir, page string) {
	t.Helper()
	needs(t, "chromium")
	if err := buildModule(); err != nil {
		t.Fatal(err)
	}
	dir, page = t.TempDir(), strings.TrimSuffix(filepath.Base(notebook), ".ipynb")+".html"
	args := append([]string{"run", notebook, "--html", filepath.Join(dir, page), "--cells"}, flags...)
	krigo.run(t, 5*time.Minute, "", krigo.krigo, args...)
	return dir, page
}

// staticServer serves a folder as a static server does.
type staticServer struct {
	*httptest.Server
	mu    sync.Mutex
	paths []string
}

func serveFiles(t *testing.T, dir string) *staticServer {
	t.Helper()
	s := &staticServer{}
	files := http.FileServer(http.Dir(dir))
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.paths = append(s.paths, r.URL.Path)
		s.mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.stop)
	return s
}

// asked returns the paths that were asked for.
func (s *staticServer) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.paths)
}

// stop ends the server, also for browsers that keep a connection.
func (s *staticServer) stop() {
	s.CloseClientConnections()
	s.Close()
}

// openCells shows a page and begins to run its cells, up to the n-th or, if that is -1, none.
func openCells(t *testing.T, address string, n int) *notebookPage {
	t.Helper()
	p := &notebookPage{window{t, newBrowser(t)}}
	browse(t, p.ctx, chromedp.Navigate(address))
	p.begin(n)
	return p
}

// begin presses a button of a page that is text still.
func (p *notebookPage) begin(n int) {
	p.t.Helper()
	button := `document.getElementById("krigo-begin")`
	if n >= 0 {
		button = fmt.Sprintf(`document.querySelectorAll(".krigo-run")[%d]`, n)
	}
	p.await(button)
	p.js(button + `.click()`)
	p.ready()
}

// edit puts text into the n-th cell of the page and runs it to its end.
func (p *notebookPage) edit(n int, source string) {
	p.t.Helper()
	p.startEdited(n, source)
	p.awaitWithin(2*time.Minute, cellAt(n)+`.matches(".s-ok, .s-error")`)
}

// startEdited puts text into the n-th cell of the page and runs it.
func (p *notebookPage) startEdited(n int, source string) {
	p.t.Helper()
	p.js(fmt.Sprintf(`const c = %s, text = c.querySelector("textarea"); text.value = %q; text.dispatchEvent(new Event("input", {bubbles: true}));
		c.querySelector(".run").click()`, cellAt(n), source))
	p.awaitWithin(time.Minute, cellAt(n)+`.matches(".s-running, .s-queued, .s-ok, .s-error") && !`+cellAt(n)+`.matches(".is-edited")`)
}

// gives reports an output that lacks a text.
func (p *notebookPage) gives(n int, source, want string) {
	p.t.Helper()
	p.edit(n, source)
	p.await(outputOf(n) + `.length > 0 || ` + cellAt(n) + `.matches(".s-ok, .s-error")`)
	if got := p.text(outputOf(n)); !strings.Contains(got, want) {
		p.t.Errorf("%s\ngives %q, want %q in it", source, got, want)
	}
}

const cellsNotebook = "e2e/testdata/cells.ipynb"

// A page asks for nothing until a button is pressed. Then its cells can be edited and run; faults of every kind leave
// a session in which the next cell runs, with what earlier cells declared.
func TestCellsOfAPageRun(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, cellsNotebook)
	server := serveFiles(t, dir)
	p := &notebookPage{window{t, newBrowser(t)}}
	browse(t, p.ctx, chromedp.Navigate(server.URL+"/"+page))
	p.await(`document.querySelectorAll(".krigo-run").length == 2`)
	if got := p.text(`document.querySelector(".out").innerText.trim()`); got != "hello, page" {
		t.Errorf("the page shows %q before it runs", got)
	}
	for _, path := range server.asked() {
		if path != "/"+page && path != "/favicon.ico" {
			t.Errorf("the page asks for %s before a button is pressed", path)
		}
	}
	p.begin(0)
	p.awaitWithin(2*time.Minute, cellAt(1)+`.matches(".s-ok")`)
	p.wants("the first cell", outputOf(1), "hello, page")

	const n = 2 // the cell that is edited
	p.gives(n, `read := must(os.ReadFile("cells.txt")); string(read)`, "a file next to the notebook")
	p.gives(n, `type P struct{ X int }
func (p P) String() string { return fmt.Sprint("P ", p.X) }
x := 41`, "")
	p.gives(n, "x++\nP{x}", "P 42")
	p.gives(n, `var y int = "s"`, `cannot use "s" (untyped string constant) as int value`)
	p.gives(n, "xs := []int{1}\nxs[x]", "index out of range [42] with length 1")
	p.gives(n, "os.Exit(3)", "the cell called os.Exit(3)")
	p.gives(n, "math.Sqrt?", "Sqrt returns the square root of x")
	p.gives(n, "gplib.Fit?", "Fit learns the parameters of m from d")
	p.gives(n, `import "net/http"`, "net/http is left out of web pages, which have no sockets")
	p.gives(n, "!ls", "a web page starts no programs")
	p.gives(n, `display.Save(display.Plot(plot.New()), "a.pdf")`, "a web page writes no PDF")
	p.gives(n, "import \"gonum.org/v1/plot/text\"\nformula := plot.New()\nformula.Title.Text = \"$x$\"\nformula.Title.TextStyle.Handler = text.Latex{}\ndisplay.Plot(formula)",
		"text.Latex is left out of web pages")
	p.gives(n, `must(plot.New().WriterTo(99, 99, "svg")) != nil`, "true")
	p.gives(n, `must(plot.New().WriterTo(99, 99, "eps"))`, `unsupported format: "eps"`)
	p.gives(n, "x = "+strings.Repeat("(", 100)+"1"+strings.Repeat(")", 100)+"\nx", "1")
	p.gives(n, "x = "+strings.Repeat("(", 101)+"1"+strings.Repeat(")", 101), "at most 100 brackets or blocks")
	p.gives(n, "x = 1"+strings.Repeat("+1", 245)+"\nx", "246")

	const deep = "func deep(n int, f any) int { if n == 0 { return 0 }; return len(fmt.Sprint(f)) + deep(n-1, f) }\n"
	p.gives(n, deep+`deep(10_000, "a")`, "10000")
	p.gives(n, "func undo(n int, f func()) int { if n == 0 { return 0 }; defer f(); return 1 + undo(n-1, f) }\nundo(10_000, func() {})", "10000")
	p.gives(n, "func endless(n int) int { return 1 + endless(n+1) }\nendless(0)", "WorkerCrash")
	p.gives(n, "P{7}", "P 7")

	p.startEdited(n, "fmt.Println(\"before\")\nsum := 0.0\nfor { sum += math.Sqrt(2) }")
	p.await(outputOf(n) + ` == "before"`)
	p.js(cellAt(n) + `.querySelector(".run").click()`)
	p.awaitWithin(time.Minute, cellAt(n)+`.matches(".s-error")`)
	if got := p.text(outputOf(n)); !strings.Contains(got, "Interrupt") {
		t.Errorf("the endless loop ends with %q", got)
	}
	p.gives(n, "P{8}", "P 8")

	p.js(cellAt(n) + `.querySelector("textarea").focus()`)
	p.js(`const t = document.activeElement; t.value = "math.Sq"; t.selectionStart = t.selectionEnd = 7; t.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.awaitWithin(time.Minute, `[...document.querySelectorAll("#completions .name")].some(e => e.textContent == "Sqrt")`)

	// The changes are there at the next visit, without a network, until they are thrown away.
	p.gives(n, `"kept " + "text"`, "kept text")
	p.awaitWithin(time.Minute, `document.getElementById("saved").textContent.startsWith("Saved")`)
	p.await(`navigator.serviceWorker.controller`)
	for _, width := range []int64{400, 1280} {
		for _, theme := range []string{"light", "dark"} {
			browse(t, p.ctx, chromedp.EmulateViewport(width, 1000))
			p.js(fmt.Sprintf("window.krigoTheme.set(%q)", theme))
			p.screenshot(fmt.Sprintf("cells-%s-%d.png", theme, width))
		}
	}
	p.js(`window.krigoTheme.set("auto")`)
	server.stop()
	browse(t, p.ctx, chromedp.Reload())
	p.await(`document.querySelector(".krigo-kept")`)
	p.screenshot("cells-text.png")
	p.begin(-1)
	p.await(sourceOf(n) + `.includes("kept")`)
	p.gives(n, "math.Sqrt?", "Sqrt returns the square root of x")
	p.js(`[...document.querySelectorAll("#menus > button")].find(b => b.textContent.trim() == "Notebook").click()`)
	p.js(`[...document.querySelectorAll("#menu-Notebook button")].find(b => b.innerText.startsWith("Start over")).click()`)
	p.js(`[...document.querySelectorAll("dialog[open] button")].find(b => b.textContent == "Start over").click()`)
	p.becomes(`document.getElementById("krigo-begin")`)
	p.js(`window.krigoKept.get().then(kept => { window.kept = kept === undefined ? "nothing" : "something" })`)
	p.await(`window.kept`)
	p.wants("what the browser keeps", `window.kept`, "nothing")
}

// A page in one file runs from a disk.
func TestCellsOfAPageInOneFileRunFromADisk(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, cellsNotebook, "--one-file")
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Fatalf("the page has the files %v next to it (%v)", files, err)
	}
	p := openCells(t, "file://"+filepath.Join(dir, page), 1)
	p.awaitWithin(2*time.Minute, cellAt(2)+`.matches(".s-ok")`)
	p.wants("the last cell", outputOf(2), "42")
	p.gives(2, `must(os.ReadFile("cells.txt"))[0]`, "97")
	p.gives(2, "math.Sqrt?", "Sqrt returns the square root of x")
	if asked := p.text(`performance.getEntriesByType("resource").map(e => e.name).filter(name => !/^(data|blob):/.test(name)).join()`); asked != "" {
		t.Errorf("the page asks for %s", asked)
	}
}

// A page whose documentation is not where it was says so, and its cells run.
func TestCellsSayThatDocumentationIsAbsent(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, cellsNotebook)
	docs, err := filepath.Glob(filepath.Join(dir, "krigo-*.docs.gz"))
	if err != nil || len(docs) != 1 {
		t.Fatalf("the documentation is in %v (%v)", docs, err)
	}
	if err := os.Remove(docs[0]); err != nil {
		t.Fatal(err)
	}
	p := openCells(t, serveFiles(t, dir).URL+"/"+page, -1)
	p.gives(2, "math.Sqrt?", "the documentation of packages is not there: http")
	p.gives(2, "math.Sqrt(16)", "4")
}

// The first lesson runs to its end in a page, with its data, and its figures are there.
func TestTheFirstLessonRunsInAPage(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, "notebooks/"+firstLesson, "--cell-files", ".")
	p := openCells(t, serveFiles(t, dir).URL+"/"+page, -1)
	p.choose("Run", "Run all cells")
	const code = `document.querySelectorAll("#cells > .code")`
	p.awaitWithin(5*time.Minute, `[...`+code+`].every(c => c.matches(".s-ok, .s-error"))`)
	if failed := p.text(`[...` + code + `].filter(c => c.matches(".s-error")).map(c => c.innerText).join("\n")`); failed != "" {
		t.Errorf("cells failed:\n%s", failed)
	}
	if n := p.number(`[...` + code + `].filter(c => c.querySelector(".out img, .out svg")).length`); n < 4 {
		t.Errorf("%v cells have figures, want 4 or more", n)
	}
	p.screenshot("cells-lesson.png")
}

// leaves reports whether a reader may leave the page without a question.
const leaves = `(() => { const e = new Event("beforeunload", {cancelable: true}); dispatchEvent(e); return !e.defaultPrevented })()`

// typeInto puts text into the n-th cell.
func (p *notebookPage) typeInto(n int, source string) {
	p.t.Helper()
	p.js(fmt.Sprintf(`const text = %s.querySelector("textarea"); text.value = %q; text.dispatchEvent(new Event("input", {bubbles: true}))`, cellAt(n), source))
}

const saysSaved = `document.getElementById("saved").textContent.startsWith("Saved")`

// From the first key until the browser has the text, the page asks before it is left. One tab keeps changes, another
// one says that it does not.
func TestCellsThatReadersChangeAreKept(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, cellsNotebook)
	p := openCells(t, serveFiles(t, dir).URL+"/"+page, -1)
	const n = 2
	p.await(leaves)
	p.js(`const put = krigoKept.put; krigoKept.put = async (...all) => { await new Promise(done => { window.release = done }); return put(...all) }; window.unwrap = () => { krigoKept.put = put }`)
	p.typeInto(n, "typed := 1")
	p.js(`window.unasked = 0; window.watch = setInterval(() => { if (` + leaves + `) unasked++ }, 5)`)
	p.await("window.release")
	p.await(saysSaved)
	p.wants("how often the page could be left without a question", "window.unasked", "0")
	p.js("clearInterval(watch); unwrap(); release()")
	p.await(leaves)

	p.js(`const frame = document.createElement("iframe"); frame.src = location.href; frame.id = "other"; document.body.append(frame)`)
	const other = `document.getElementById("other").contentDocument`
	p.await(other + `.getElementById("krigo-begin")`)
	p.js(other + `.getElementById("krigo-begin").click()`)
	p.awaitWithin(time.Minute, other+`.getElementById("told") && `+other+`.getElementById("told").textContent.includes("open in another tab")`)
	p.js(`document.getElementById("other").remove()`)
}

// A front that answers late, or from which the page falls behind, keeps the session with its variables.
func TestCellsKeepTheirVariablesWhileTheFrontIsSlow(t *testing.T) {
	t.Parallel()
	dir, page := writeCellsPage(t, cellsNotebook)
	p := &notebookPage{window{t, newBrowser(t)}}
	browse(t, p.ctx, chromedp.Navigate(serveFiles(t, dir).URL+"/"+page))
	p.await(`document.getElementById("krigo-begin")`)
	p.js(`const post = Worker.prototype.postMessage;
		window.held = null;
		Worker.prototype.postMessage = function (message, ...rest) {
			window.front ||= this;
			const send = () => post.call(this, message, ...rest);
			if (!window.held) return send();
			held.push({send, enters: Boolean(message.enter)});
		}`)
	p.begin(-1)
	const n = 2
	p.gives(n, "x := 41", "")
	p.js(`window.held = []; document.getElementById("add-code").click()`)
	p.await(`held.some(m => m.enters)`)
	p.js(`const all = held; window.held = null; all.forEach(m => m.send())`)
	p.await(`!document.body.classList.contains("disconnected") && ` + countCells + ` == 4`)
	p.gives(n, "x++\nx", "42")
	p.js(`front.onmessage({data: {cut: 2}})`)
	p.await(`!document.body.classList.contains("disconnected")`)
	p.gives(n, "x++\nx", "43")
}

// A page with an explorable figure has it when its cells run, and its own session computes what readers drag.
func TestCellsDrawExplorableFigures(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script, notebook := filepath.Join(folder, "explore.go"), filepath.Join(folder, "explore.ipynb")
	if err := os.WriteFile(script, []byte(exploreScript), 0o600); err != nil {
		t.Fatal(err)
	}
	krigo.run(t, time.Minute, "", krigo.krigo, "convert", "-o", notebook, script)
	dir, page := writeCellsPage(t, notebook, "--one-file", "--live")
	p := openCells(t, "file://"+filepath.Join(dir, page), -1)
	p.choose("Run", "Run all cells")
	p.awaitWithin(2*time.Minute, `document.querySelectorAll("#cells > .code.s-ok").length == 2`)
	p.await(figureRoot + `.querySelector(".point")`)
	f := exploredFigure{p.window}
	f.scrollTo("start")
	f.release(f.grab(point(40), 0, 30, 3))
	f.compare("after a point was dragged")
	p.screenshot("cells-explore.png")
}
