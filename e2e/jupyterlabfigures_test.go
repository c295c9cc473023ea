package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// codeCells returns the cells of code of a script in percent format.
func codeCells(script string) (cells []string) {
	for _, cell := range strings.Split(script, "// %%\n")[1:] {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

// shownBy waits until a cell shows a figure, and scrolls there.
func (p *labPage) shownBy(n int) exploredFigure {
	p.t.Helper()
	p.selectCell(n)
	p.await(figureRoot + `?.figure?.terms`)
	f := exploredFigure{p.window}
	f.scrollTo("center")
	return f
}

// wantsGet compares what the kernel has of a figure, which a cell prints, with what is on screen.
func (f exploredFigure) wantsGet(out string) {
	f.t.Helper()
	now := f.shown()
	var rows int
	var y, sum float64
	if _, err := fmt.Sscan(out, &rows, &y, &sum); err != nil {
		f.t.Fatalf("%v: %s", err, out)
	}
	if rows != len(now.X) || y != now.Y[40] || math.Abs(sum-now.Sum) > 1e-9*math.Abs(sum) {
		f.t.Errorf("Get gives %d rows, y[40] = %v, the log marginal likelihood %v; on screen are %d, %v and %v", rows, y, sum, len(now.X), now.Y[40], now.Sum)
	}
}

// A figure of widget.Explore is drawn in the page: its readers drag a point and the dot, move sliders by
// keys, which move no cell, and undo; the kernel has what is on screen.
func labExploresFigures(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, append(codeCells(exploreScript), "")...)
	p.run(0)
	p.idle()
	f := p.shownBy(0)
	first := f.shown()
	if live := f.text(figureRoot + `.dataset.live`); live != "undefined" || len(first.X) != 100 {
		t.Errorf("before it is touched the figure is live: %s, with %d points", live, len(first.X))
	}
	f.compare("before a touch")
	f.measure(point(40))
	f.compare("after a point was dragged")
	f.await(figureRoot + `.figure.computer.module`)
	if now := f.shown(); now.Y[40] == first.Y[40] || now.Y[41] != first.Y[41] {
		t.Errorf("the point went from %v to %v, its neighbour from %v to %v", first.Y[40], now.Y[40], first.Y[41], now.Y[41])
	}
	x, y := f.grab(landscapeDot, 30, 20, 4)
	f.screenshot("lab-explore-drag.png")
	f.release(x, y)
	f.compare("after the dot was dragged")
	f.byBothWays()

	active := p.number(labPanel + `.content.activeCellIndex`)
	f.js(figureRoot + `.querySelectorAll("input[type=range]")[0].focus()`)
	f.window.press("Right", "Right", "Down", "Up", "Right")
	f.js(point(3) + `.focus()`)
	f.window.press("Up", "Down", "Up")
	f.rests()
	f.compare("after keys")
	if now := f.shown(); now.Values["variance"] <= 1 || now.Y[3] <= first.Y[3] {
		t.Errorf("keys lead the variance from 1 to %v, and a point from %v to %v", now.Values["variance"], first.Y[3], now.Y[3])
	}
	if now := p.number(labPanel + `.content.activeCellIndex`); now != active || p.number(labCells+`.length`) != 3 {
		t.Errorf("keys in the figure lead from cell %v to %v, of %v", active, now, p.number(labCells+`.length`))
	}
	p.run(1)
	p.await(labOutput(1))
	f.wantsGet(p.text(labOutput(1)))
	p.labLooks()
}

// byBothWays has the kernel and the module answer the same question: they agree to 1e-9.
func (f exploredFigure) byBothWays() {
	f.t.Helper()
	f.js(`window.ways = null; (async f => {
		const [from, to] = f.posterior.span(), q = JSON.stringify({ask: "posterior", state: f.state, from, to, count: 50, samples: 0, seed: 1});
		const [a, b] = (await Promise.all([f.computer.kernel.ask(q), f.computer.module.ask(q)])).map(t => JSON.parse(t));
		const far = (x, y) => Math.max(...x.map((v, i) => Math.abs(v - y[i]) / Math.max(1, Math.abs(v))));
		ways = Math.max(far(a.mean, b.mean), far(a.sd, b.sd), far([a.terms.sum], [b.terms.sum]));
	})(` + figureRoot + `.figure).catch(e => { ways = String(e) })`)
	f.await(`window.ways !== null`)
	if far := f.text(`window.ways`); !(f.number(`window.ways`) <= 1e-9) {
		f.t.Errorf("the kernel and the module differ by %s", far)
	}
}

// labLooks writes screenshots of a figure at two widths, light and dark, and checks its contrast.
func (p *labPage) labLooks() {
	p.t.Helper()
	for _, theme := range []string{"Light", "Dark"} {
		p.js(fmt.Sprintf(`jupyterapp.commands.execute("apputils:change-theme", {theme: "JupyterLab %s"})`, theme))
		p.await(fmt.Sprintf(`document.body.dataset.jpThemeLight == "%v"`, theme == "Light"))
		for _, width := range []int64{800, 1280} {
			browse(p.t, p.ctx, chromedp.EmulateViewport(width, 1100))
			f := p.shownBy(0)
			p.await(fmt.Sprintf(`%s.clientWidth <= %d`, figureRoot, width))
			f.screenshot(fmt.Sprintf("lab-explore-%d-%s.png", width, strings.ToLower(theme)))
			if found := p.text(`(` + pale + `)(` + figureRoot + `).join("\n")`); found != "" {
				p.t.Errorf("at %d px, %s:\n%s", width, theme, found)
			}
			recordedFigure{p.window}.within(figureRoot, fmt.Sprintf("at %d px, %s", width, theme))
		}
	}
}

// figuresOf returns the states of krigo's figures that a notebook's file has, as JSON by id.
func figuresOf(t *testing.T, path string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var nb struct {
		Metadata struct {
			Widgets map[string]struct {
				State map[string]struct{ State map[string]any }
			}
		}
	}
	if err := json.Unmarshal(raw, &nb); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for id, m := range nb.Metadata.Widgets["application/vnd.jupyter.widget-state+json"].State {
		if m.State["_krigo"] == nil {
			continue
		}
		text, err := json.Marshal(m.State)
		if err != nil {
			t.Fatal(err)
		}
		found[id] = string(text)
	}
	return found
}

// A notebook that is saved has its figure as it is on screen, also where ipywidgets save theirs. It is the
// same after a reload, with its kernel, and when it is opened again with another kernel, which then
// computes by the module; without a kernel it says so. A restarted kernel draws figures again.
func labKeepsFigures(t *testing.T, s *jupyterServer) {
	p := s.openCells(t, append(codeCells(exploreScript), "widget.Show(func() any { return 1 }, widget.Float(\"l\", 0, 1))")...)
	p.run(0)
	p.idle()
	f := p.shownBy(0)
	x, y := f.grab(point(40), 5, -25, 3)
	f.release(x, y)
	now := f.shown()
	p.await(labPanel + `.context.model.dirty`)
	p.save()
	file := filepath.Join(s.dir, p.path)
	saved := figuresOf(t, file)
	if len(saved) != 1 {
		t.Fatalf("the file has %d figures", len(saved))
	}
	for _, state := range saved {
		if !strings.Contains(state, fmt.Sprint(now.Y[40])) {
			t.Errorf("the file does not have y[40] = %v", now.Y[40])
		}
	}

	same := func(what string) {
		t.Helper()
		if again := f.shown(); again.Y[40] != now.Y[40] || !(math.Abs(again.Sum-now.Sum) <= 1e-9*math.Abs(now.Sum)) {
			t.Errorf("%s y[40] is %v, was %v; the log marginal likelihood is %v, was %v", what, again.Y[40], now.Y[40], again.Sum, now.Sum)
		}
	}
	browse(t, p.ctx, chromedp.Reload())
	p.ready()
	f = p.shownBy(0)
	same("after a reload")
	x, y = f.grab(landscapeDot, 20, 10, 4)
	f.release(x, y)
	f.compare("after a reload")
	if f.text(figureRoot+`.figure.computer.kernel`) == "null" {
		t.Error("after a reload the figure has lost its kernel")
	}
	p.run(1)
	p.await(labOutput(1))
	f.wantsGet(p.text(labOutput(1)))
	now = f.shown()
	p.run(2)
	p.idle()
	p.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState")
	p.await(`jupyterapp.commands.isToggled("@jupyter-widgets/jupyterlab-manager:saveWidgetState")`)
	p.save()
	if kept := figuresOf(t, file); len(kept) != 1 {
		t.Errorf("where ipywidgets save their models the file has %d figures", len(kept))
	}
	p.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState")

	s.endSession(t, p.path)
	browse(t, p.ctx, chromedp.Reload())
	p.ready()
	f = p.shownBy(0)
	same("when it is opened again")
	x, y = f.grab(point(41), 5, -25, 3)
	f.release(x, y)
	f.compare("with another kernel")
	p.run(0)
	p.idle()
	p.command("notebook:restart-kernel")
	p.await(`document.querySelector(".jp-Dialog .jp-mod-warn, .jp-Dialog .jp-mod-accept")`)
	p.js(`document.querySelector(".jp-Dialog .jp-mod-warn, .jp-Dialog .jp-mod-accept").click()`)
	p.await(`!document.querySelector(".jp-Dialog") && ` + labPanel + `.sessionContext.session?.kernel?.status == "idle"`)
	p.js(labCell(0) + `.model.outputs.clear()`)
	p.run(0)
	p.idle()
	f = p.shownBy(0)
	f.compare("after a restart")
}

// Races and comparisons of models are drawn, and run through by their sliders, in Notebook 7.
func notebook7DrawsFigures(t *testing.T, s *jupyterServer) {
	cells := codeCells(raceScript)
	writeNotebook(t, filepath.Join(s.dir, "race.ipynb"), cells[:2]...)
	p := s.open(t, "notebook", "race.ipynb")
	f := recordedFigure{p.window}
	for n, root := range []string{raceRoot, occamRoot} {
		p.run(n)
		p.idle()
		p.await(root + `?.querySelector("svg")`)
		p.js(root + `.scrollIntoView({block: "start", behavior: "instant"})`)
		before := f.text(root + `.querySelector(".ranks, .standing").textContent`)
		f.seek(root, 0.9)
		f.await(fmt.Sprintf(`%s.querySelector(".ranks, .standing").textContent != %q`, root, before))
		p.screenshot([]string{"notebook7-race.png", "notebook7-occam.png"}[n])
	}
	p.save()
	if kept := figuresOf(t, filepath.Join(s.dir, "race.ipynb")); len(kept) != 2 {
		t.Errorf("the file has %d figures, want 2", len(kept))
	}
}
