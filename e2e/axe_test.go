package e2e

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// axeScript is axe-core, which scripts/axe-core installs.
var axeScript, _ = filepath.Abs("../out/axe-core/axe.min.js")

// violations has axe-core run all of its rules.
const violations = `axe.run(document).then(r => { window.axed = r.violations.map(v => v.id + ": " + v.help + "\n" +
	v.nodes.map(n => "  " + n.target.join(" ") + ": " + n.failureSummary.split("\n").slice(1).join(";")).join("\n")).join("\n") },
	e => { window.axed = "axe-core failed: " + e })`

// loadAxe loads axe-core into the page.
func (w window) loadAxe() {
	w.t.Helper()
	axe, err := os.ReadFile(axeScript)
	if errors.Is(err, fs.ErrNotExist) {
		w.t.Skip("axe-core is not here; scripts/axe-core installs it")
	}
	if err != nil {
		w.t.Fatal(err)
	}
	browse(w.t, w.ctx, chromedp.Evaluate[any](string(axe)+"; 0"))
}

// accessible reports violations of accessibility in the page, in light and dark colours.
func (p *notebookPage) accessible(what string) {
	p.t.Helper()
	p.loadAxe()
	for _, theme := range []string{"light", "dark"} {
		p.prefers(theme)
		p.js("delete window.axed; " + violations)
		p.await(`window.axed !== undefined`)
		if found := p.text(`window.axed`); found != "" {
			p.t.Errorf("%s, %s:\n%s", what, theme, found)
		}
	}
}

// axe-core sees what it looks for.
func TestAxeFindsWhatIsNotAccessible(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	p := window{t, newBrowser(t)}
	browse(t, p.ctx, chromedp.Navigate(`data:text/html,<title>x</title><main><h1>x</h1><img src="data:,"><button></button></main>`))
	p.loadAxe()
	p.js(violations)
	p.await(`window.axed !== undefined`)
	p.wants("what axe-core finds", `window.axed.match(/^[a-z-]+(?=:)/gm).sort().join()`, "button-name,html-has-lang,image-alt")
}

// Exported pages with cells, before and after a reader runs them, those with explorable figures, and the page of krigo
// notebook have no violation of axe-core's rules.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	t.Run("cells", func(t *testing.T) {
		t.Parallel()
		dir, page := writeCellsPage(t, cellsNotebook)
		p := &notebookPage{window{t, newBrowser(t)}}
		browse(t, p.ctx, chromedp.Navigate(serveFiles(t, dir).URL+"/"+page))
		p.await(`document.getElementById("krigo-begin")`)
		p.accessible("a page with cells")
		p.begin(1)
		p.awaitWithin(patience, cellAt(2)+`.matches(".s-ok")`)
		p.accessible("a page whose cells run")
	})
	t.Run("explorer", func(t *testing.T) {
		t.Parallel()
		needs(t, "chromium")
		p := &notebookPage{window{t, newBrowser(t)}}
		browse(t, p.ctx, chromedp.Navigate("file://"+pageOf(t, "explore", exploreScript, "--live")))
		p.await(figureRoot + `.querySelector(".point")`)
		p.accessible("an exported page with an explorable figure")
	})
	t.Run("notebook", func(t *testing.T) {
		t.Parallel()
		p := serveNotebook(t, exploreScript).openPage(t, "page.ipynb")
		p.choose("Run", "Run all cells")
		p.await(figureRoot + `?.querySelector(".point")`)
		p.accessible("the page of krigo notebook")
	})
}
