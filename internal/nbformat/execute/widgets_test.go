package execute

import (
	"context"
	"testing"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// widgetEngine returns an engine whose cells open a slider, by the comm that their source
// names and show it.
func widgetEngine(sent func(out cell.Output)) engineFunc {
	return func(_ context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
		target := cell.WidgetTarget
		if c.Source == "b" {
			target = cell.FigureTarget // whose models are kept, too
		}
		open := func(id string, state map[string]any) {
			out.Comm(cell.CommMessage{Kind: "open", ID: id, Target: target, Data: map[string]any{"state": state}})
		}
		open("layout of "+c.Source, map[string]any{"_model_name": "LayoutModel", "_model_module": "base", "_model_module_version": "1"})
		open(c.Source, map[string]any{"_model_name": "IntSliderModel", "_model_module": "controls", "_model_module_version": "2", "value": 1, "layout": "IPY_MODEL_layout of " + c.Source})
		sent(out)
		return &cell.Bundle{Data: map[string]any{"text/plain": "n", nbformat.WidgetView: map[string]any{"model_id": c.Source}}}, nil
	}
}

func TestWidgetsAreSavedAsTheyAreInTheEnd(t *testing.T) {
	nb := notebookOf("a", "b")
	nb.Cells[0].ID, nb.Cells[1].ID = "first", "second"
	nb.Metadata["widgets"] = map[string]any{"application/vnd.jupyter.widget-state+json": map[string]any{"state": map[string]any{"old": map[string]any{}}}}
	var last cell.Output
	engine := widgetEngine(func(out cell.Output) { last = out })
	update := func(kind string, v int) {
		last.Comm(cell.CommMessage{Kind: kind, ID: "a", Data: map[string]any{"method": "update", "state": map[string]any{"value": v}}})
	}
	err := Notebook(t.Context(), engine, nb, Options{End: func() error { update("msg", 2); update("last", 3); return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if err := nb.Validate(); err != nil {
		t.Error(err)
	}
	if got := nb.Cells[0].Outputs[0].ViewedModel(); got != "first-2" {
		t.Errorf("the first cell shows %q, want first-2", got)
	}
	models := nb.WidgetModels()
	m, _ := models["first-2"].(map[string]any)
	state, _ := m["state"].(map[string]any)
	if len(models) != 4 || m["model_name"] != "IntSliderModel" || m["model_module"] != "controls" || m["model_module_version"] != "2" {
		t.Errorf("the models are %v", models)
	}
	if state["value"] != 3 || state["layout"] != "IPY_MODEL_first-1" {
		t.Errorf("the state is %v", state)
	}
}

// What a notebook cannot hold is not shown as if it did.
func TestWidgetsThatAreGoneOrBinaryLeaveTheirText(t *testing.T) {
	for name, m := range map[string]cell.CommMessage{
		"closed": {Kind: "close", ID: "a"},
		"binary": {Kind: "msg", ID: "a", Data: map[string]any{"method": "update", "state": map[string]any{}}, Buffers: [][]byte{{1}}},
	} {
		nb := notebookOf("a")
		if err := Notebook(t.Context(), widgetEngine(func(out cell.Output) { out.Comm(m) }), nb, Options{}); err != nil {
			t.Fatal(err)
		}
		if out := nb.Cells[0].Outputs[0]; out.ViewedModel() != "" || out.Data["text/plain"] != "n" || nb.Metadata["widgets"] != nil {
			t.Errorf("%s: %v, %v", name, out.Data, nb.Metadata["widgets"])
		}
	}
}
