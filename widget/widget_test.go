package widget

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/display/mime"
)

func TestAFrontEndMovesControls(t *testing.T) {
	f := startFront(t, "2")
	length := Float("lengthscale", 0.05, 3).Value(1).Log()
	noise := Float("noise", 0, 1)
	degree := Int("degree", 1, 9).Value(2).Step(2)
	mean := Bool("mean")
	kernel := Choice("kernel", "RBF", "Matern52")
	title := Text("title").Value("a")
	window := Range("window", 0, 10).Value(2, 4)
	frame := Play("frame", 0, 50)
	again := Button("draw again")
	for _, test := range []struct {
		control Control
		class   string
		changed map[string]any
		want    string
	}{
		{length, "FloatLogSliderModel", map[string]any{"value": 2.5}, "2.5 (0.05 to 3, logarithmic)"},
		{length, "FloatLogSliderModel", map[string]any{"value": 3.0000000004}, "3 (0.05 to 3, logarithmic)"},
		{length, "FloatLogSliderModel", map[string]any{"value": "no"}, "3 (0.05 to 3, logarithmic)"},
		{noise, "FloatSliderModel", map[string]any{"value": 0.25}, "0.25 (0 to 1)"},
		{noise, "FloatSliderModel", map[string]any{"value": -2.0}, "0 (0 to 1)"},
		{noise, "FloatSliderModel", map[string]any{"value": math.NaN()}, "0 (0 to 1)"},
		{degree, "IntSliderModel", map[string]any{"value": 5.0}, "5 (1 to 9)"},
		{degree, "IntSliderModel", map[string]any{"value": 5.5}, "5 (1 to 9)"},
		{mean, "CheckboxModel", map[string]any{"value": true}, "true"},
		{mean, "CheckboxModel", map[string]any{"value": 1.0}, "true"},
		{kernel, "DropdownModel", map[string]any{"index": 1.0}, "Matern52 (of RBF, Matern52)"},
		{kernel, "DropdownModel", map[string]any{"index": 2.0}, "Matern52 (of RBF, Matern52)"},
		{kernel, "DropdownModel", map[string]any{"index": nil}, "Matern52 (of RBF, Matern52)"},
		{title, "TextModel", map[string]any{"value": "b"}, `"b"`},
		{window, "FloatRangeSliderModel", map[string]any{"value": []any{3.0, 5.0}}, "3 to 5 (of 0 to 10)"},
		{window, "FloatRangeSliderModel", map[string]any{"value": []any{5.0, 3.0}}, "3 to 5 (of 0 to 10)"},
		{window, "FloatRangeSliderModel", map[string]any{"value": []any{5.0}}, "3 to 5 (of 0 to 10)"},
		{frame, "PlayModel", map[string]any{"value": 7.0, "playing": true}, "7 (0 to 50)"},
		{frame, "IntSliderModel", map[string]any{"value": 9.0}, "9 (0 to 50)"},
		{again, "ButtonModel", map[string]any{"value": 1.0}, "a button, clicked 0 times"},
	} {
		mime.Show(test.control)
		var class string
		switch shown := coreOf(test.control).shown; test.class {
		case "IntSliderModel":
			class = f.modelOf(shown, test.class)
		default:
			class = shown.main.comm.ID()
		}
		if got := f.stateOf(class)["_model_name"]; got != test.class {
			t.Fatalf("%v is a %v, want %s", test.control, got, test.class)
		}
		f.deliver(t, change(class, test.changed))
		if got := test.control.String(); !strings.HasSuffix(got, " = "+test.want) {
			t.Errorf("%v makes the control %q, want %q", test.changed, got, test.want)
		}
	}
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: coreOf(again).shown.main.comm.ID(), Data: map[string]any{
		"method": "custom", "content": map[string]any{"event": "click"},
	}})
	if again.Clicks() != 1 {
		t.Errorf("%d clicks, want 1", again.Clicks())
	}
	if from, to := window.Get(); from != 3 || to != 5 {
		t.Errorf("the range is %v to %v", from, to)
	}
}

