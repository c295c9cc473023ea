package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// exploreScript has an explorable figure of a hundred points, and a cell that reads it.
const exploreScript = `// %% [markdown]
// # A figure to explore

// %%
import "math/rand/v2"

rng := rand.New(rand.NewPCG(4, 2))
xs, ys := make([]float64, 100), make([]float64, 100)
for i := range xs {
	xs[i] = float64(i) / 10
	ys[i] = math.Sin(xs[i]) + 0.2*rng.NormFloat64()
}
data := must(gplib.NewData(cov.Line(xs), ys))
model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
explored := widget.Explore(model, data)
explored

// %%
m, d := explored.Get()
fmt.Println(d.Len(), d.Y[40], must(gplib.LML{}.Terms(m, d)).Sum())
`

// exploredFigure is an explorable figure in a window.
type exploredFigure struct{ window }

const figureRoot = `document.querySelector(".krigo-explore")`

// point is the script that finds a point.
func point(i int) string { return fmt.Sprintf(figureRoot+`.querySelectorAll(".point")[%d]`, i) }

const landscapeDot = figureRoot + `.querySelector(".handle")`

// mouse sends an event of the mouse with its left button.
func (f exploredFigure) mouse(kind input.DispatchMouseEventType, x, y float64) {
	f.t.Helper()
	browse(f.t, f.ctx, chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft))
}

// grab presses the mouse on what a script finds, moves it in steps, and holds it there.
func (f exploredFigure) grab(element string, dx, dy float64, steps int) (x, y float64) {
	f.t.Helper()
	at := f.middle(element)
	f.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
	f.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1])
	for i := range steps {
		share := float64(i+1) / float64(steps)
		x, y = at[0]+share*dx, at[1]+share*dy
		f.mouse(input.DispatchMouseEventTypeMouseMoved, x, y)
	}
	return x, y
}

// release releases the mouse, and waits until the figure rests.
func (f exploredFigure) release(x, y float64) {
	f.t.Helper()
	f.mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
	f.rests()
}

// rests waits until all that the figure shows is that of its state.
func (f exploredFigure) rests() {
	f.t.Helper()
	f.await(figureRoot + `.dataset.live == "yes"`)
	f.await(`(f => f.computed === f.version && !f.busy && !f.resting && !f.isRunning)(` + figureRoot + `.figure)`)
}

// scrollTo scrolls the page to the figure at once: a page that scrolls smoothly moves under the mouse.
func (f exploredFigure) scrollTo(block string) {
	f.t.Helper()
	f.js(fmt.Sprintf(figureRoot+`.scrollIntoView({block: %q, behavior: "instant"})`, block))
}

// press presses a button of the figure.
func (f exploredFigure) press(text string) {
	f.t.Helper()
	f.js(fmt.Sprintf(`[...%s.querySelectorAll("button")].find(b => b.textContent == %q).click()`, figureRoot, text))
}

// shownFigure has the curves that a figure shows, and the data and parameters that they are computed from.
type shownFigure struct {
	X, Y   []float64
	Values map[string]float64 // of the parameters
	Sum    float64            // the log marginal likelihood
	Mean   []float64
	At     []float64
	Kind   string
}

func (f exploredFigure) shown() shownFigure {
	f.t.Helper()
	var s shownFigure
	text := f.text(`JSON.stringify((f => ({x: f.state.x, y: f.state.y, kind: f.state.kind,
		values: Object.fromEntries(f.state.params.map(p => [p.name, p.value])), sum: f.terms.sum,
		at: f.posterior.answer.at, mean: f.posterior.answer.mean}))(` + figureRoot + `.figure))`)
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		f.t.Fatal(err)
	}
	return s
}

