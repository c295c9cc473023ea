package nbformat

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// viewed returns a notebook whose outputs show models, by their ids.
func viewed(ids ...string) *Notebook {
	nb := New()
	for _, id := range ids {
		c := nb.Add(Code, "x")
		c.Outputs = []*Output{{Type: DisplayData, Data: map[string]any{"text/plain": "x", WidgetView: map[string]any{"model_id": id}}}}
	}
	return nb
}

// referring returns a model that refers to others.
func referring(to ...any) map[string]any {
	return map[string]any{"model_name": "M", "state": map[string]any{"children": to}}
}

func TestOfWidgetsOnlyThoseAreKeptThatOutputsShow(t *testing.T) {
	models := map[string]any{
		"box": referring("IPY_MODEL_slider", []any{"IPY_MODEL_box"}), "slider": map[string]any{"state": map[string]any{"layout": "IPY_MODEL_layout", "value": 1}},
		"layout": referring(), "alone": referring("IPY_MODEL_layout"), "half": referring("IPY_MODEL_nobody", "IPY_MODEL_alone"),
	}
	nb := viewed("box", "half")
	nb.KeepWidgets(models)
	if got := strings.Join(slices.Sorted(maps.Keys(nb.WidgetModels())), " "); got != "box layout slider" {
		t.Errorf("kept %s, want box layout slider", got)
	}
	if nb.Cells[0].Outputs[0].ViewedModel() != "box" || nb.Cells[1].Outputs[0].ViewedModel() != "" || nb.Cells[1].Outputs[0].Data["text/plain"] != "x" {
		t.Errorf("the outputs are %v and %v", nb.Cells[0].Outputs[0].Data, nb.Cells[1].Outputs[0].Data)
	}
	nb.Cells[0].Clear()
	nb.KeepWidgets(nil)
	if _, there := nb.Metadata["widgets"]; there {
		t.Errorf("without outputs there is %v", nb.Metadata)
	}
}

func TestOtherSectionsOfWidgetsStay(t *testing.T) {
	nb := viewed("box")
	nb.Metadata["widgets"] = map[string]any{"other": 1}
	nb.KeepWidgets(map[string]any{"box": referring()})
	nb.Omit(WidgetView)
	if section, _ := nb.Metadata["widgets"].(map[string]any); len(section) != 1 || section["other"] != 1 {
		t.Errorf("the section is %v", section)
	}
}
