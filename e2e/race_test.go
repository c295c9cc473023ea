package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// raceScript has a race, a comparison of models, and a cell that reads the race's results.
const raceScript = `// %% [markdown]
// # A race

// %%
import "math/rand/v2"

rng := rand.New(rand.NewPCG(4, 2))
xs, ys := make([]float64, 40), make([]float64, 40)
for i := range xs {
	xs[i] = float64(i) / 4
	ys[i] = math.Sin(xs[i]) + 0.2*rng.NormFloat64()
}
data := must(gplib.NewData(cov.Line(xs), ys))
start := gplib.Model{Cov: cov.SE(4), Noise: gplib.Gaussian(1)}
race := widget.Race(start, data, gplib.LBFGS{}, gplib.LBFGS{Objective: gplib.LOO{}}, gplib.LBFGS{Objective: gplib.KFold{K: 4}}).
	Names("marginal likelihood", "leave-one-out", "four folds")
race

// %%
widget.Occam(gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.04)}, data)

// %%
for _, fit := range must(race.Results()) {
	l := must(fit.Param("lengthscale"))
	fmt.Println(fit.Trace.Steps[len(fit.Trace.Steps)-1].Iter, l.Value)
}
`

const (
	raceRoot  = `document.querySelector(".krigo-race")`
	occamRoot = `document.querySelector(".krigo-occam")`
)

// recordedFigure is a window with figures of recorded numbers.
type recordedFigure struct{ window }

// seek moves the slider of a figure to a share of its way.
func (f recordedFigure) seek(root string, share float64) {
	f.t.Helper()
	f.js(fmt.Sprintf(`const s = %s.querySelector("input[type=range]"); s.value = Math.round(%v * s.max); s.dispatchEvent(new Event("input"))`, root, share))
}

// looks writes screenshots of a figure, light and dark, at three widths, with all of it in view.
func (f recordedFigure) looks(root, name string) {
	f.t.Helper()
	for _, width := range []int64{400, 800, 1280} {
		for _, theme := range []string{"light", "dark"} {
			browse(f.t, f.ctx, chromedp.EmulateViewport(width, 1700))
			f.prefers(theme)
			f.await(fmt.Sprintf(`%s.clientWidth <= %d`, root, width))
			f.js(root + `.scrollIntoView({block: "start", behavior: "instant"})`)
			f.screenshot(fmt.Sprintf("%s-%d-%s.png", name, width, theme))
			if found := f.text(faultsOfPage); found != "" {
				f.t.Errorf("%s at %d px, %s:\n%s", name, width, theme, found)
			}
			f.within(root, fmt.Sprintf("%s at %d px, %s", name, width, theme))
		}
	}
}

// within checks that what is read and used of a figure is within it.
func (f recordedFigure) within(root, what string) {
	f.t.Helper()
	outside := f.text(fmt.Sprintf(`(r => [...%[1]s.querySelectorAll("button, select, output, .name, .more, .saying")].filter(e => e.getClientRects().length)
		.filter(e => { const b = e.getBoundingClientRect(); return b.left < r.left - 1 || b.right > r.right + 1 })
		.map(e => e.textContent).join("; "))(%[1]s.getBoundingClientRect())`, root))
	if outside != "" {
		f.t.Errorf("%s: %q is outside of the figure", what, outside)
	}
}

// raced holds the texts of a race at a moment.
type raced struct {
	Budget  string
	Steps   []int
	Ranking []string
	Says    string
	Balls   []string
}

func (f recordedFigure) raced() raced {
	f.t.Helper()
	var r raced
	text := f.text(`JSON.stringify((f => ({budget: f.player.value.textContent, steps: f.racers.map(r => r.step), says: f.says.textContent,
		ranking: [...f.ranks.querySelectorAll(".name")].map(e => e.textContent),
		balls: f.course.trails.map(t => t.ball.style.transform)}))(` + raceRoot + `.figure))`)
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		f.t.Fatal(err)
	}
	return r
}

// A race of an exported page, read from its file without --live, runs: its readers play it by steps and
// by seconds, pause it, and set the budget by the keys; the data of a comparison of models follow its
// slider. Nothing is asked for.
func TestAnExportedPageHasARace(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	f := openRecorded(t, "race", raceScript)
	f.await(raceRoot + `?.figure`)
	f.race()
	f.occam()
	f.looks(raceRoot, "race")
	f.looks(occamRoot, "occam")
	f.needsNothing()
}

// openRecorded opens the exported page of a script, whose figures are recorded.
func openRecorded(t *testing.T, name, script string) recordedFigure {
	t.Helper()
	page := pageOf(t, name, script)
	f := recordedFigure{window{t, newBrowser(t)}}
	show(t, f.ctx, page, "screen", 1000)
	f.js(`window.faults = []; addEventListener("error", e => faults.push(e.message)); addEventListener("unhandledrejection", e => faults.push(String(e.reason)))`)
	return f
}

// needsNothing checks that no script of the page has failed, that it has no module and that it has
// asked for nothing.
func (f recordedFigure) needsNothing() {
	f.t.Helper()
	if faults := f.text(`window.faults.join("; ")`); faults != "" {
		f.t.Errorf("scripts of the page failed: %s", faults)
	}
	asked := browse(f.t, f.ctx, chromedp.Evaluate[[]string](`performance.getEntriesByType("resource").map(e => e.name).filter(name => !/^(data|blob):/.test(name))`))
	if len(asked) > 0 || f.text(`Boolean(document.getElementById("krigo-module"))`) != "false" {
		f.t.Errorf("the page has a module, or asks for %v", asked)
	}
}