// compare compares what the figure shows with what krigo computes from the same numbers, outside of
// the page, of the model of exploreScript.
func (f exploredFigure) compare(what string) {
	f.t.Helper()
	s := f.shown()
	code := fmt.Sprintf(`data := must(gplib.NewData(cov.Line(%#v), %#v))
model := gplib.Model{Cov: cov.Scale(%v, cov.SE(%v)), Noise: gplib.Gaussian(%v)}
posterior := must(gplib.Condition(model, data))
at := %#v
fmt.Println(must(posterior.Terms()).Sum(), must(posterior.Predict(cov.Line([]float64{at[0], at[len(at)/2]}))).Mean)`,
		s.X, s.Y, s.Values["variance"], s.Values["lengthscale"], s.Values["noise.variance"], s.At)
	out := krigo.run(f.t, time.Minute, "", krigo.krigo, "run", "-e", code)
	var sum, first, middle float64
	if _, err := fmt.Sscanf(out, "%g [%g %g]", &sum, &first, &middle); err != nil {
		f.t.Fatalf("%v: %s", err, out)
	}
	for name, pair := range map[string][2]float64{"the log marginal likelihood": {s.Sum, sum}, "the mean at the first input": {s.Mean[0], first}, "the mean in the middle": {s.Mean[len(s.At)/2], middle}} {
		if !(math.Abs(pair[0]-pair[1]) <= 1e-9*math.Max(1, math.Abs(pair[1]))) {
			f.t.Errorf("%s: %s is %v in the page, and %v by krigo", what, name, pair[0], pair[1])
		}
	}
}

// measure reports how long the figure takes: until it is live, and how often it is drawn while a point is
// dragged for two seconds.
func (f exploredFigure) measure(element string) {
	f.t.Helper()
	x, y := f.grab(element, 5, -5, 3)
	f.await(figureRoot + `.dataset.live == "yes"`)
	frames, begin := f.number(figureRoot+`.figure.frames`), time.Now()
	for i := 0; time.Since(begin) < 2*time.Second; i++ {
		f.mouse(input.DispatchMouseEventTypeMouseMoved, x+float64(i%20), y-float64(i%20))
	}
	f.t.Logf("first live frame after %s ms; %.0f frames a second while %s is dragged; an answer takes %s ms by the module, %s by the kernel",
		f.text(figureRoot+`.dataset.firstFrame`), (f.number(figureRoot+`.figure.frames`)-frames)/time.Since(begin).Seconds(), element,
		f.text(figureRoot+`.figure.computer.module?.time.toFixed(1)`), f.text(figureRoot+`.figure.computer.kernel?.time.toFixed(1)`))
	f.release(x, y)
}

// explorePage writes the page of the figure, and opens it from its file.
func explorePage(t *testing.T) exploredFigure {
	t.Helper()
	needs(t, "chromium")
	page := pageOf(t, "explore", exploreScript, "--live")
	f := exploredFigure{window{t, newBrowser(t)}}
	show(t, f.ctx, page, "screen", 1000)
	f.js(`window.faults = []; addEventListener("error", e => faults.push(e.message)); addEventListener("unhandledrejection", e => faults.push(String(e.reason)))`)
	t.Cleanup(func() {
		if faults, err := chromedp.Run(f.ctx, chromedp.Evaluate[[]string](`window.faults`)); err == nil && len(faults) > 0 {
			t.Errorf("scripts of the page failed: %v", faults)
		}
	})
	f.scrollTo("start")
	return f
}

