package widget

import (
	"strings"
	"testing"

	"krigo/display/mime"
	"krigo/internal/preset"
)

// giveControls has controls that are made in the test get values by their names.
func giveControls(t *testing.T, values map[string]any) {
	t.Helper()
	mime.TakeNote(preset.Values, preset.ToNote(values))
	t.Cleanup(func() {
		mime.TakeNote(preset.Values, nil)
		mime.TakeNote(preset.Controls, nil)
	})
}

func TestControlsTakeWhatIsGiven(t *testing.T) {
	for _, c := range []struct {
		value any
		make  func() Control
		want  string
	}{
		{preset.Typed("2"), func() Control { return Float("c", 0, 3).Value(1).Log() }, "2 (0 to 3, logarithmic)"},
		{preset.Typed(" 1e-1"), func() Control { return Float("c", 0, 3) }, "0.1 (0 to 3)"},
		{0.25, func() Control { return Float("c", 0, 3) }, "0.25 (0 to 3)"},
		{preset.Typed("007"), func() Control { return Int("c", 1, 9).Value(2) }, "7 (1 to 9)"},
		{preset.Typed("1e0"), func() Control { return Int("c", 1, 9) }, "1 (1 to 9)"},
		{9.0, func() Control { return Play("c", 1, 9) }, "9 (1 to 9)"},
		{preset.Typed("true"), func() Control { return Bool("c") }, "true"},
		{false, func() Control { return Bool("c").Value(true) }, "false"},
		{preset.Typed("RBF"), func() Control { return Choice("c", "SE", "RBF") }, "RBF (of SE, RBF)"},
		{"SE", func() Control { return Choice("c", "SE", "RBF").Value("RBF") }, "SE (of SE, RBF)"},
		{preset.Typed("a=b"), func() Control { return Text("c") }, `"a=b"`},
		{preset.Typed("1, 2"), func() Control { return Range("c", 0, 9) }, "1 to 2 (of 0 to 9)"},
		{preset.Typed("[1,2]"), func() Control { return Range("c", 0, 9) }, "1 to 2 (of 0 to 9)"},
		{[]any{3.0, 3.0}, func() Control { return Range("c", 0, 9) }, "3 to 3 (of 0 to 9)"},
	} {
		giveControls(t, map[string]any{"c": c.value, "d": preset.Typed("no")})
		if got := c.make().String(); got != "c = "+c.want {
			t.Errorf("%v makes the control %q, want %q", c.value, got, c.want)
		}
	}
	if made := mime.Remembered(preset.Controls); made["c"] != true || len(made) != 1 {
		t.Errorf("made were %v", made)
	}
}

// A supplied value that a control cannot have fails the cell that makes it, and is not
// ignored.
func TestWhatAControlCannotHaveIsTold(t *testing.T) {
	for _, c := range []struct {
		value any
		make  func() Control
		want  string
	}{
		{preset.Typed("4"), func() Control { return Float("c", 0, 3) }, `Float("c", 0, 3): c=4 was given: want a number between 0 and 3`},
		{preset.Typed("NaN"), func() Control { return Float("c", 0, 3) }, `Float("c", 0, 3): c=NaN was given: want a number between 0 and 3`},
		{"2", func() Control { return Float("c", 0, 3) }, `Float("c", 0, 3): c="2" was given: want a number between 0 and 3`},
		{preset.Typed("1.5"), func() Control { return Int("c", 1, 9) }, `Int("c", 1, 9): c=1.5 was given: want a whole number between 1 and 9`},
		{preset.Typed("yes"), func() Control { return Bool("c") }, `Bool("c"): c=yes was given: want true or false`},
		{[]any{}, func() Control { return Bool("c") }, `Bool("c"): c=[] was given: want true or false`},
		{preset.Typed("rbf"), func() Control { return Choice("c", "SE", "RBF") }, `Choice("c"): c=rbf was given: want one of SE, RBF`},
		{1.0, func() Control { return Text("c") }, `Text("c"): c=1 was given: want a text`},
		{preset.Typed("2,1"), func() Control { return Range("c", 0, 9) }, `Range("c", 0, 9): c=2,1 was given: want two numbers between 0 and 9, such as 0,9`},
		{preset.Typed("2"), func() Control { return Range("c", 0, 9) }, `Range("c", 0, 9): c=2 was given: want two numbers`},
		{preset.Typed("1"), func() Control { return Button("c") }, `Button("c"): c=1 was given: want no value: a button has none`},
	} {
		giveControls(t, map[string]any{"c": c.value})
		f := startFront(t, "2")
		control := c.make()
		if got := f.texts(); len(got) != 1 || !strings.HasPrefix(got[0], "widget: "+c.want) {
			t.Errorf("%v: there is %q, want %s", c.value, got, c.want)
		}
		if _, err := mime.Check(control); err == nil || !strings.HasPrefix(err.Error(), "widget: "+c.want) {
			t.Errorf("%v: it shows itself with the error %v", c.value, err)
		}
	}
}