// modelOf returns the comm of a control's own model of a class.
func (f *front) modelOf(s *shownModels, class string) string {
	for _, m := range []*model{s.main, s.slider} {
		if m != nil && m.state["_model_name"] == class {
			return m.comm.ID()
		}
	}
	return ""
}

// stateOf returns a model's state as front ends to come see it.
func (f *front) stateOf(id string) map[string]any {
	states := allStates()
	return states[id].(map[string]any)["state"].(map[string]any)
}

// A front end that has sent a value out of range receives the valid one, and one that
// has sent a valid value receives nothing.
func TestAFrontEndIsCorrected(t *testing.T) {
	f := startFront(t, "2")
	mime.Show(Float("noise", 0, 1))
	id := f.idOf(t, "FloatSliderModel")
	f.deliver(t, change(id, map[string]any{"value": 0.5}))
	if got := f.updates(id); len(got) > 0 {
		t.Errorf("a right value is answered by %v", got)
	}
	f.deliver(t, change(id, map[string]any{"value": 7.0}))
	if got := f.updates(id); len(got) != 1 || got[0]["value"] != 1.0 {
		t.Errorf("a wrong value is answered by %v, want the value 1", got)
	}
}

func TestSetMovesTheSliderAndTellsHandlers(t *testing.T) {
	f := startFront(t, "2")
	var heard []float64
	c := Float("noise", 0, 1).OnChange(func(v float64) { heard = append(heard, v) })
	mime.Show(c)
	id := f.idOf(t, "FloatSliderModel")
	for range 2 { // no change, no news
		if err := c.Set(0.25); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.updates(id); len(got) != 1 || len(got[0]) != 1 || got[0]["value"] != 0.25 {
		t.Errorf("the slider was sent %v", got)
	}
	if !slices.Equal(heard, []float64{0.25}) {
		t.Errorf("the handler heard %v", heard)
	}
	if err := c.Set(2); err == nil || err.Error() != `widget: Float("noise", 0, 1): Set(2): want a value between 0 and 1` {
		t.Errorf("Set(2) says %v", err)
	}
}

// Wrong options are reported by name when the control is shown.
func TestWrongOptionsAreErrors(t *testing.T) {
	startFront(t, "2")
	for want, c := range map[string]Control{
		`Float("a", 3, 1): the lower end of the range is not below the upper one`:                               Float("a", 3, 1),
		`Float("a", 1, 1): the lower end of the range is not below the upper one`:                               Float("a", 1, 1),
		`Float("a", NaN, 1): the ends of the range must be finite`:                                              Float("a", math.NaN(), 1),
		`Float("a", 0, +Inf): the ends of the range must be finite`:                                             Float("a", 0, math.Inf(1)),
		`Float("a", 0, 1): Log: the lower end is 0: want one above 0`:                                           Float("a", 0, 1).Log(),
		`Float("a", 0, 1): Value(2): want a value between 0 and 1`:                                              Float("a", 0, 1).Value(2),
		`Float("a", 0, 1): Value(NaN): want a value between 0 and 1`:                                            Float("a", 0, 1).Value(math.NaN()),
		`Float("a", 0, 1): Step(2): want a step above 0 that fits into the range`:                               Float("a", 0, 1).Step(2),
		`Float("a", 1, 2): Step(0.5): a logarithmic slider has steps of its own`:                                Float("a", 1, 2).Log().Step(0.5),
		`Float("a", 0, 1): Format("two"): want a format of d3-format, such as .2f, .3g or .0%`:                  Float("a", 0, 1).Format("two"),
		`Float("", 0, 1): the name is empty`:                                                                    Float("", 0, 1),
		`Int("n", 5, 5): the lower end of the range is not below the upper one`:                                 Int("n", 5, 5),
		`Int("n", 1, 5): Value(6): want a value between 1 and 5`:                                                Int("n", 1, 5).Value(6),
		`Int("n", 1, 5): Step(0): want a step above 0 that fits into the range`:                                 Int("n", 1, 5).Step(0),
		`Play("n", 1, 5): Interval(0s): want between 1 ms and an hour`:                                          Play("n", 1, 5).Interval(0),
		`Choice("k"): there are no options`:                                                                     Choice("k"),
		`Choice("k"): options 0 and 2 are both "a"`:                                                             Choice("k", "a", "b", "a"),
		`Choice("k"): option 1 is empty`:                                                                        Choice("k", "a", " "),
		`Choice("k"): Value("c"): the options are a, b`:                                                         Choice("k", "a", "b").Value("c"),
		`Range("r", 0, 1): Value(0.5, 0.2): want 0 or more, 1 or less, and the first no larger than the second`: Range("r", 0, 1).Value(0.5, 0.2),
	} {
		_, err := mime.Check(c)
		if err == nil || err.Error() != "widget: "+want {
			t.Errorf("error is %v, want widget: %s", err, want)
		}
		_ = c.String() // does not panic
	}
	late := Float("a", 0, 1)
	mime.Show(late)
	late.Log()
	if _, err := mime.Check(late); err == nil || !strings.Contains(err.Error(), "Log came after the control was shown") {
		t.Errorf("a late option says %v", err)
	}
	for want, controls := range map[string][]Control{
		"widget: Show: there are no controls":                      nil,
		"widget: Show: control 1 is nil":                           {Bool("a"), (*BoolControl)(nil)},
		"widget: Show: control 0 is nil":                           {nil},
		`widget: Show: control 1, Float("a", 0, 1), appears twice`: {late2, late2},
	} {
		f := startFront(t, "2")
		Show(func() any { return 1 }, controls...)
		if got := f.texts(); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("Show shows %q, want %q", got, want)
		}
	}
}

