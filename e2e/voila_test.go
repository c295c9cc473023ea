package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

var voilaURL = regexp.MustCompile(`(http://(?:127\.0\.0\.1|localhost):\d+)/`)

// Voilà shows a notebook without its code, and a slider redraws what it shows.
func TestVoila(t *testing.T) {
	t.Parallel()
	needs(t, filepath.Join(environment, "bin", "voila"), "chromium")
	dir := t.TempDir()
	writeNotebook(t, filepath.Join(dir, "page.ipynb"),
		"k := widget.Float(\"x\", 0, 1)\nwidget.Show(func() any { return fmt.Sprintf(\"x is %g\", k.Get()) }, k)")
	base := startProgram(t, dir, krigo.env(), voilaURL, filepath.Join(environment, "bin", "voila"), "page.ipynb", "--no-browser", "--Voila.ip=127.0.0.1", "--port="+freePort(t))[1]
	p := window{t, newBrowser(t)}
	browse(t, p.ctx, chromedp.Navigate(base+"/"))
	p.await(`document.querySelector(".noUi-handle") && document.body.innerText.includes("x is 0.5")`)
	p.js(`document.querySelector(".noUi-handle").focus()`)
	p.press("Right")
	p.await(`document.body.innerText.includes("x is 0.51")`)
	p.screenshot("voila.png")
	if text := p.text(`document.body.innerText`); strings.Contains(text, "widget.Show") {
		t.Errorf("the page shows code:\n%s", text)
	}
}
