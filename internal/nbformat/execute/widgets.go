package execute

import (
	"fmt"
	"maps"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// widgets are the models of widgets that cells have opened, as a front end has them
// that never answers.
type widgets struct {
	models map[string]*model // by comm
	opened map[string]int    // how many, by the ID of the cell
}

// model is one of them.
type model struct {
	name  string // its id in the file, the same in each run
	state map[string]any
}

func newWidgets() *widgets {
	return &widgets{models: map[string]*model{}, opened: map[string]int{}}
}

// receive takes a message over a comm, of a cell.
func (w *widgets) receive(c *nbformat.Cell, m cell.CommMessage) {
	known := w.models[m.ID]
	state, _ := m.Data["state"].(map[string]any)
	switch {
	case m.Kind == "open" && cell.HoldsModel(m.Target) && state != nil:
		w.opened[c.ID]++
		w.models[m.ID] = &model{fmt.Sprintf("%s-%d", c.ID, w.opened[c.ID]), maps.Clone(state)}
	case known == nil:
	case m.Kind == "close", len(m.Buffers) > 0: // what is binary is not kept, and the model is not without
		delete(w.models, m.ID)
	case m.Data["method"] == "update":
		maps.Copy(known.state, state)
	}
}

// save has the notebook hold the models that its outputs show.
func (w *widgets) save(nb *nbformat.Notebook) {
	names, models := map[string]string{}, map[string]any{}
	for id, m := range w.models {
		names[id] = m.name
	}
	for _, m := range w.models {
		models[m.name] = map[string]any{
			"model_name": m.state["_model_name"], "model_module": m.state["_model_module"],
			"model_module_version": m.state["_model_module_version"], "state": nbformat.RenamedModels(m.state, names),
		}
	}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if name, ok := names[o.ViewedModel()]; ok {
				o.SetViewedModel(name)
			}
		}
	}
	nb.KeepWidgets(models)
}
