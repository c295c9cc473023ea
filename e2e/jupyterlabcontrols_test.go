package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
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

// exploring is a cell that explores a model, with the number of observations to be filled in: of more
// than 300 by sliders.
const exploring = `xs, ys := make([]float64, %[1]d), make([]float64, %[1]d)
for i := range xs {
	xs[i] = float64(10*i) / %[1]d
	ys[i] = math.Sin(xs[i]) + 0.2*math.Sin(37*xs[i])
}
data, err := gplib.NewData(cov.Line(xs), ys)
widget.Explore(gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, data)`

// Sliders move by their keys what they draw, also on a second run; Frames move in the page; when
// the session has ended, the controls say so.
func labMovesControls(t *testing.T, s *jupyterServer) {
	frames := strings.Split(framesScript, "// %%\n")
	p := s.openCells(t, explorer, frames[1], frames[2], fmt.Sprintf(exploring, 310), "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)")
	p.run(0)
	p.idle()
	const area = `.outputArea.node`
	p.await(labCell(0) + area + `.querySelectorAll(".noUi-handle").length >= 4 && ` + labCell(0) + area + `.querySelector("img")`)
	p.screenshot("lab-controls.png")
	picture := labCell(0) + area + `.querySelector("img").src`
	for _, key := range []string{"Right", "Left"} {
		before := p.text(picture)
		p.js(labCell(0) + area + `.querySelector(".noUi-handle").focus()`)
		p.press(key)
		p.js(`window.before = ` + quoted(before))
		p.await(picture + ` != before`)
	}
	p.drag(labCell(0)+area+`.querySelector(".noUi-handle")`, 60, picture)
	if errors := p.text(labCell(0) + area + `.innerText.includes("rror")`); errors != "false" {
		t.Errorf("the sliders' cell shows an error: %s", p.text(labOutput(0)))
	}

	p.run(3)
	p.idle()
	p.await(labCell(3) + area + `.querySelectorAll(".noUi-handle").length >= 2 && ` + labCell(3) + area + `.querySelector("img")`)
	p.js(`window.before = ` + labCell(3) + area + `.querySelector("img").src; ` + labCell(3) + area + `.querySelector(".noUi-handle").focus()`)
	p.press("Right")
	p.await(labCell(3) + area + `.querySelector("img").src != before`)

	p.run(1)
	p.idle()
	p.await(`document.querySelector(".krigo-frames[data-shown] input")`)
	p.js(`document.querySelector(".krigo-frames input").focus()`)
	before, active := shownFrame(t, p.ctx, 0), p.number(labPanel+`.content.activeCellIndex`)
	p.press("Down")
	if after := shownFrame(t, p.ctx, 0); after.Place != before.Place-1 || after.Text == before.Text {
		t.Errorf("the arrow leads from frame %d to %d", before.Place, after.Place)
	}
	if now := p.number(labPanel + `.content.activeCellIndex`); now != active {
		t.Errorf("the arrow selects cell %v, and %v was selected", now, active)
	}

	p.run(4)
	p.selectCell(0)
	p.await(labCell(0) + area + `.innerText.includes("The session has ended: run the cell again")`)
}

// drag moves what a script finds by a number of pixels, one by one, and waits before the mouse is
// released until the value of another script has changed.
func (w window) drag(handle string, pixels int, value string) {
	w.t.Helper()
	w.js(`window.before = ` + value)
	at := w.middle(handle)
	browse(w.t, w.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at[0], at[1], chromedp.ButtonLeft))
	for i := range pixels {
		browse(w.t, w.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+float64(i), at[1], chromedp.ButtonLeft))
	}
	w.await(value + ` != before`)
	browse(w.t, w.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at[0]+float64(pixels), at[1], chromedp.ButtonLeft))
}

// quoted returns a text as a literal of JavaScript.
func quoted(text string) string { return fmt.Sprintf("%q", text) }

// heldFit is a cell whose fit shows iteration 3 and waits there for its interrupt. A live
// figure is drawn at most four times a second, so that the fit pauses before it.
const heldFit = `n := 300
xs, ys := make([]float64, n), make([]float64, n)
for i := range xs {
	xs[i] = float64(i) / 20
	ys[i] = 50*math.Sin(xs[i]) + 10*math.Sin(40*xs[i]*xs[i])
}
data, err := gplib.NewData(cov.Line(xs), ys)
model := gplib.Model{Cov: cov.Sum(cov.Scale(1, cov.SE(1)), cov.Scale(1, cov.Periodic(1, 1))), Noise: gplib.Gaussian(0.1)}
live := display.Live()
fit, err := gplib.Fit(ctx, model, data, &gplib.Settings{Restarts: 2, Tol: 1e-12, Observe: func(s gplib.Step) error {
	if s.Iter != 3 {
		return live(s)
	}
	time.Sleep(time.Second)
	err := live(s)
	<-ctx.Done()
	return err
}})`

// A fit shows its panel while it runs, and what it returned when the interrupt button has ended it.
func labShowsFits(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, heldFit)
	p.run(0)
	p.await(panelHas("running", "iteration 3"))
	p.screenshot("lab-live-running.png")
	p.command("notebook:interrupt-kernel")
	p.await(panelHas("interrupted", "best so far returned"))
	p.screenshot("lab-live-ended.png")
	if panel := p.text(panelText); !strings.Contains(panel, "noise.variance") {
		t.Errorf("the summary lacks the noise:\n%s", panel)
	}
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
