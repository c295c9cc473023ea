package notebook

import (
	"maps"
	"strings"
)

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
	if changes, ok := o.Data["state"].(map[string]any); ok {
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

// stateType is the MIME type by which notebooks keep widgets in "widgets" of their
// metadata.
const stateType = "application/vnd.jupyter.widget-state+json"

// widgets is what a notebook's metadata keep of the widgets that its outputs show, by
// version 2 of the schema of their state; nil where they show none. Models that are
// not of this life come from those that the file had.
func (s *state) widgets() map[string]any {
	kept := map[string]any{}
	for _, c := range s.cells {
		for _, o := range c.outputs {
			if id, ok := widgetOf(&o.file); ok {
				s.keepModel(kept, id)
			}
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return map[string]any{stateType: map[string]any{"version_major": 2, "version_minor": 0, "state": kept}}
}

// keepModel keeps a model and those that its state names.
func (s *state) keepModel(kept map[string]any, id string) {
	if kept[id] != nil {
		return
	}
	model, live := s.models[id]
	if !live {
		saved, _ := s.savedModels[id].(map[string]any)
		if model, live = saved["state"].(map[string]any); !live {
			return
		}
	}
	of := func(key string) any { return model[key] }
	kept[id] = map[string]any{
		"model_name": of("_model_name"), "model_module": of("_model_module"), "model_module_version": of("_model_module_version"),
		"state": model,
	}
	for _, v := range model {
		s.keepReferences(kept, v)
	}
}

func (s *state) keepReferences(kept map[string]any, v any) {
	switch v := v.(type) {
	case string:
		if id, ok := strings.CutPrefix(v, "IPY_MODEL_"); ok {
			s.keepModel(kept, id)
		}
	case []any:
		for _, item := range v {
			s.keepReferences(kept, item)
		}
	}
}

// savedWidgets are the models that a notebook's metadata have.
func savedWidgets(metadata map[string]any) map[string]any {
	all, _ := metadata["widgets"].(map[string]any)
	v2, _ := all[stateType].(map[string]any)
	models, _ := v2["state"].(map[string]any)
	return models
}
