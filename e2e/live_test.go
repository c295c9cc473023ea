package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// slowFit is a cell whose fit takes many seconds: a dense model of 1200 points that
// starts far off and may not converge.
const slowFit = `n := 1200
xs, ys := make([]float64, n), make([]float64, n)
for i := range xs {
	xs[i] = float64(i) / 20
	ys[i] = 50*math.Sin(xs[i]) + 10*math.Sin(40*xs[i]*xs[i])
}
data, err := gplib.NewData(cov.Line(xs), ys)
model := gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.SE(1)), cov.Scale(1, cov.Periodic(1, 1))), Noise: gplib.Gaussian(0.1)}
fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live(), Restarts: 2, Tol: 1e-12})`

// A fit in the classic notebook shows its panel while it runs, and says what it
// returned when the interrupt button has ended it, on a light page and a dark one.
func TestTheLivePanelInChromium(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("notebook"), "chromium")
	base, token := startNotebookServer(t)
	ctx := newBrowser(t)
	openClassic(t, ctx, base, token)
	browse(t, ctx, chromedp.Evaluate[bool](fmt.Sprintf(`Jupyter.notebook.set_autosave_interval(0); Jupyter.notebook.clear_all_output();
		window.probe = Jupyter.notebook.insert_cell_at_index("code", 0); probe.set_text(%q);
		Jupyter.notebook.select(0); probe.execute(); true`, slowFit)))
	browse(t, ctx, chromedp.Poll[bool](panelHas("running", "iteration 3"), chromedp.WithPollingTimeout(patience)))
	saveScreenshot(t, "live-running.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))
	browse(t, ctx, chromedp.Evaluate[bool](`Jupyter.notebook.kernel.interrupt(); true`))
	browse(t, ctx, chromedp.Poll[bool](panelHas("interrupted", "best so far returned"), chromedp.WithPollingTimeout(patience)))
	saveScreenshot(t, "live-ended.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))
	panel := browse(t, ctx, chromedp.Evaluate[string](panelText))
	if !strings.Contains(panel, "noise.variance") {
		t.Errorf("the summary lacks the noise:\n%s", panel)
	}
	browse(t, ctx, chromedp.Evaluate[bool](`document.documentElement.style.cssText = "background:#111";
		document.querySelectorAll("body, #site, #notebook-container, div.cell, .output_area, .output_subarea").forEach(
			e => { e.style.background = "#111"; e.style.color = "#ddd" }); true`))
	browse(t, ctx, chromedp.Evaluate[bool](`document.querySelector(".krigo-live details").open = true`))
	saveScreenshot(t, "live-ended-dark.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))
}

const panelText = `document.querySelector(".krigo-live") ? document.querySelector(".krigo-live").textContent : ""`

// panelHas returns a script that reports whether the panel has these texts.
func panelHas(texts ...string) string {
	conditions := make([]string, len(texts))
	for i, text := range texts {
		conditions[i] = fmt.Sprintf("(%s).includes(%q)", panelText, text)
	}
	return strings.Join(conditions, " && ")
}
