package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// readmeScript is the notebook of the picture in README.md.
const readmeScript = `// %% [markdown]
// # A first fit
// Ten points, and a model that learns its lengthscale, variance and noise from them.

// %%
xs := []float64{0.3, 0.9, 1.6, 2.4, 3.1, 4.4, 5.2, 6.6, 7.5, 8.8}
ys := []float64{0.25, 0.72, 1.05, 0.6, 0.08, -0.9, -0.95, 0.3, 0.9, 0.5}
data, err := gplib.NewData(cov.Line(xs), ys)
model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Observe: display.Live()})

// %%
widget.Explore(fit.Model, data, "lengthscale", "noise")
`

// The cells of README's picture show a fit's panel, and a figure to explore. The
// picture is out/readme.png; docs/notebook.png is a copy of it.
func TestThePictureOfTheReadme(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, readmeScript)
	p := s.openPage(t, "page.ipynb")
	browse(t, p.ctx, chromedp.EmulateViewport(1000, 985))
	for _, cell := range []int{1, 2} {
		p.selectCell(cell)
		p.press("Ctrl-Enter")
	}
	p.await(panelHas("converged", "noise.variance"))
	figure := cellAt(2) + `.querySelector(".krigo-explore .mean")?.outerHTML`
	p.await(figure)
	p.js(`window.before = ` + figure)
	p.js(`const slider = ` + cellAt(2) + `.querySelector("input[type=range]"); slider.value = slider.value * 0.8; slider.dispatchEvent(new Event("input")); slider.dispatchEvent(new Event("change"))`)
	p.await(`(` + figure + ` ?? before) != before`)
	exploredFigure{p.window}.rests()
	saveScreenshot(t, "readme.png", browse(t, p.ctx, chromedp.CaptureScreenshot()))
}
