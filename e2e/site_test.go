package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The pages of make site, read from files, find headings, lead to them and move their
// frames, and ask for nothing but files of the site.
func TestTheSiteInChromium(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "run", "./scripts/site", "-out", dir)
	build.Dir = krigo.root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("site: %v\n%s", err, out)
	}
	ctx := newBrowser(t)
	show(t, ctx, filepath.Join(dir, "index.html"), "screen", 1280)
	saveScreenshot(t, "site-contents.jpg", browse(t, ctx, chromedp.FullScreenshot(80)))

	browse(t, ctx, chromedp.KeyEvent("/"))
	// The character itself arrives as an event of its own here, which a keyboard does not send.
	browse(t, ctx, chromedp.Evaluate[bool](`document.activeElement.value = ""; true`))
	browse(t, ctx, chromedp.KeyEvent("matern"))
	browse(t, ctx, chromedp.Poll[bool](`document.querySelectorAll(".found a").length > 1`))
	saveScreenshot(t, "site-search.jpg", browse(t, ctx, chromedp.FullScreenshot(80)))
	browse(t, ctx, chromedp.Navigate(browse(t, ctx, chromedp.Evaluate[string](`document.querySelector(".found a").href`))))
	place := browse(t, ctx, chromedp.Evaluate[string](`document.querySelector(":target")?.textContent || ""`))
	if !strings.Contains(strings.ToLower(place), "matern") {
		t.Errorf("the first heading that was found leads to %q", place)
	}

	show(t, ctx, filepath.Join(dir, "notebooks", "gallery.html"), "screen", 1280)
	browse(t, ctx, chromedp.Poll[bool](`document.querySelectorAll(".krigo-frames[data-shown] input").length > 0`))
	before := shownFrame(t, ctx, 0)
	browse(t, ctx, chromedp.Evaluate[bool](`document.querySelector(".krigo-frames input").focus(); true`))
	browse(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	if after := shownFrame(t, ctx, 0); after.Place == before.Place || after.Text == before.Text {
		t.Errorf("the arrow leads from frame %d to %d", before.Place, after.Place)
	}

	show(t, ctx, filepath.Join(dir, "notebooks", "explore.html"), "screen", 1280)
	figure := exploredFigure{window{t, ctx}}
	figure.scrollTo("center")
	figure.release(figure.grab(point(5), 10, -40, 5))
	figure.compare("in the site")

	for _, page := range []string{"README.html", "go/gplib/cov.html", "docs/methods/admm.html", "docs/display.html", "notebooks/gallery.html", "notebooks/explore.html"} {
		for _, width := range []int64{400, 1280} {
			show(t, ctx, filepath.Join(dir, filepath.FromSlash(page)), "screen", width)
			for _, f := range browse(t, ctx, chromedp.Evaluate[[]string](tooWide)) {
				t.Errorf("%s, %d px: %s", page, width, f)
			}
			asked := browse(t, ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource")
				.map(e => e.name).filter(name => !/^(data|blob|file):/.test(name))`))
			if len(asked) > 0 {
				t.Errorf("%s asks for %v", page, asked)
			}
		}
	}
}
