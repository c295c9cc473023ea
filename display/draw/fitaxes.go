package draw

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// leastLabels is the number of labels without which an axis cannot be read.
const leastLabels = 3

// fit adapts a panel to a data area of the given size: as many ticks as their
// labels have room for, and names of axes no longer than these.
func (p *Panel) fit(width, height vg.Length) {
	const gap = 5 // points between labels next to one another
	p.X.Tick.Marker = thinned(&p.X, width, func(t plot.Tick) vg.Length {
		return p.X.Tick.Label.Width(t.Label) + gap
	})
	p.Y.Tick.Marker = thinned(&p.Y, height, func(plot.Tick) vg.Length {
		return p.Y.Tick.Label.Font.Size * 1.1
	})
	fitName(&p.X, width)
	fitName(&p.Y, height)
}

// thinned returns the axis's ticker with the most ticks whose labels do not overlap on an axis of
// that length, at least three of them, or as many as there is room for. size returns the extent
// of a label along the axis. A ticker of unknown density is returned unchanged.
func thinned(a *plot.Axis, length vg.Length, size func(plot.Tick) vg.Length) plot.Ticker {
	ticker, ok := a.Tick.Marker.(denseTicker)
	if !ok || !FiniteRange(a.Min, a.Max) {
		return a.Tick.Marker
	}
	for _, wanted := range []int{leastLabels, leastLabels - 1} {
		for n := ticker.wanted(); n > 0; n-- {
			t := ticker.dense(n)
			labelled := labelledIn(a, t)
			if len(labelled) >= wanted && haveRoom(a, labelled, length, size) {
				return t
			}
		}
	}
	return spaced{ticker.dense(1), func(ticks []plot.Tick) bool { return haveRoom(a, ticks, length, size) }}
}

// Unlabelled is a ticker whose labels are those of the panels below and beside its own: it leaves the
// grid. On narrow pages, where the panels are below one another, it has labels.
type Unlabelled struct{ plot.Ticker }

// Ticks returns the marks in [min, max].
func (u Unlabelled) Ticks(min, max float64) []plot.Tick {
	ticks := slices.Clone(u.Ticker.Ticks(min, max))
	for i := range ticks {
		ticks[i].Label = " " // without one there is no grid
	}
	return ticks
}

// spaced is a ticker that labels only what has room.
type spaced struct {
	plot.Ticker
	haveRoom func([]plot.Tick) bool
}

// Ticks returns the marks in [min, max].
func (s spaced) Ticks(min, max float64) []plot.Tick {
	ticks, last := slices.Clone(s.Ticker.Ticks(min, max)), -1
	for i := range ticks {
		switch {
		case ticks[i].IsMinor():
		case last < 0 || s.haveRoom([]plot.Tick{ticks[last], ticks[i]}):
			last = i
		default:
			ticks[i].Label = ""
		}
	}
	return ticks
}

// labelledIn lists the ticks in the axis's range that have labels.
func labelledIn(a *plot.Axis, t plot.Ticker) []plot.Tick {
	return slices.DeleteFunc(labelled(t.Ticks(a.Min, a.Max)), func(tick plot.Tick) bool {
		return tick.Value < a.Min || tick.Value > a.Max
	})
}

// haveRoom reports whether the labels of ascending ticks, each in the middle of
// its size, do not overlap.
func haveRoom(a *plot.Axis, ticks []plot.Tick, length vg.Length, size func(plot.Tick) vg.Length) bool {
	for i := 1; i < len(ticks); i++ {
		apart := length * vg.Length(math.Abs(a.Norm(ticks[i].Value)-a.Norm(ticks[i-1].Value)))
		if apart < (size(ticks[i-1])+size(ticks[i]))/2 {
			return false
		}
	}
	return true
}

// fitName breaks the name of an axis into lines that are not longer than the
// axis, two at most.
func fitName(a *plot.Axis, length vg.Length) {
	style := a.Label.TextStyle
	lines := strings.SplitN(wrap(a.Label.Text, length, style.Width), "\n", 2)
	for i, line := range lines {
		lines[i] = elide(strings.ReplaceAll(line, "\n", " "), length, style.Width)
	}
	a.Label.Text = strings.Join(lines, "\n")
}
