package notebook

import "maps"

// widgetTarget is the target of the comms of Jupyter's widgets.
const widgetTarget = "jupyter.widget"

// changeModel changes the state of a model.
func (s *state) changeModel(id string, changes map[string]any) {
	model := maps.Clone(s.models[id])
	maps.Copy(model, changes)
	s.models[id] = model
	s.change()
}

// comm passes a page's message of a widget on: to the kernel, and its changes to the
// other pages.
func (s *state) comm(by visitor, o order) {
	if s.models[o.ID] == nil {
		s.tellOne(by, answerEvent{Ev: "answer", Seq: o.Seq})
		return
	}
	if changes, ok := o.Data["state"].(map[string]any); ok && o.Data["method"] == "update" {
		s.changeModel(o.ID, changes)
		s.tellBut(by, commEvent{"comm", "msg", o.ID, o.Data})
	}
	s.ask(by, o.Seq, "comm_msg", map[string]any{"comm_id": o.ID, "data": o.Data})
}

// disableModels shows in all controls that nobody answers them any more.
func (s *state) disableModels() {
	off := map[string]any{"disabled": true}
	for id, model := range s.models {
		if disabled, ok := model["disabled"].(bool); ok && !disabled {
			s.changeModel(id, off)
			s.tell(commEvent{"comm", "msg", id, map[string]any{"method": "update", "state": off, "buffer_paths": []any{}}})
		}
	}
}

// liveModels are the models of this life, as notebooks keep them.
func (s *state) liveModels() map[string]any {
	all := map[string]any{}
	for id, model := range s.models {
		all[id] = map[string]any{
			"model_name": model["_model_name"], "model_module": model["_model_module"],
			"model_module_version": model["_model_module_version"], "state": model,
		}
	}
	return all
}
