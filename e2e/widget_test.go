package e2e

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// explorer is a cell with sliders for the lengthscale and the noise of a Gaussian process, other
// controls, and the figure that they change.
const explorer = `xs, ys := make([]float64, 40), make([]float64, 40)
for i := range xs {
	xs[i] = float64(i) / 4
	ys[i] = math.Sin(xs[i]) + 0.2*math.Sin(37*xs[i])
}
data, err := gplib.NewData(cov.Line(xs), ys)
l := widget.Float("lengthscale", 0.1, 5).Value(1)
noise := widget.Float("noise", 0.01, 1).Value(0.1).Log()
kernel := widget.Choice("kernel", "SE", "Matern32")
tests := widget.Bool("wide")
window := widget.Range("window", 0, 10)
frame := widget.Play("frame", 0, 9)
name := widget.Text("title").Value("by hand")
again := widget.Button("again")
widget.Show(func() any {
	k := cov.SE(l.Get())
	if kernel.Get() == "Matern32" {
		k = cov.Matern32(l.Get())
	}
	model := gplib.Model{Cov: k, Noise: gplib.Gaussian(noise.Get())}
	p, err := gplib.Condition(model, data)
	if err != nil {
		return err
	}
	return display.Fit(&gplib.Result{Method: "by hand", Model: model, Posterior: p}).Title(fmt.Sprintf("%s: lengthscale %.3g", name.Get(), l.Get()))
}, l, noise, kernel, tests, window, frame, name, again)`

// countPictures counts the pictures that the page has painted, and when the last one
// was.
const countPictures = `window.pictures = []; (() => { let last = null; const look = () => {
	const i = probe.element[0].querySelector(".output_png img");
	if (i && i.complete && i.naturalWidth > 0 && i.src !== last) { last = i.src; pictures.push(performance.now()); }
	requestAnimationFrame(look); }; look(); })(); true`

// Controls in the classic notebook, with ipywidgets 6, move the figure by
// keyboard and by mouse, and say so when their session has ended.
func TestSlidersInTheClassicNotebook(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("notebook"), "chromium")
	needsFile(t, filepath.Join(environment, "share", "jupyter", "nbextensions", "jupyter-js-widgets", "extension.js"))
	base, token := startNotebookServer(t)
	ctx := newBrowser(t)
	probe(t, ctx, base, token, explorer, 4)
	saveScreenshot(t, "widgets.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))

	before := pictures(t, ctx)
	browse(t, ctx, chromedp.Evaluate[bool](`probe.element[0].querySelector(".ui-slider-handle").focus(); true`))
	browse(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	awaitPicture(t, ctx, before)
	if got := readout(t, ctx); got != "1.02" {
		t.Errorf("after a press of the right arrow the slider says %s, want 1.02", got)
	}

	sent, painted := drag(t, ctx, 120)
	if painted == 0 {
		t.Fatal("the mouse moved no picture")
	}
	t.Logf("a drag of %v painted %d pictures; the last of them, drawn well, after the release at %v", sent, painted, afterRelease(t, ctx))
	var delays []time.Duration
	for range 15 {
		delays = append(delays, latency(t, ctx))
	}
	t.Logf("from a key to the painted picture: median %v of %v", median(delays), delays)
	saveScreenshot(t, "widgets-moved.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))

	saved := browse(t, ctx, chromedp.Evaluate[string](`Jupyter.notebook.toJSON().cells[0].outputs.map(o => Object.keys(o.data || {}).sort().join(" ")).join("; ")`))
	if want := "application/vnd.jupyter.widget-view+json text/plain; image/png text/plain"; saved != want {
		t.Errorf("saved, the cell would have the outputs %s, want %s", saved, want)
	}

	browse(t, ctx, chromedp.Evaluate[bool](`window.dying = Jupyter.notebook.insert_cell_at_index("code", 1);
		dying.set_text("p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)"); dying.execute(); true`))
	awaitEnding(t, ctx)
	saveScreenshot(t, "widgets-ended.jpg", browse(t, ctx, chromedp.FullScreenshot(90)))

	browse(t, ctx, chromedp.Evaluate[bool](`probe.execute(); true`))
	browse(t, ctx, chromedp.Poll[bool](`probe.element[0].querySelectorAll(".widget-readout").length >= 4 && !(`+ending+`)`, chromedp.WithPollingTimeout(patience)))
	browse(t, ctx, chromedp.Evaluate[bool](`Jupyter.notebook.kernel.restart(); true`))
	awaitEnding(t, ctx)
}

// ending is a script that reports whether controls say that their session has ended.
const ending = `[...probe.element[0].querySelectorAll(".widget-html")].some(e =>
	e.offsetHeight > 0 && e.textContent.includes("The session has ended: run the cell again"))`

func awaitEnding(t *testing.T, ctx context.Context) {
	t.Helper()
	browse(t, ctx, chromedp.Poll[bool](ending, chromedp.WithPollingTimeout(patience)))
}

// exploring is a cell that explores a model, with the number of observations to be filled in.
const exploring = `xs, ys := make([]float64, %[1]d), make([]float64, %[1]d)
for i := range xs {
	xs[i] = float64(10*i) / %[1]d
	ys[i] = math.Sin(xs[i]) + 0.2*math.Sin(37*xs[i])
}
data, err := gplib.NewData(cov.Line(xs), ys)
widget.Explore(gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, data)`

// The sliders of Explore move the fit and its mark in the landscape, and keep up with a
// drag.
func TestExploreInTheClassicNotebook(t *testing.T) {
	t.Parallel()
	needs(t, jupyter("notebook"), "chromium")
	needsFile(t, filepath.Join(environment, "share", "jupyter", "nbextensions", "jupyter-js-widgets", "extension.js"))
	base, token := startNotebookServer(t)
	for _, n := range []int{50, 500} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			ctx := newBrowser(t)
			probe(t, ctx, base, token, fmt.Sprintf(exploring, n), 2)
			saveScreenshot(t, fmt.Sprintf("explore-%d.jpg", n), browse(t, ctx, chromedp.FullScreenshot(90)))
			if sent, painted := drag(t, ctx, 120); painted == 0 {
				t.Error("the mouse moved no picture")
			} else {
				t.Logf("a drag of %v painted %d pictures; after the release they came at %v", sent, painted, afterRelease(t, ctx))
			}
			var delays []time.Duration
			for range 15 {
				delays = append(delays, latency(t, ctx))
			}
			t.Logf("from a key to the painted picture: median %v of %v", median(delays), delays)
			saveScreenshot(t, fmt.Sprintf("explore-%d-moved.jpg", n), browse(t, ctx, chromedp.FullScreenshot(90)))
		})
	}
}

