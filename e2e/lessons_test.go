package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// lessonPage runs a lesson, writes it as a page, and opens that from its file.
func lessonPage(t *testing.T, name string) window {
	t.Helper()
	page := filepath.Join(t.TempDir(), name+".html")
	krigo.run(t, 5*time.Minute, "", krigo.krigo, "run", "--live", "--html", page, filepath.Join(krigo.root, "notebooks", name+".ipynb"))
	w := window{t, newBrowser(t)}
	show(t, w.ctx, page, "screen", 1000)
	return w
}

// In the pages of the first lessons, a reader's keys move the figures that the lessons are about.
func TestTheFiguresOfLessonsMoveByKeys(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	for _, name := range []string{"01-first-fit", "02-covariance-functions"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := lessonPage(t, name)
			w.await(`document.querySelectorAll(".krigo-frames[data-shown] input").length > 0`)
			before := shownFrame(t, w.ctx, 0)
			w.js(`document.querySelector(".krigo-frames input").focus()`)
			browse(t, w.ctx, chromedp.KeyEvent(kb.ArrowRight))
			if after := shownFrame(t, w.ctx, 0); after.Place == before.Place || after.Text == before.Text {
				t.Errorf("the arrow leads from frame %d to %d", before.Place, after.Place)
			}
		})
	}
	for _, name := range []string{"03-marginal-likelihood", "04-hyper-parameters"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := exploredFigure{lessonPage(t, name)}
			f.scrollTo("center")
			first := f.shown()
			f.js(`[...` + figureRoot + `.querySelectorAll("input[type=range]")].find(i => i.getAttribute("aria-label").includes("lengthscale")).focus()`)
			f.window.press("Right", "Right")
			f.rests()
			byKeys := f.shown()
			if byKeys.Values["lengthscale"] <= first.Values["lengthscale"] || byKeys.Sum == first.Sum {
				t.Errorf("the right arrow leads from %v, %v to %v, %v", first.Values, first.Sum, byKeys.Values, byKeys.Sum)
			}
			f.js(landscapeDot + `.focus()`)
			f.window.press("Right", "Right")
			f.rests()
			if now := f.shown(); now.Values["lengthscale"] <= byKeys.Values["lengthscale"] {
				t.Errorf("the right arrow leads the dot from %v to %v", byKeys.Values, now.Values)
			}
			f.press("Optimise")
			f.await(figureRoot + `.querySelector(".notice").textContent.includes("converged")`)
			f.rests()
			if now := f.shown(); now.Sum <= byKeys.Sum {
				t.Errorf("the optimiser leads from %v to %v", byKeys.Sum, now.Sum)
			}
			f.screenshot("lesson-" + name[:2] + ".png")
		})
	}
}
