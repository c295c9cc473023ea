package draw

import (
	"image/color"
	"testing"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// A remark stands where samples do; names stand next to samples of any kind.
func TestOnlyRemarksHaveNoRoomForASample(t *testing.T) {
	dot := DotStyle(1, InkColor)
	for name, c := range map[string]struct {
		key    Key
		remark bool
	}{
		"remark": {Key{Name: "a"}, true},
		"line":   {Key{Name: "a", Line: Stroke(InkColor, 1)}, false},
		"dot":    {Key{Name: "a", Dot: &dot}, false},
		"area":   {Key{Name: "a", Areas: []color.Color{InkColor}}, false},
		"scale":  {Key{Name: "a", Scale: []color.Color{InkColor, MutedColor}}, false},
	} {
		var rec recorder.Canvas
		canvas := vgdraw.NewCanvas(&rec, 200, 100)
		placed, _ := placeKeys(canvas, []Key{c.key, {Name: "b"}})
		beside := placed[1].at.X - placed[0].at.X
		least := vg.Length(keyGap) + keyStyle().Width("a")
		if got := beside < least+swatchWidth; got != c.remark {
			t.Errorf("%s: the next key is %v away", name, beside)
		}
	}
}

func TestColoursOfABarDivideItsRange(t *testing.T) {
	b := ColorBar{Min: 1, Max: 3, Colors: Viridis(4).Colors()}
	for v, want := range map[float64]int{0: 0, 1: 0, 1.4: 0, 1.6: 1, 2.9: 3, 3: 3, 9: 3} {
		if got := b.Of(v); got != b.Colors[want] {
			t.Errorf("the colour of %v is %v, want number %d", v, got, want)
		}
	}
}

func TestDownTicksCountFromTheTop(t *testing.T) {
	for _, tick := range (DownTicks{Last: 60}).Ticks(0.5, 60.5) {
		if tick.Label == "10" && tick.Value != 51 || tick.Label == "60" && tick.Value != 1 {
			t.Errorf("%s stands at %v", tick.Label, tick.Value)
		}
	}
}