// A page that is read from a file, without a network, computes: its readers drag points and the dot, move
// sliders, choose covariance functions, run the optimiser and take everything back.
func TestAnExportedPageIsExplored(t *testing.T) {
	t.Parallel()
	f := explorePage(t)
	first := f.shown()
	if live := f.text(figureRoot + `.dataset.live`); live != "undefined" || len(first.X) != 100 {
		t.Errorf("before it is touched the figure is live: %s, with %d points", live, len(first.X))
	}
	f.compare("before a touch")
	f.measure(point(40))
	f.compare("after a point was dragged")
	if now := f.shown(); now.Y[40] == first.Y[40] || now.Y[41] != first.Y[41] {
		t.Errorf("the point went from %v to %v, its neighbour from %v to %v", first.Y[40], now.Y[40], first.Y[41], now.Y[41])
	}

	x, y := f.grab(landscapeDot, 30, 20, 4)
	f.screenshot("explore-dot.png")
	f.release(x, y)
	f.compare("after the dot was dragged")
	if now := f.shown().Values; now["lengthscale"] <= 1 || now["noise.variance"] >= 0.1 || now["variance"] != 1 {
		t.Errorf("the dot was dragged to the right and down, and the parameters are %v", now)
	}

	f.js(figureRoot + `.querySelectorAll("input[type=range]")[0].focus()`)
	f.window.press("Right", "Right")
	f.rests()
	f.compare("after a slider was moved by keys")
	if v := f.shown().Values["variance"]; v <= 1 {
		t.Errorf("the right arrow leads to the variance %v", v)
	}
	f.js(point(3) + `.focus()`)
	f.window.press("Up", "Up")
	f.rests()
	if now := f.shown(); now.Y[3] <= first.Y[3] {
		t.Errorf("the arrow leads point 3 from %v to %v", first.Y[3], now.Y[3])
	}
	said := f.text(figureRoot + `.querySelector(".words").textContent`)
	if !strings.HasPrefix(said, "100 observations") || !strings.Contains(said, "complexity penalty") {
		t.Errorf("the figure says %q", said)
	}

	f.exploreByTouch()
	f.explorePoints(len(first.X))
	f.exploreKinds()
	f.exploreLikelihoods()

	before := f.shown().Sum
	f.press("Optimise")
	f.await(figureRoot + `.querySelector(".notice").textContent.includes("converged")`)
	f.rests()
	f.compare("after the optimiser")
	if now := f.shown().Sum; now <= before {
		t.Errorf("the optimiser leads from %v to %v", before, now)
	}
	f.press("Reset")
	f.rests()
	if now := f.shown(); now.Sum != first.Sum && math.Abs(now.Sum-first.Sum) > 1e-9*math.Abs(first.Sum) || now.Y[40] != first.Y[40] {
		t.Errorf("after Reset the log marginal likelihood is %v, at first %v", now.Sum, first.Sum)
	}
	asked := browse(t, f.ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource").map(e => e.name).filter(name => !/^(data|blob):/.test(name))`))
	if len(asked) > 0 {
		t.Errorf("the page asks for %v", asked)
	}
}

// exploreByTouch drags a point by a finger.
func (f exploredFigure) exploreByTouch() {
	f.t.Helper()
	before, at := f.shown().Y[60], f.middle(point(60))
	for i, kind := range []input.DispatchTouchEventType{
		input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd,
	} {
		points := []*input.TouchPoint{{X: at[0], Y: at[1] - 20*float64(i)}}
		if kind == input.DispatchTouchEventTypeTouchEnd {
			points = nil
		}
		browse(f.t, f.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
			return err
		}))
	}
	f.rests()
	f.compare("after a touch")
	if now := f.shown().Y[60]; now <= before {
		f.t.Errorf("a finger dragged the point up, from %v to %v", before, now)
	}
}

// explorePoints adds a point by a click, takes that back, and removes a point by its key.
func (f exploredFigure) explorePoints(n int) {
	f.t.Helper()
	count := figureRoot + `.querySelectorAll(".point").length`
	box := browse(f.t, f.ctx, chromedp.Evaluate[[]float64](`(r => [r.x, r.y])(`+figureRoot+`.querySelector(".panel").getBoundingClientRect())`))
	browse(f.t, f.ctx, chromedp.MouseClickXY(box[0]+120, box[1]+24))
	f.await(fmt.Sprintf("%s == %d", count, n+1))
	f.rests()
	f.compare("after a point was added")
	f.press("Undo")
	f.await(fmt.Sprintf("%s == %d", count, n))
	f.rests()
	f.js(point(7) + `.focus()`)
	f.window.press("Backspace")
	f.await(fmt.Sprintf("%s == %d", count, n-1))
	f.rests()
	f.compare("after a point was removed")
}

// exploreKinds chooses each covariance function of the menu.
func (f exploredFigure) exploreKinds() {
	f.t.Helper()
	kinds := strings.Split(f.text(`[...`+figureRoot+`.querySelector("select").options].map(o => o.value).filter(v => v).join(" ")`), " ")
	if len(kinds) < 8 {
		f.t.Errorf("the menu has %v", kinds)
	}
	sums := map[string]bool{}
	for _, kind := range append(kinds, "SE") {
		f.js(fmt.Sprintf(`const menu = %s.querySelector("select"); menu.value = %q; menu.dispatchEvent(new Event("change"))`, figureRoot, kind))
		f.await(figureRoot + fmt.Sprintf(`.figure.state.kind == %q`, kind))
		f.rests()
		sums[fmt.Sprint(f.shown().Sum)] = true
		if told := f.text(figureRoot + `.querySelector(".notice").textContent`); told != "" {
			f.t.Errorf("%s: the figure says %q", kind, told)
		}
	}
	if len(sums) < len(kinds) {
		f.t.Errorf("%d covariance functions have %d log marginal likelihoods", len(kinds), len(sums))
	}
	f.compare("after the menu")
}

