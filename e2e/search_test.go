package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// searchScript has a search of one dimension and one of three, and prints the points of the first.
const searchScript = `// %% [markdown]
// # A search

// %%
line := must(bo.NewSpace(bo.Real("x", 0, 10)))
search := must(bo.New(line, &bo.Settings{Seed: 3, Noiseless: true}))
wave := func(x []float64) float64 { return math.Sin(x[0]) + x[0]/10 }
_ = must(search.Minimise(ctx, func(x []float64) (float64, error) { return wave(x), nil }, 9))
widget.ExploreSearch(ctx, search).Truth(wave)

// %%
kinds := must(bo.NewSpace(bo.Log("rate", 1e-4, 1), bo.Integer("layers", 1, 6), bo.Categorical("units", "tanh", "ReLU", "sine")))
tuned := must(bo.New(kinds, &bo.Settings{Seed: 3, Noiseless: true}))
loss := func(x []float64) (float64, error) {
	if x[0] > 0.2 && x[2] == 2 {
		return 0, bo.ErrFailed
	}
	return math.Pow(math.Log10(x[0])+2, 2) + math.Abs(x[1]-3)/2 + math.Abs(x[2]-1), nil
}
_ = must(tuned.Minimise(ctx, loss, 14))
widget.ExploreSearch(ctx, tuned)

// %%
for _, e := range search.Evaluations() {
	fmt.Println(e.X[0], e.Y)
}
`

const (
	searchRoot = `document.querySelectorAll(".krigo-search")[0]`
	tunedRoot  = `document.querySelectorAll(".krigo-search")[1]`
)

// An exported page, read from its file without --live, replays a search: its readers go through the steps by the
// slider and by keys, and choose the dimension to draw along. Nothing is asked for.
func TestAnExportedPageReplaysASearch(t *testing.T) {
	t.Parallel()
	needs(t, "chromium")
	f := openRecorded(t, "search", searchScript)
	f.await(searchRoot + `?.figure && ` + tunedRoot + `?.figure`)
	f.search()
	f.tuned()
	f.looks(searchRoot, "search")
	f.looks(tunedRoot, "search-dimensions")
	f.needsNothing()
}

// search goes to the end by keys. The last cell printed what was found at each step.
func (f recordedFigure) search() {
	f.t.Helper()
	var xs, ys []float64
	for _, line := range strings.Split(strings.TrimSpace(f.text(`[...document.querySelectorAll("pre.stdout")].at(-1).textContent`)), "\n") {
		var x, y float64
		if _, err := fmt.Sscan(line, &x, &y); err != nil {
			f.t.Fatalf("%v: %q", err, line)
		}
		xs, ys = append(xs, x), append(ys, y)
	}
	f.js(searchRoot + `.scrollIntoView({block: "center", behavior: "instant"}); ` + searchRoot + `.querySelector(".panels").focus()`)
	says := searchRoot + `.querySelector(".saying").textContent`
	for rows := 5; rows <= len(xs); rows++ {
		said := f.text(says)
		if !strings.HasPrefix(said, fmt.Sprintf("After %d evaluations the best value is ", rows)) {
			f.t.Errorf("after %d evaluations the figure says %q", rows, said)
		}
		if rows < len(xs) {
			if got := f.number(searchRoot + `.figure.step.next[0]`); fmt.Sprintf("%.3f", got) != fmt.Sprintf("%.3f", xs[rows]) {
				f.t.Errorf("after %d evaluations the next point is %v, want %v", rows, got, xs[rows])
			}
		}
		f.press("Right")
	}
	if at := f.number(searchRoot + `.figure.player.at`); int(at) != len(xs)-5 {
		f.t.Errorf("the keys lead to step %v, want %d", at, len(xs)-5)
	}
	f.press("Home")
	if said := f.text(says); !strings.HasPrefix(said, "After 5 evaluations ") {
		f.t.Errorf("at the beginning the figure says %q", said)
	}
}

// tuned chooses another dimension, and goes to the end by the slider.
func (f recordedFigure) tuned() {
	f.t.Helper()
	f.js(`const s = ` + tunedRoot + `.querySelector("select"); s.value = "1"; s.dispatchEvent(new Event("change"))`)
	if name := f.text(tunedRoot + `.querySelector("svg.panel .name").textContent`); name != "layers" {
		f.t.Errorf("the figure is drawn along %q, want layers", name)
	}
	f.seek(tunedRoot, 1)
	if said := f.text(tunedRoot + `.querySelector(".saying").textContent`); !strings.HasPrefix(said, "After 14 evaluations the best value is ") {
		f.t.Errorf("at the end the figure says %q", said)
	}
	if n := f.number(tunedRoot + `.querySelectorAll(".way:not([visibility])").length`); n != 13+2 {
		f.t.Errorf("%v lines, want 13 evaluations, the best and the next", n)
	}
}

// In krigo notebook a search is drawn as in an exported page, and is replayed without its kernel when the notebook is
// opened again.
func TestANotebookReplaysASearch(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, searchScript)
	p := s.openPage(t, "page.ipynb")
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.await(cellAt(1) + `.querySelector(".krigo-explore .panel")`)
	p.await(searchRoot + `?.figure`)
	f := recordedFigure{p.window}
	f.seek(searchRoot, 1)
	said := f.text(searchRoot + `.querySelector(".saying").textContent`)
	f.screenshot("search-notebook.png")
	s.saved(t, "page.ipynb", `"_krigo": "search"`)

	s.stop()
	s.start(t, "0")
	p.navigate(s, "page.ipynb")
	p.await(searchRoot + `?.figure`)
	f.seek(searchRoot, 1)
	if again := f.text(searchRoot + `.querySelector(".saying").textContent`); again != said || !strings.HasPrefix(said, "After 9 evaluations") {
		t.Errorf("after a reload the search says %q, was %q", again, said)
	}
}