var late2 = Float("a", 0, 1)

// Show draws once at first and once for all changes that wait; another Show of the
// same control is redrawn too.
func TestShowRedraws(t *testing.T) {
	f := startFront(t, "2")
	a, b := Float("a", 0, 1).Value(0.5), Int("b", 0, 9)
	calls := 0
	Show(func() any { calls++; return fmt.Sprint("first ", a.Get(), " ", b.Get()) }, a, b)
	Show(func() any { return fmt.Sprint("second ", a.Get()) }, a)
	if got := f.texts(); len(got) != 4 || got[1] != "first 0.5 0" || got[3] != "second 0.5" {
		t.Fatalf("at first there is %q", got)
	}
	if f.shows[0].Plain() != "Controls (run this cell to move them): a, b" || f.shows[0].Data[viewType] == nil {
		t.Errorf("the controls are shown as %v", f.shows[0].Data)
	}
	f.shows = nil
	f.deliver(t, change(f.idOf(t, "FloatSliderModel"), map[string]any{"value": 0.7}))
	f.deliver(t, change(f.idOf(t, "IntSliderModel"), map[string]any{"value": 4.0}))
	if len(f.shows) > 0 {
		t.Errorf("before the handlers have ended there is %q", f.texts())
	}
	f.settle(t)
	if got := f.texts(); !slices.Equal(got, []string{"first 0.7 4", "second 0.7"}) || calls != 2 {
		t.Errorf("%d calls show %q", calls, got)
	}
	for _, s := range f.shows {
		if !s.update || s.id == "" {
			t.Errorf("%q does not take the place of what was shown", s.Plain())
		}
	}
}

// Code that moves a slider has it redrawn at once, also without a front end.
func TestSetRedraws(t *testing.T) {
	f := startFront(t, "2")
	f.mute = true
	c := Float("a", 0, 1).Value(0.5)
	Show(func() any { return c.Get() }, c)
	if err := c.Set(1); err != nil {
		t.Fatal(err)
	}
	if got := f.texts(); !slices.Equal(got, []string{"a = 0.5 (0 to 1)", "0.5", "1"}) {
		t.Errorf("there is %q", got)
	}
	if len(f.opened()) > 0 || f.shows[0].Data[viewType] != nil {
		t.Error("a control was opened where nobody answers")
	}
}

