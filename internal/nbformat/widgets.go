package nbformat

import (
	"maps"
	"strings"

	"krigo/cell"
)

// The MIME types by which a notebook shows widgets: an output names a model, and the
// notebook's metadata hold the state of that and of the models that it refers to.
const (
	WidgetView  = "application/vnd.jupyter.widget-view+json"
	widgetState = "application/vnd.jupyter.widget-state+json"
)

// widgets is the section of a notebook's metadata with the states of models.
const widgets = "widgets"

// ModelPrefix begins the text by which a model's state refers to another model.
const ModelPrefix = "IPY_MODEL_"

// ShowsModel reports whether values of a MIME type name a model of a widget.
func ShowsModel(mimetype string) bool { return mimetype == WidgetView || mimetype == cell.ExploreType }

// view returns the MIME type by which an output shows a model, and that; or nil.
func (o *Output) view() (mimetype string, view map[string]any) {
	for _, mimetype := range []string{cell.ExploreType, WidgetView} {
		if view, ok := o.Data[mimetype].(map[string]any); ok {
			return mimetype, view
		}
	}
	return "", nil
}

// ViewedModel returns the id of the model that an output shows, or "".
func (o *Output) ViewedModel() string {
	_, view := o.view()
	id, _ := view["model_id"].(string)
	return id
}

// SetViewedModel names another model in an output that shows one.
func (o *Output) SetViewedModel(id string) {
	if mimetype, view := o.view(); view != nil {
		view = maps.Clone(view)
		view["model_id"] = id
		o.Data[mimetype] = view
	}
}

// WidgetModels returns the models of widgets that the notebook holds, by id: objects of
// model_name, model_module, model_module_version and state.
func (nb *Notebook) WidgetModels() map[string]any {
	section, _ := nb.Metadata[widgets].(map[string]any)
	saved, _ := section[widgetState].(map[string]any)
	models, _ := saved["state"].(map[string]any)
	return models
}

// KeepWidgets has the notebook hold, of the models that it holds and of more, those
// that its outputs show, with all that these refer to. An output whose models are not
// all there shows its text instead.
func (nb *Notebook) KeepWidgets(more map[string]any) {
	models := maps.Clone(nb.WidgetModels())
	if models == nil {
		models = map[string]any{}
	}
	maps.Copy(models, more)
	needed := map[string]any{}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			if id := o.ViewedModel(); id != "" && !need(needed, models, id) {
				mimetype, _ := o.view()
				delete(o.Data, mimetype)
			}
		}
	}
	nb.setWidgetModels(needed)
}

// need adds a model to needed with those that it refers to. Where one of them is
// missing it adds none and is false.
func need(needed, models map[string]any, id string) bool {
	found := map[string]any{}
	missing := false
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			id, is := strings.CutPrefix(v, ModelPrefix)
			if _, seen := found[id]; !is || seen {
				return
			}
			m, there := models[id].(map[string]any)
			missing = missing || !there
			found[id] = m
			visit(m["state"])
		case []any:
			for _, item := range v {
				visit(item)
			}
		case map[string]any:
			for _, item := range v {
				visit(item)
			}
		}
	}
	visit(ModelPrefix + id)
	if !missing {
		maps.Copy(needed, found)
	}
	return !missing
}

// setWidgetModels writes the models into the metadata, where there are some.
func (nb *Notebook) setWidgetModels(models map[string]any) {
	section, _ := nb.Metadata[widgets].(map[string]any)
	section = maps.Clone(section)
	delete(section, widgetState)
	if len(models) > 0 {
		if section == nil {
			section = map[string]any{}
		}
		section[widgetState] = map[string]any{"version_major": 2, "version_minor": 0, "state": models}
	}
	if len(section) > 0 {
		nb.Metadata[widgets] = section
	} else {
		delete(nb.Metadata, widgets)
	}
}

// RenamedModels returns a value of JSON in which references to models are by other ids,
// where names has one.
func RenamedModels(v any, names map[string]string) any {
	switch v := v.(type) {
	case string:
		id, is := strings.CutPrefix(v, ModelPrefix)
		if name, ok := names[id]; is && ok {
			return ModelPrefix + name
		}
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = RenamedModels(item, names)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for key, item := range v {
			object[key] = RenamedModels(item, names)
		}
		return object
	}
	return v
}
