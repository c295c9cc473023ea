package widget

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
)

// texts returns the texts of the outputs that a message about an output widget has.
func texts(state map[string]any) []string {
	outputs, _ := state["outputs"].([]any)
	var all []string
	for _, o := range outputs {
		data := o.(map[string]any)["data"].(map[string]any)
		all = append(all, data[mime.TypePlain].(string))
	}
	return all
}

// Voilà draws the outputs of cells once: what controls redraw is in a widget there, which has the latest
// outputs also for a page that connects later.
func TestVoilaRedrawsInAnOutputWidget(t *testing.T) {
	t.Setenv("VOILA_BASE_URL", "/")
	f := startFront(t, "2")
	n := Int("n", 0, 9)
	Show(func() any {
		if n.Get() == 2 {
			return errors.New("no data")
		}
		return fmt.Sprint("n is ", n.Get())
	}, n)
	area := f.idOf(t, "OutputModel")
	latest := func() []string {
		updates := f.updates(area)
		return texts(updates[len(updates)-1])
	}
	if len(f.shows) != 1 {
		t.Errorf("the cell shows %q, want the controls alone", f.texts())
	}
	if children := f.stateOf(f.idOf(t, "VBoxModel"))["children"].([]any); !slices.Contains(children, any("IPY_MODEL_"+area)) {
		t.Errorf("the box has %v, without the output %s", children, area)
	}
	if got := latest(); !slices.Equal(got, []string{"n is 0"}) {
		t.Errorf("at first there is %q", got)
	}
	for value, want := range map[float64]string{1: "n is 1", 2: "no data\nNothing is drawn with\n    n = 2 (0 to 9)"} {
		f.deliver(t, change(f.idOf(t, "IntSliderModel"), map[string]any{"value": value}))
		f.settle(t)
		if got := latest(); !slices.Equal(got, []string{want}) {
			t.Errorf("moved to %v there is %q, want %q", value, got, want)
		}
		f.deliver(t, cell.CommMessage{Kind: "msg", ID: area, Data: map[string]any{"method": "request_state"}})
		if got := latest(); !slices.Equal(got, []string{want}) {
			t.Errorf("a page that connects at %v gets %q, want %q", value, got, want)
		}
	}
	if len(f.shows) != 1 {
		t.Errorf("moves have shown %q in the cell", f.texts()[1:])
	}
}