func (f recordedFigure) race() {
	f.t.Helper()
	first := f.raced()
	if first.Budget != "0 steps" || !strings.HasPrefix(first.Says, "Before the first step all learners are at lengthscale 4") {
		f.t.Errorf("at first the race has %q and says %q", first.Budget, first.Says)
	}
	// The last step, and where it is, are those of the fits, which the next cell printed.
	f.seek(raceRoot, 1)
	var steps []int
	var lengths []float64
	for _, line := range strings.Split(strings.TrimSpace(f.text(`[...document.querySelectorAll("pre.stdout")].at(-1).textContent`)), "\n") {
		var step int
		var l float64
		if _, err := fmt.Sscan(line, &step, &l); err != nil {
			f.t.Fatalf("%v: %q", err, line)
		}
		steps, lengths = append(steps, step), append(lengths, l)
	}
	last := f.raced()
	for k, step := range steps {
		x := f.number(fmt.Sprintf(`(r => r.x[r.now])(%s.figure.racers[%d])`, raceRoot, k))
		if last.Steps[k] != step || math.Abs(x/lengths[k]-1) > 1e-5 {
			f.t.Errorf("learner %d ends at step %d and lengthscale %v, its fit at %d and %v", k+1, last.Steps[k], x, step, lengths[k])
		}
	}
	if !strings.Contains(last.Says, last.Ranking[0]) || !strings.Contains(last.Says, " leads with NLPD ") {
		f.t.Errorf("at the end the race says %q", last.Says)
	}
	// Keys of the slider take one step.
	f.js(raceRoot + `.querySelector("input[type=range]").focus()`)
	f.press("Home", "Right", "Right")
	if now := f.raced(); now.Budget != "2 steps" || now.Steps[0] != 2 || now.Balls[0] == first.Balls[0] {
		f.t.Errorf("after two keys the race has %+v", now)
	}
	// Played, it goes on, and pauses.
	f.js(raceRoot + `.querySelector(".player-run").click()`)
	f.await(raceRoot + `.figure.player.at > 3`)
	f.js(raceRoot + `.querySelector(".player-run").click()`)
	at := f.raced()
	time.Sleep(600 * time.Millisecond)
	if now := f.raced(); now.Budget != at.Budget || f.text(raceRoot+`.querySelector(".saying").getAttribute("aria-live")`) != "polite" {
		f.t.Errorf("after a pause it goes from %s to %s", at.Budget, now.Budget)
	}
	f.js(`const m = ` + raceRoot + `.querySelector("select"); m.value = "elapsed"; m.dispatchEvent(new Event("change"))`)
	f.seek(raceRoot, 1)
	if now := f.raced(); !strings.HasSuffix(now.Budget, "s") || fmt.Sprint(now.Steps) != fmt.Sprint(steps) {
		f.t.Errorf("after %s the learners are at steps %v, want %v", now.Budget, now.Steps, steps)
	}
	f.seek(raceRoot, 0.6)
}

func (f recordedFigure) occam() {
	f.t.Helper()
	says := occamRoot + `.querySelector(".saying").textContent`
	if said := f.text(says); !strings.HasPrefix(said, "Your data, with the lengthscale 1, are best explained by lengthscale 1") {
		f.t.Errorf("at first the comparison says %q", said)
	}
	f.js(occamRoot + `.scrollIntoView({block: "center", behavior: "instant"}); ` + occamRoot + `.querySelector("input[type=range]").focus()`)
	f.press("Home")
	if said := f.text(says); !strings.HasPrefix(said, "Data with the true lengthscale 0.1 are best explained by lengthscale 0.25") {
		f.t.Errorf("of the roughest data the comparison says %q", said)
	}
	f.press("End")
	if said := f.text(says); !strings.HasPrefix(said, "Data with the true lengthscale 10 are best explained by lengthscale 4") {
		f.t.Errorf("of the smoothest data the comparison says %q", said)
	}
	f.click(occamRoot + `.querySelectorAll("svg.panel")[1]`) // in the middle
	if at := f.number(occamRoot + `.figure.set`); math.Abs(at-30) > 5 {
		f.t.Errorf("a press in the middle leads to data set %v", at)
	}
}

// In krigo notebook a race is drawn as in an exported page, and goes on without its kernel when the
// notebook is opened again.
func TestANotebookHasARace(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, raceScript)
	p := s.openPage(t, "page.ipynb")
	browse(t, p.ctx, chromedp.EmulateViewport(1000, 1200))
	for cell := 1; cell <= 2; cell++ {
		p.selectCell(cell)
		p.press("Ctrl-Enter")
		p.await(cellAt(cell) + `.querySelector(".krigo-explore .panel")`)
	}
	f := recordedFigure{p.window}
	p.await(raceRoot + `?.figure && ` + occamRoot + `?.figure`)
	f.seek(raceRoot, 1)
	now := f.raced()
	f.screenshot("race-notebook.png")
	s.saved(t, "page.ipynb", `"_krigo": "race"`)

	s.stop()
	s.start(t, "0")
	p.navigate(s, "page.ipynb")
	p.await(raceRoot + `?.figure && ` + occamRoot + `?.figure`)
	f.seek(raceRoot, 1)
	if again := f.raced(); again.Says != now.Says {
		t.Errorf("after a reload the race says %q, was %q", again.Says, now.Says)
	}
}