// probe opens a notebook, runs a cell with a number of sliders and a picture, and counts the
// pictures.
func probe(t *testing.T, ctx context.Context, base, token, code string, sliders int) {
	t.Helper()
	openClassic(t, ctx, base, token)
	browse(t, ctx, chromedp.Evaluate[bool](fmt.Sprintf(`Jupyter.notebook.set_autosave_interval(0); Jupyter.notebook.clear_all_output();
		window.probe = Jupyter.notebook.insert_cell_at_index("code", 0); probe.set_text(%q);
		Jupyter.notebook.select(0); probe.execute(); true`, code)))
	browse(t, ctx, chromedp.Poll[bool](fmt.Sprintf(`probe.element[0].querySelectorAll(".widget-readout").length >= %d &&
		Boolean(probe.element[0].querySelector(".output_png img"))`, sliders), chromedp.WithPollingTimeout(patience)))
	browse(t, ctx, chromedp.Evaluate[bool](`probe.element[0].querySelector(".input").style.display = "none";
		document.getElementById("site").scrollTop = 0; `+countPictures))
	browse(t, ctx, chromedp.Sleep(500*time.Millisecond))
	if failed := browse(t, ctx, chromedp.Evaluate[string](`[...probe.element[0].querySelectorAll(".output_error, .output_stderr")].map(e => e.textContent).join()`)); failed != "" {
		t.Fatalf("the cell failed: %s", failed)
	}
}

func pictures(t *testing.T, ctx context.Context) int {
	t.Helper()
	return browse(t, ctx, chromedp.Evaluate[int](`pictures.length`))
}

func awaitPicture(t *testing.T, ctx context.Context, before int) {
	t.Helper()
	browse(t, ctx, chromedp.Poll[bool](fmt.Sprintf(`pictures.length > %d`, before), chromedp.WithPollingTimeout(patience)))
}

// readout returns the number that the first slider shows.
func readout(t *testing.T, ctx context.Context) string {
	t.Helper()
	return browse(t, ctx, chromedp.Evaluate[string](`probe.element[0].querySelector(".widget-readout").textContent`))
}

// drag moves the first slider by a number of pixels, one by one, and returns how long that took and
// how many pictures were painted before the mouse is released.
func drag(t *testing.T, ctx context.Context, pixels int) (time.Duration, int) {
	t.Helper()
	at := browse(t, ctx, chromedp.Evaluate[[]float64](`(() => { const r = probe.element[0].querySelector(".ui-slider-handle").getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2]; })()`))
	before, began := pictures(t, ctx), time.Now()
	browse(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft))
	for i := range pixels {
		browse(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+float64(i), at[1], chromedp.ButtonLeft))
		time.Sleep(15 * time.Millisecond)
	}
	took := time.Since(began)
	awaitPicture(t, ctx, before) // a busy machine paints none meanwhile
	painted := pictures(t, ctx) - before
	browse(t, ctx, chromedp.Evaluate[bool](`window.released = performance.now(); true`))
	browse(t, ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0]+float64(pixels), at[1], chromedp.ButtonLeft))
	return took.Round(time.Millisecond), painted
}

// afterRelease waits until no more pictures come, and returns when they came: the last
// one that was drawn fast, and the one that is drawn well when the sliders rest.
func afterRelease(t *testing.T, ctx context.Context) []time.Duration {
	t.Helper()
	browse(t, ctx, chromedp.Sleep(2*time.Second))
	var after []time.Duration
	for _, ms := range browse(t, ctx, chromedp.Evaluate[[]float64](`pictures.map(p => p - released).filter(d => d > 0)`)) {
		after = append(after, time.Duration(ms)*time.Millisecond)
	}
	return after
}

// latency returns the time from a press of an arrow key to the next painted picture.
func latency(t *testing.T, ctx context.Context) time.Duration {
	t.Helper()
	before := pictures(t, ctx)
	browse(t, ctx, chromedp.Evaluate[bool](`document.addEventListener("keydown", () => window.pressed = performance.now(), {once: true, capture: true});
		probe.element[0].querySelector(".ui-slider-handle").focus(); true`))
	browse(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
	awaitPicture(t, ctx, before)
	ms := browse(t, ctx, chromedp.Evaluate[float64](fmt.Sprintf(`pictures[%d] - pressed`, before)))
	browse(t, ctx, chromedp.Sleep(600*time.Millisecond)) // the picture that is drawn well comes, too
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Millisecond)
}

func median(all []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