// In a file controls have their values as text and say how they come to life, and their
// models are there for front ends.
func TestControlsInAFile(t *testing.T) {
	f := startFront(t, "2")
	f.mute, f.file = true, true
	a, b := Float("a", 0, 1).Value(0.5), Int("b", 0, 9)
	Show(func() any { return a.Get() }, a, b)
	mime.Show(b)
	want := []string{"a = 0.5 (0 to 1)\nb = 0 (0 to 9)\nRun this cell in a notebook to move these.", "0.5", "b = 0 (0 to 9)\nRun this cell in a notebook to move it."}
	if got := f.texts(); !slices.Equal(got, want) {
		t.Errorf("there is %q, want %q", got, want)
	}
	if err := a.Set(0.75); err != nil {
		t.Fatal(err)
	}
	want = []string{"0.75", "a = 0.75 (0 to 1)\nb = 0 (0 to 9)\nRun this cell in a notebook to move these."}
	if got := f.texts()[3:]; !slices.Equal(got, want) || f.shows[4].id != f.shows[0].id || !f.shows[4].update {
		t.Errorf("after Set there is %q, want %q instead of the first", got, want)
	}
	view, _ := f.shows[4].Data[viewType].(map[string]any)
	if id, _ := view["model_id"].(string); f.stateOf(id)["_model_name"] != "VBoxModel" {
		t.Errorf("the view is %v", view)
	}
}

func TestWhatFailsIsToldInPlace(t *testing.T) {
	f := startFront(t, "2")
	c := Int("n", 0, 9)
	Show(func() any {
		switch c.Get() {
		case 1:
			return errors.New("no data")
		case 2:
			panic("boom")
		}
		return "fine"
	}, c)
	id := f.idOf(t, "IntSliderModel")
	for i, want := range []string{
		"no data\nNothing is drawn with\n    n = 1 (0 to 9)",
		"display: The function of Show panicked: boom\nNothing is drawn with\n    n = 2 (0 to 9)",
		"fine",
	} {
		f.shows = nil
		f.deliver(t, change(id, map[string]any{"value": float64(i + 1)}))
		f.settle(t)
		if got := f.texts(); !slices.Equal(got, []string{want}) {
			t.Errorf("there is %q, want %q", got, want)
		}
	}
}

// A handler that panics fails alone: the output of the control has its new value, and
// not the old one as if nothing had moved.
func TestAHandlerThatPanicsLeavesNothingStale(t *testing.T) {
	f := startFront(t, "2")
	c := Int("n", 0, 9)
	Show(func() any { return c.Get() }, c)
	c.OnChange(func(int) { panic("boom") })
	for _, test := range []struct {
		name string
		move func()
		want string
	}{
		{"a front end", func() { f.deliver(t, change(f.idOf(t, "IntSliderModel"), map[string]any{"value": 3.0})) }, "3"},
		{"Set", func() { _ = c.Set(4) }, "4"},
	} {
		f.shows = nil
		if p := panicOf(test.move); p != "boom" {
			t.Errorf("%s: the panic is %v, want that of the handler", test.name, p)
		}
		f.settle(t)
		if got := f.texts(); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: there is %q, want %s", test.name, got, test.want)
		}
	}
}

// panicOf calls f and returns what it panics with.
func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

// A function that moves the control on which it depends is called once more, and not
// for ever.
func TestAFunctionThatMovesItsControl(t *testing.T) {
	startFront(t, "2")
	c := Int("n", 0, 1000)
	calls := 0
	Show(func() any { calls++; return c.Set(c.Get() + 1) }, c)
	calls = 0
	if err := c.Set(500); err != nil {
		t.Fatal(err)
	}
	if calls != 2 {
		t.Errorf("%d calls, want 2", calls)
	}
}

// A control that is shown in two cells is one model, which both views show, until the
// front end closes it.
func TestAControlInTwoCells(t *testing.T) {
	f := startFront(t, "2")
	c := Int("n", 0, 9)
	mime.Show(c, c)
	if got := f.count("IntSliderModel"); got != 1 {
		t.Errorf("%d sliders were opened", got)
	}
	f.deliver(t, cell.CommMessage{Kind: "close", ID: f.idOf(t, "IntSliderModel")})
	mime.Show(c)
	if got := f.count("IntSliderModel"); got != 2 {
		t.Errorf("%d sliders were opened, with one that the front end had closed", got)
	}
}

