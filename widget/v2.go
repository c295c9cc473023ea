package widget

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"krigo/cell"
	"krigo/display/mime"
)

// v2 is protocol 2.1 of ipywidgets 7 and 8.
type v2 struct{}

// Front ends take a plain version for a lower bound within its major version:
// JupyterLab with ipywidgets 8 has the later of these alone, VS Code the earlier.
const (
	controlsModule   = "@jupyter-widgets/controls"
	controlsVersions = "1.5.0 || 2.0.0"
	baseModule       = "@jupyter-widgets/base"
	baseVersions     = "1.2.0 || 2.0.0"
	outputModule     = "@jupyter-widgets/output"
	outputVersions   = "1.0.0"
)

func (v2) open(state map[string]any) *mime.Comm {
	data := map[string]any{"state": state, "buffer_paths": []any{}}
	return mime.OpenComm(cell.WidgetTarget, data, map[string]any{"version": "2.1.0"})
}

// named returns the keys of a state that name a model's class and its view's.
func named(model, modelModule, modelVersions, view, viewModule, viewVersions string) map[string]any {
	state := map[string]any{
		"_model_module": modelModule, "_model_module_version": modelVersions, "_model_name": model,
		"_view_module": viewModule, "_view_module_version": viewVersions, "_view_name": view,
	}
	if view == "" {
		state["_view_name"] = nil
	}
	return state
}

func (v2) identity(name string) map[string]any {
	if name == link {
		return named("LinkModel", controlsModule, controlsVersions, "", controlsModule, controlsVersions)
	}
	module, versions := controlsModule, controlsVersions
	if name == outputName {
		module, versions = outputModule, outputVersions
	}
	state := named(name+"Model", module, versions, name+"View", module, versions)
	state["_dom_classes"] = []any{}
	return state
}

func (v2) layout(width string) map[string]any {
	state := named("LayoutModel", baseModule, baseVersions, "LayoutView", baseModule, baseVersions)
	if width != "" {
		state["width"] = width
	}
	return state
}

func (v2) style(name string, description int) map[string]any {
	state := named(name+"Model", controlsModule, controlsVersions, "StyleView", baseModule, baseVersions)
	if name != "ButtonStyle" {
		state["description_width"] = fmt.Sprintf("%dch", description)
	}
	return state
}

// describe says the tooltip by the names of both editions.
func (v2) describe(label, tooltip string) map[string]any {
	state := map[string]any{"description": label, "tooltip": nil, "description_tooltip": nil}
	if tooltip != "" {
		state["tooltip"], state["description_tooltip"] = tooltip, tooltip
	}
	return state
}

func (v2) changes(data map[string]any) (map[string]any, bool) {
	state, ok := data["state"].(map[string]any)
	return state, ok && data["method"] == "update"
}

func (v2) logSlider(c *FloatControl, v float64) view {
	lo, hi := math.Log10(c.lo), math.Log10(c.hi)
	return view{
		model: "FloatLogSlider", style: "SliderStyle",
		state: sliderState(map[string]any{
			"base": 10.0, "min": lo, "max": hi, "step": (hi - lo) / 100, "value": v, "readout_format": c.logFormat(),
		}),
		read: c.read,
	}
}

func (v2) dropdown(c *ChoiceControl, v string) view {
	return view{
		model: "Dropdown", style: "DescriptionStyle",
		state: map[string]any{"_options_labels": anys(c.options), "index": slices.Index(c.options, v)},
		read: func(changed map[string]any) (any, bool) {
			i, ok := asInt(changed["index"])
			if !ok || i < 0 || i >= len(c.options) {
				return nil, false
			}
			return c.options[i], true
		},
	}
}

func (v2) rangeSlider(state map[string]any) view {
	return view{model: "FloatRangeSlider", style: "SliderStyle", state: state}
}

// sliderState returns a slider's state with what all sliders have.
func sliderState(state map[string]any) map[string]any {
	maps.Copy(state, map[string]any{"continuous_update": true, "orientation": "horizontal", "readout": true})
	return state
}

func anys(texts []string) []any {
	list := make([]any, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return list
}
