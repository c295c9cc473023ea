package widget

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"krigo/display/mime"
)

// What ipywidgets' specification of its models says of the keys that are sent: their
// types, "?" where null is allowed. The keys of all controls come first.
var (
	everyModel = map[string]string{
		"_model_module": "string", "_model_module_version": "string", "_model_name": "string",
		"_view_module": "string", "_view_module_version": "string", "_view_name": "string?",
	}
	everyControl = map[string]string{
		"_dom_classes": "array", "description": "string", "disabled": "bool", "layout": "reference", "style": "reference",
		"tooltip": "string?", "description_tooltip": "string?", // of edition 8, and of 7
	}
	slider = map[string]string{
		"continuous_update": "bool", "orientation": "string", "readout": "bool", "readout_format": "string",
	}
	specification = map[string]map[string]string{
		"FloatSliderModel":      with(everyControl, slider, map[string]string{"min": "float", "max": "float", "step": "float", "value": "float"}),
		"FloatLogSliderModel":   with(everyControl, slider, map[string]string{"base": "float", "min": "float", "max": "float", "step": "float", "value": "float"}),
		"FloatRangeSliderModel": with(everyControl, slider, map[string]string{"min": "float", "max": "float", "step": "float", "value": "array"}),
		"IntSliderModel":        with(everyControl, slider, map[string]string{"min": "int", "max": "int", "step": "int", "value": "int"}),
		"PlayModel":             with(everyControl, map[string]string{"min": "int", "max": "int", "step": "int", "value": "int", "interval": "int"}),
		"CheckboxModel":         with(everyControl, map[string]string{"value": "bool"}),
		"DropdownModel":         with(everyControl, map[string]string{"_options_labels": "array", "index": "int?"}),
		"TextModel":             with(everyControl, map[string]string{"value": "string", "placeholder": "string", "continuous_update": "bool"}),
		"ButtonModel":           everyControl,
		"HTMLModel":             without("disabled", with(everyControl, map[string]string{"value": "string"})),
		"HBoxModel":             {"_dom_classes": "array", "box_style": "string", "children": "array", "layout": "reference"},
		"VBoxModel":             {"_dom_classes": "array", "box_style": "string", "children": "array", "layout": "reference"},
		"OutputModel":           {"_dom_classes": "array", "msg_id": "string", "outputs": "array", "layout": "reference"},
		"LinkModel":             {"source": "array", "target": "array"},
		"LayoutModel":           {"width": "string?", "display": "string?"},
		"SliderStyleModel":      {"description_width": "string"},
		"DescriptionStyleModel": {"description_width": "string"},
		"ButtonStyleModel":      {},
	}
	// optional are the keys without which a model is whole.
	optional = []string{"width", "display"}
)

func with(parts ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, p := range parts {
		maps.Copy(all, p)
	}
	return all
}

func without(key string, keys map[string]string) map[string]string {
	delete(keys, key)
	return keys
}

// isOf reports whether a value of JSON is of a type of the specification.
func isOf(v any, kind string) bool {
	kind, nullable := strings.CutSuffix(kind, "?")
	if v == nil {
		return nullable
	}
	switch v := v.(type) {
	case string:
		return kind == "string" || kind == "reference" && strings.HasPrefix(v, "IPY_MODEL_")
	case bool:
		return kind == "bool"
	case []any:
		return kind == "array"
	case float64:
		return kind == "float" || kind == "int" && v == math.Trunc(v)
	}
	return false
}

func TestModelsAreAsIpywidgetsSpecifiesThem(t *testing.T) {
	f := startFront(t, "2")
	for _, c := range []Control{
		Float("a", 0.05, 3).Tooltip("rest here"), Float("b", 0.05, 3).Log(), Int("c", 1, 9), Bool("d"), Choice("e", "x", "y"),
		Button("f").Tooltip("click"), Text("g"), Range("h", 0, 1), Play("i", 0, 9),
	} {
		mime.Show(c)
	}
	t.Setenv("VOILA_BASE_URL", "/")
	Show(func() any { return nil }, Bool("j"), Bool("k"))
	seen := map[string]bool{}
	for _, m := range f.comms {
		if m.Kind != "open" {
			continue
		}
		if m.Target != "jupyter.widget" || m.Metadata["version"] != "2.1.0" {
			t.Errorf("a model is opened to %q with %v", m.Target, m.Metadata)
		}
		raw, err := json.Marshal(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		var data struct {
			State       map[string]any
			BufferPaths []any `json:"buffer_paths"`
		}
		if err := json.Unmarshal(raw, &data); err != nil || data.BufferPaths == nil {
			t.Fatalf("%v of %s", err, raw)
		}
		name, _ := data.State["_model_name"].(string)
		seen[name] = true
		want := with(everyModel, specification[name])
		for key, kind := range want {
			if v, ok := data.State[key]; !ok && !slices.Contains(optional, key) || ok && !isOf(v, kind) {
				t.Errorf("%s: %s is %v, want a %s", name, key, v, kind)
			}
		}
		for key := range data.State {
			if want[key] == "" {
				t.Errorf("%s has no %s", name, key)
			}
		}
	}
	for name := range specification {
		if !seen[name] {
			t.Errorf("no %s was opened", name)
		}
	}
}

// The specification names these views and versions.
func TestModelsNameTheirViews(t *testing.T) {
	f := startFront(t, "2")
	t.Setenv("VOILA_BASE_URL", "/")
	Show(func() any { return nil }, Play("i", 0, 9))
	for class, want := range map[string][4]any{
		"PlayModel":        {"@jupyter-widgets/controls", "PlayView", "@jupyter-widgets/controls", "1.5.0 || 2.0.0"},
		"OutputModel":      {"@jupyter-widgets/output", "OutputView", "@jupyter-widgets/output", "1.0.0"},
		"LinkModel":        {"@jupyter-widgets/controls", nil, "@jupyter-widgets/controls", "1.5.0 || 2.0.0"},
		"LayoutModel":      {"@jupyter-widgets/base", "LayoutView", "@jupyter-widgets/base", "1.2.0 || 2.0.0"},
		"SliderStyleModel": {"@jupyter-widgets/controls", "StyleView", "@jupyter-widgets/base", "1.2.0 || 2.0.0"},
	} {
		s := f.opened()[class]
		if got := [4]any{s["_model_module"], s["_view_name"], s["_view_module"], s["_view_module_version"]}; got != want {
			t.Errorf("%s: %v, want %v", class, got, want)
		}
	}
}
