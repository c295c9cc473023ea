package notebook

import (
	"reflect"
	"testing"

	cells "krigo/cell"
	"krigo/internal/nbformat"
)

// figureNotebook is a notebook whose cell shows an explorable figure, a slider, a race, and a figure of a kind
// that pages do not know.
func figureNotebook() *nbformat.Notebook {
	nb := nbformat.New()
	c := nb.Add(nbformat.Code, "widget.Explore(model, data)")
	c.ID = "a"
	c.Outputs = []*nbformat.Output{
		{Type: nbformat.ExecuteResult, Data: map[string]any{"text/plain": "a fit", cells.ExploreType: map[string]any{"model_id": "f"}}},
		{Type: nbformat.DisplayData, Data: map[string]any{"text/plain": "l = 1", nbformat.WidgetView: map[string]any{"model_id": "s"}}},
	}
	for _, id := range []string{"r", "u"} {
		c.Outputs = append(c.Outputs, &nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{
			"text/plain": id, cells.ExploreType: map[string]any{"model_id": id},
		}})
	}
	nb.KeepWidgets(map[string]any{
		"f": map[string]any{"model_name": "WidgetModel", "state": map[string]any{"_krigo": "explore", "state": map[string]any{"x": []any{1.0}}}},
		"r": map[string]any{"model_name": "WidgetModel", "state": map[string]any{"_krigo": "race", "side": 2.0}},
		"u": map[string]any{"model_name": "WidgetModel", "state": map[string]any{"_krigo": "constructor"}},
		"s": map[string]any{"model_name": "FloatSliderModel", "state": map[string]any{"value": 1.0}},
	})
	return nb
}

// An explorable figure of a file is drawn without its kernel, and what a reader changes is saved. A
// slider is not.
func TestAFigureOfAFileCanBeExplored(t *testing.T) {
	s := newState("n.ipynb", "room", figureNotebook(), newViewer(NewBlobs(spareBytes), 0, nil))
	outputs := s.doc.cells[0].outputs
	if got := s.viewer.out(outputs[0], s.doc.models).get(); got.Widget != "f" || got.Text != "a fit" {
		t.Errorf("the figure is shown as %+v", got)
	}
	if got := s.viewer.out(outputs[1], s.doc.models).get(); got.Widget != "" || got.Note == "" {
		t.Errorf("the slider is shown as %+v", got)
	}
	if got := s.viewer.out(outputs[2], s.doc.models).get(); got.Widget != "r" {
		t.Errorf("the race is shown as %+v", got)
	}
	if got := s.viewer.out(outputs[3], s.doc.models).get(); got.Widget != "" || got.Note == "" {
		t.Errorf("a figure of an unknown kind is shown as %+v", got)
	}
	now := map[string]any{"x": []any{1.0, 2.0}}
	s.apply(operation{by: 1, what: entered{}})
	s.apply(operation{by: 1, what: command{Op: "comm", ID: "f", Data: map[string]any{"method": "update", "state": map[string]any{"state": now}}}})
	saved := s.doc.notebook().WidgetModels()
	got := saved["f"].(map[string]any)["state"].(map[string]any)
	if got["_krigo"] != "explore" || !reflect.DeepEqual(got["state"], now) {
		t.Errorf("the file has %v", got)
	}
	if saved["s"] == nil {
		t.Error("the file has lost the slider")
	}
}
