package e2e

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// waveData are statements of a cell that make data of a fit.
const waveData = `xs, ys := make([]float64, 40), make([]float64, 40)
for i := range xs {
	xs[i] = float64(i) / 4
	ys[i] = math.Sin(xs[i]) + 0.2*math.Sin(37*xs[i])
}
data := must(gplib.NewData(cov.Line(xs), ys))
`

// framesScript has frames of a fit, which need a kernel no more, and frames of text
// over two controls on the same page.
const framesScript = `// %%
` + waveData + `l := widget.Float("lengthscale", 0.3, 5).Value(1).Log()
widget.Frames(func() any {
	model := gplib.Model{Cov: cov.SE(l.Get()), Noise: gplib.Gaussian(0.1)}
	p, err := gplib.Condition(model, data)
	if err != nil {
		return err
	}
	return display.Fit(&gplib.Result{Method: "by hand", Model: model, Posterior: p})
}, l)

// %%
n, word := widget.Int("n", 1, 3), widget.Choice("word", "ho", "ha")
widget.Frames(func() any { return strings.Repeat(word.Get(), n.Get()) }, n, word)

// %%
step := widget.Play("step", 0, 4).Interval(100 * time.Millisecond)
widget.Frames(func() any { return step.Get() }, step)
`

// The sliders of an exported page, read from a file, move their own frames by keyboard
// and by mouse.
func TestFramesOfAPage(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	page := pageOf(t, "frames", framesScript)
	ctx := newBrowser(t)
	show(t, ctx, page, "screen", 1000)
	browse(t, ctx, chromedp.Poll[bool](`document.querySelectorAll(".krigo-frames[data-shown] input").length == 4`))
	saveScreenshot(t, "frames.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))

	first := shownFrame(t, ctx, 0)
	if !strings.Contains(first.Text, "<path") || first.Value != "1" || first.Note {
		t.Errorf("at first there are %q, note %v: %.300s", first.Value, first.Note, first.Text)
	}
	browse(t, ctx, chromedp.Evaluate[bool](`document.querySelector("input").focus(); true`))
	browse(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	moved := shownFrame(t, ctx, 0)
	if moved.Place != first.Place+1 || moved.Text == first.Text || moved.Value <= "1" || !strings.Contains(moved.Said, "40 observations") {
		t.Errorf("the right arrow leads from %d to %d, %s, which says %q", first.Place, moved.Place, moved.Value, moved.Said)
	}
	if got := shownFrame(t, ctx, 1); got.Text != "<pre>ho</pre>" || got.Place != 0 {
		t.Errorf("the other output is at %d: %s", got.Place, got.Text)
	}

	click(t, ctx, 1, 0.98)
	click(t, ctx, 2, 0.98)
	if got := shownFrame(t, ctx, 1); got.Text != "<pre>hahaha</pre>" || got.Place != 5 {
		t.Errorf("a click at both right ends leads to %d: %s", got.Place, got.Text)
	}
	if got := shownFrame(t, ctx, 0); got.Place != moved.Place {
		t.Errorf("it moved the other output, too, to %d", got.Place)
	}
	browse(t, ctx, chromedp.Evaluate[bool](`document.querySelector(".krigo-frames button").focus(); true`))
	browse(t, ctx, chromedp.KeyEvent(" "))
	browse(t, ctx, chromedp.Poll[bool](`document.querySelectorAll(".krigo-frames")[2].dataset.shown == 4`))
	if got := shownFrame(t, ctx, 2); got.Text != "<pre>4</pre>" || got.Said != "4" {
		t.Errorf("played to its end there is %s, which says %q", got.Text, got.Said)
	}
	if name := browse(t, ctx, chromedp.Evaluate[string](`document.querySelector(".krigo-frames button").getAttribute("aria-label")`)); name != "Play step" {
		t.Errorf("at the end the button is called %q", name)
	}
	asked := browse(t, ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource")
		.map(e => e.name).filter(name => !/^(data|blob):/.test(name))`))
	if len(asked) > 0 {
		t.Errorf("the page asks for %v", asked)
	}
	if text, err := os.ReadFile(page); err == nil {
		at := strings.Index(string(text), `data-frames="`) + len(`data-frames="`)
		t.Logf("25 frames of a fit take %d bytes", strings.IndexByte(string(text)[at:], '"'))
	}
	saveScreenshot(t, "frames-moved.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))
}

// frameState is the visible state of an output of frames.
type frameState struct {
	Place             int
	Text, Value, Said string
	Note              bool // whether it says that its script did not run
}

func shownFrame(t *testing.T, ctx context.Context, output int) frameState {
	t.Helper()
	return browse(t, ctx, chromedp.Evaluate[frameState](fmt.Sprintf(`(() => {
		const root = document.querySelectorAll(".krigo-frames")[%d];
		return {Place: Number(root.dataset.shown), Text: root.querySelector(".krigo-frame").innerHTML,
			Value: root.querySelector("input").getAttribute("aria-valuetext"),
			Said: root.querySelector("[aria-live]").textContent, Note: !root.querySelector(".krigo-note").hidden};
	})()`, output)))
}

// click presses the mouse on a slider of the page, at a fraction of its width.
func click(t *testing.T, ctx context.Context, slider int, at float64) {
	t.Helper()
	xy := browse(t, ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
		const input = document.querySelectorAll(".krigo-frames input")[%d];
		input.scrollIntoView({block: "center", behavior: "instant"});
		const r = input.getBoundingClientRect();
		return [r.x + %g * r.width, r.y + r.height / 2]; })()`, slider, at)))
	browse(t, ctx, chromedp.MouseClickXY(xy[0], xy[1]))
}