// exploreLikelihoods chooses Student's t, compares that with krigo, and comes back. Labels are refused, since
// the observations are none.
func (f exploredFigure) exploreLikelihoods() {
	f.t.Helper()
	choose := func(name string) {
		f.js(fmt.Sprintf(`const menu = %s.querySelector("select[aria-label=Likelihood]"); menu.value = %q; menu.dispatchEvent(new Event("change"))`, figureRoot, name))
	}
	choose("StudentT")
	f.await(figureRoot + `.figure.state.likelihood == "StudentT"`)
	f.rests()
	s := f.shown()
	code := fmt.Sprintf(`data := must(gplib.NewData(cov.Line(%#v), %#v))
model := gplib.Model{Cov: cov.Scale(%v, cov.SE(%v)), Lik: lik.StudentT(%v, %v)}
at := %#v
fmt.Println(-must(laplace.LML{}.Eval(model, data, nil)), must(must(laplace.Condition(model, data)).Predict(cov.Line([]float64{at[0], at[len(at)/2]}))).Mean)`,
		s.X, s.Y, s.Values["variance"], s.Values["lengthscale"], s.Values["studentt.scale"], s.Values["studentt.dof"], s.At)
	out := krigo.run(f.t, time.Minute, "", krigo.krigo, "run", "-e", code)
	var sum, first, middle float64
	if _, err := fmt.Sscanf(out, "%g [%g %g]", &sum, &first, &middle); err != nil {
		f.t.Fatalf("%v: %s", err, out)
	}
	if math.Abs(s.Sum-sum) > 1e-9*math.Abs(sum) || math.Abs(s.Mean[0]-first) > 1e-9 || math.Abs(s.Mean[len(s.Mean)/2]-middle) > 1e-9 {
		f.t.Errorf("with Student's t the page has %v, %v and %v, krigo %v, %v and %v", s.Sum, s.Mean[0], s.Mean[len(s.Mean)/2], sum, first, middle)
	}
	f.screenshot("explore-studentt.png")
	choose("Bernoulli")
	f.await(figureRoot + `.querySelector(".notice").textContent.includes("y[0]")`)
	choose("Gaussian")
	f.await(figureRoot + `.figure.state.likelihood == "Gaussian"`)
	f.rests()
	f.compare("after another likelihood")
}

// In a notebook the kernel knows what is on screen, the file keeps it, and the figure goes on without its
// kernel when the notebook is opened again.
func TestAFigureOfANotebookIsExplored(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, exploreScript)
	p := s.openPage(t, "page.ipynb")
	browse(t, p.ctx, chromedp.EmulateViewport(1000, 1200))
	p.selectCell(1)
	p.press("Ctrl-Enter")
	f := exploredFigure{p.window}
	p.await(figureRoot + `?.figure`)
	f.scrollTo("center")
	f.measure(point(40))
	f.compare("in the notebook")
	now := f.shown()
	p.selectCell(2)
	p.press("Ctrl-Enter")
	p.await(outputOf(2))
	var rows int
	var y, sum float64
	if _, err := fmt.Sscan(p.text(outputOf(2)), &rows, &y, &sum); err != nil {
		t.Fatal(err)
	}
	if rows != 100 || y != now.Y[40] || math.Abs(sum-now.Sum) > 1e-9*math.Abs(sum) {
		t.Errorf("Get gives %d rows, y[40] = %v, the log marginal likelihood %v; on screen are %v and %v", rows, y, sum, now.Y[40], now.Sum)
	}
	s.saved(t, "page.ipynb", fmt.Sprint(now.Y[40]))

	s.stop()
	s.start(t, "0")
	p.navigate(s, "page.ipynb")
	p.await(figureRoot + `?.figure`)
	if again := f.shown(); again.Y[40] != now.Y[40] {
		t.Errorf("after a reload y[40] is %v, was %v", again.Y[40], now.Y[40])
	}
	f.scrollTo("center")
	f.measure(point(41))
	f.compare("without its kernel")
}
