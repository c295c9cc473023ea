package export

import (
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// widgetModel returns a model as notebooks hold it.
func widgetModel(name string, state map[string]any) map[string]any {
	return map[string]any{"model_name": name, "model_module": "@jupyter-widgets/controls", "state": state}
}

func TestControlsAreDrawnWhereTheyStood(t *testing.T) {
	for _, c := range []struct {
		name  string
		state map[string]any
		want  string
	}{
		{"FloatSliderModel", map[string]any{"description": "a<b", "min": 0.5, "max": 3.0, "value": 1.25, "readout_format": ".2f"},
			`<span class="label">a&lt;b</span> <input disabled type="range" min="0.5" max="3" step="any" value="1.25"> <output>1.25</output>`},
		{"FloatLogSliderModel", map[string]any{"description": "l", "base": 10.0, "min": -2.0, "max": 2.0, "value": 10.0, "readout_format": ".3g"},
			`min="-2" max="2" step="any" value="1"> <output>10</output>`},
		{"IntSliderModel", map[string]any{"min": 1, "max": 9, "value": 4, "readout_format": "d"}, `min="1" max="9" step="any" value="4"> <output>4</output>`},
		{"FloatRangeSliderModel", map[string]any{"min": 0, "max": 1, "value": []any{0.25, 0.5}, "readout_format": ".0%"},
			`value="0.25"> <input disabled type="range" min="0" max="1" step="any" value="0.5"> <output>25% – 50%</output>`},
		{"CheckboxModel", map[string]any{"value": true}, `<input disabled type="checkbox" checked>`},
		{"CheckboxModel", map[string]any{"value": false}, `<input disabled type="checkbox">`},
		{"DropdownModel", map[string]any{"_options_labels": []any{"SE", "Matern"}, "index": 1}, `<select disabled><option>SE</option><option selected>Matern</option></select>`},
		{"TextModel", map[string]any{"value": `"`, "placeholder": "p"}, `<input disabled type="text" value="&#34;" placeholder="p">`},
		{"ButtonModel", map[string]any{"description": "again"}, `<button disabled type="button">again</button>`},
	} {
		html, ok := renderControls(map[string]any{"m": widgetModel(c.name, c.state)}, "m")
		if !ok || !strings.Contains(string(html), c.want) || !strings.Contains(string(html), "Run this cell in a notebook to move these.") {
			t.Errorf("%s: %s, %t, want %s", c.name, html, ok, c.want)
		}
	}
}

func TestControlsThatAreNotKnownLeaveTheirText(t *testing.T) {
	slider := widgetModel("IntSliderModel", map[string]any{"value": 1})
	box := func(child string) map[string]any {
		return widgetModel("VBoxModel", map[string]any{"children": []any{"IPY_MODEL_s", "IPY_MODEL_" + child}})
	}
	output := &nbformat.Output{Type: nbformat.DisplayData, Data: map[string]any{
		"text/plain": "n = 1", nbformat.WidgetView: map[string]any{"model_id": "m"},
	}}
	for name, models := range map[string]map[string]any{
		"another class":  {"m": box("x"), "s": slider, "x": widgetModel("ColorPickerModel", map[string]any{"value": "red"})},
		"no such model":  {"m": box("x"), "s": slider},
		"no models":      nil,
		"a value of its": {"m": widgetModel("FloatSliderModel", map[string]any{"value": "one"})},
		"a faulty state": {"m": widgetModel("FloatSliderModel", map[string]any{"min": "one"})},
	} {
		html, err := renderOutput(output, &figures{models: models}, newMarkdown(nil))
		if err != nil || string(html) != `<pre class="plain">n = 1</pre>` {
			t.Errorf("%s: %s, %v", name, html, err)
		}
	}
}

// A line of text tells how controls come to life; where it is hidden the page says so
// itself.
func TestAHiddenLineIsNotDrawn(t *testing.T) {
	for display, want := range map[string]bool{"none": false, "flex": true} {
		html, ok := renderControls(map[string]any{
			"m": widgetModel("HTMLModel", map[string]any{"value": "ended", "layout": "IPY_MODEL_l"}),
			"l": widgetModel("LayoutModel", map[string]any{"display": display}),
		}, "m")
		if !ok || strings.Contains(string(html), "ended") != want || strings.Contains(string(html), "Run this cell") == want {
			t.Errorf("display %s: %s", display, html)
		}
	}
}
