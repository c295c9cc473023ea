package export

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"krigo/cell"
	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat"
)

// exploredNotebook is a notebook with an explorable figure, whose names are as dangerous as names can be.
func exploredNotebook() *nbformat.Notebook { return figureNotebook("explore") }

func figureNotebook(kind string) *nbformat.Notebook {
	nb := nbformat.New()
	c := nb.Add(nbformat.Code, "widget.Explore(model, data)")
	c.Outputs = []*nbformat.Output{{Type: nbformat.ExecuteResult, Data: map[string]any{
		"text/plain": "a fit", "image/png": "AAAA", cell.ExploreType: map[string]any{"model_id": "f"},
	}}}
	nb.KeepWidgets(map[string]any{"f": map[string]any{"state": map[string]any{
		"_krigo": kind, "_view_name": nil, "state": map[string]any{"target": "</script><b>"},
	}}})
	return nb
}

// A figure is a picture on a page, or live: then its numbers are around the picture, which readers
// without scripts keep, and the module is on the page once, or named by its address.
func TestAnExplorableFigureIsAPictureOrLive(t *testing.T) {
	still := render(t, exploredNotebook(), Options{})
	if strings.Contains(still, "krigo-explore") || !strings.Contains(still, "data:image/png;base64,AAAA") {
		t.Errorf("without Live the page is\n%s", still)
	}
	shared := render(t, exploredNotebook(), Options{Live: true, Module: "../m.js"})
	begin, end := `<div class="krigo-explore" data-figure="explore"><script type="application/json">`, "</script>\n"
	_, rest, ok := strings.Cut(shared, begin)
	content, rest, closed := strings.Cut(rest, end)
	if !ok || !closed || !strings.HasPrefix(rest, `<img alt="figure" src="data:image/png;base64,AAAA"`) {
		t.Fatalf("the page is\n%.3000s", shared)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(content), &got); err != nil || got["_krigo"] != nil || got["state"].(map[string]any)["target"] != "</script><b>" {
		t.Errorf("the numbers are %s: %v", content, err)
	}
	for _, want := range []string{`<script id="krigo-module" type="text/plain" data-src="../m.js"></script>`, ".krigo-explore {", "class Figure {"} {
		if strings.Count(shared, want) != 1 {
			t.Errorf("the page has %s %d times", want, strings.Count(shared, want))
		}
	}
	if none := render(t, nbformat.New(), Options{Live: true}); strings.Contains(none, "krigo-module") {
		t.Error("a page without figures has the module")
	}
}

// A figure that is drawn from what was recorded is drawn on every page, without the module; one of a kind
// that this krigo does not know is a picture.
func TestARecordedFigureNeedsNoModule(t *testing.T) {
	page := render(t, figureNotebook("race"), Options{})
	for _, want := range []string{`<div class="krigo-explore" data-figure="race"><script type="application/json">`, ".krigo-explore {", "class Race {"} {
		if strings.Count(page, want) != 1 {
			t.Errorf("the page has %s %d times", want, strings.Count(page, want))
		}
	}
	for _, not := range []string{"krigo-module", "class Figure {", "</script><b>"} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %s", not)
		}
	}
	if page := render(t, figureNotebook("\"><b>"), Options{Live: true}); strings.Contains(page, "krigo-explore") {
		t.Error("a figure of an unknown kind is drawn")
	}
}

// A page that has the module has it as JSON that no tag ends; a krigo without one says so.
func TestThePageHasTheModuleItself(t *testing.T) {
	page, err := HTML(exploredNotebook(), Options{Live: true})
	if _, missing := explore.Module(); missing != nil {
		if !errors.Is(err, explore.ErrNotBuilt) {
			t.Errorf("the error is %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), `<script id="krigo-module" type="application/json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var module struct{ Worker, WASM string }
	if err := json.Unmarshal([]byte(text), &module); err != nil || len(module.WASM) < 1e6 || !strings.Contains(module.Worker, "krigoAnswer") {
		t.Errorf("the module has %d bytes: %v", len(module.WASM), err)
	}
	shared, err := LiveModule()
	if err != nil || string(shared) != "krigoModule("+text+")\n" {
		t.Errorf("the shared module has %d bytes: %v", len(shared), err)
	}
}