// A front end that loads later receives the states of all models, and the current
// value.
func TestStatesForALateFrontEnd(t *testing.T) {
	f := startFront(t, "2")
	c := Float("a", 0, 1)
	mime.Show(c)
	id := f.idOf(t, "FloatSliderModel")
	f.deliver(t, change(id, map[string]any{"value": 0.75}))
	f.comms = nil
	f.deliver(t, cell.CommMessage{Kind: "open", ID: "late", Target: "jupyter.widget.control"})
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: "late", Data: map[string]any{"method": "request_states"}})
	states := f.comms[len(f.comms)-1].Data["states"].(map[string]any)
	own := states[id].(map[string]any)
	if own["model_name"] != "FloatSliderModel" || own["model_module"] != controlsModule || own["model_module_version"] != controlsVersions {
		t.Errorf("the model is %v", own)
	}
	if got := own["state"].(map[string]any)["value"]; got != 0.75 {
		t.Errorf("the value is %v, want 0.75", got)
	}
	f.comms = nil
	f.deliver(t, cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{"method": "request_state"}})
	if got := f.updates(id); len(got) != 1 || got[0]["value"] != 0.75 || got[0]["_model_name"] != "FloatSliderModel" {
		t.Errorf("request_state is answered by %v", got)
	}
}

// The classic notebook's edition says at its start that it is there, and gets its own
// messages: log sliders as a choice among values, ranges by a flag.
func TestTheClassicNotebook(t *testing.T) {
	f := startFront(t, "1")
	length := Float("lengthscale", 0.05, 3).Value(1).Log()
	window := Range("window", 0, 10)
	kernel := Choice("kernel", "RBF", "Matern52")
	mime.Show(length)
	if last := f.comms[len(f.comms)-1]; last.ID != f.idOf(t, "VBoxModel") || last.Data["method"] != "display" {
		t.Errorf("the last message is %v, want display", last)
	}
	state := f.opened()["SelectionSliderModel"]
	labels := state["_options_labels"].([]any)
	if len(labels) != 102 || labels[0] != "0.05" || labels[101] != "3" || state["value"] != "1" {
		t.Errorf("%d labels from %v to %v, value %v", len(labels), labels[0], labels[len(labels)-1], state["value"])
	}
	mime.Show(window)
	if s := f.opened()["FloatSliderModel"]; s["_range"] != true {
		t.Errorf("the range is %v", s)
	}
	mime.Show(kernel)
	backbone := func(c Control, value any) {
		f.deliver(t, cell.CommMessage{Kind: "msg", ID: coreOf(c).shown.main.comm.ID(), Data: map[string]any{
			"method": "backbone", "sync_method": "update", "sync_data": map[string]any{"value": value},
		}})
	}
	backbone(length, labels[50])
	backbone(window, []any{1.0, 2.0})
	backbone(kernel, "Matern52")
	if from, to := window.Get(); length.Get() != 0.387 || from != 1 || to != 2 || kernel.Get() != "Matern52" {
		t.Errorf("the values are %v, %v to %v, %v", length.Get(), from, to, kernel.Get())
	}
	if state := f.opened()["SliderStyleModel"]; state != nil {
		t.Errorf("a style was opened: %v", state)
	}
}

func TestLogValuesAreDistinctAndEndAtTheEnds(t *testing.T) {
	for _, ends := range [][2]float64{{0.05, 3}, {1e-9, 1e9}, {1, 1.001}, {0.1 + 0.2, 7.0 / 3}} {
		values, labels := logValues(ends[0], ends[1], ends[1])
		if n := len(values); n < 101 || values[0] != ends[0] || values[n-1] != ends[1] {
			t.Errorf("%v: %d values from %v to %v", ends, len(values), values[0], values[len(values)-1])
		}
		if !slices.IsSorted(values) || len(slices.Compact(slices.Clone(labels))) != len(labels) {
			t.Errorf("%v: labels %v", ends, labels)
		}
	}
}

func TestIntervalIsInMilliseconds(t *testing.T) {
	f := startFront(t, "2")
	mime.Show(Play("frame", 0, 9).Interval(50 * time.Millisecond))
	if got := f.opened()["PlayModel"]["interval"]; got != 50 {
		t.Errorf("the interval is %v, want 50", got)
	}
}
