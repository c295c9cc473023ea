package widget

import (
	"math"
	"slices"

	"krigo/cell"
	"krigo/display/mime"
)

// v1 is protocol 1 of ipywidgets 6, which Debian's classic notebook has.
type v1 struct{}

const (
	v1Module   = "jupyter-js-widgets"
	v1Versions = "~2.1.0"
)

func (v1) open(state map[string]any) *mime.Comm { return mime.OpenComm(cell.WidgetTarget, state) }

func (v1) identity(name string) map[string]any {
	view := name + "View"
	if name == link {
		view = ""
	}
	state := named(name+"Model", v1Module, v1Versions, view, v1Module, v1Versions)
	state["msg_throttle"] = 1
	return state
}

func (d v1) layout(width string) map[string]any {
	state := d.identity("Layout")
	if width != "" {
		state["width"] = width
	}
	return state
}

func (v1) style(string, int) map[string]any { return nil }

func (v1) describe(label, _ string) map[string]any { return map[string]any{"description": label} }

func (v1) changes(data map[string]any) (map[string]any, bool) {
	state, ok := data["sync_data"].(map[string]any)
	return state, ok && data["method"] == "backbone"
}

// logSlider chooses among values: this edition has no logarithmic slider. A value
// that code sets between two of them stands at the nearest.
func (v1) logSlider(c *FloatControl, v float64) view {
	values, labels := logValues(c.lo, c.hi, c.initial().(float64))
	nearest := 0
	for i, x := range values {
		if math.Abs(math.Log(x/v)) < math.Abs(math.Log(values[nearest]/v)) {
			nearest = i
		}
	}
	return view{
		model: "SelectionSlider",
		state: sliderState(map[string]any{"_options_labels": anys(labels), "value": labels[nearest]}),
		read: func(changed map[string]any) (any, bool) {
			label, _ := changed["value"].(string)
			i := slices.Index(labels, label)
			if i < 0 {
				return nil, false
			}
			return values[i], true
		},
	}
}

// logValues returns 101 values between lo and hi, in equal ratios, and the start.
func logValues(lo, hi, start float64) (values []float64, labels []string) {
	values = spread(101, lo, hi, start, true)
	for _, x := range values {
		labels = append(labels, shortest(x))
	}
	return values, labels
}

func (v1) dropdown(c *ChoiceControl, v string) view {
	return view{
		model: "Dropdown",
		state: map[string]any{"_options_labels": anys(c.options), "value": v},
		read: func(changed map[string]any) (any, bool) {
			option, ok := changed["value"].(string)
			return option, ok && slices.Contains(c.options, option)
		},
	}
}

func (v1) rangeSlider(state map[string]any) view {
	state["_range"] = true
	return view{model: "FloatSlider", state: state}
}
