package widget

import (
	"fmt"
	"time"
)

// PlayControl runs through whole numbers automatically, and is a slider for them.
type PlayControl struct {
	Options[*PlayControl]
	steps
	interval time.Duration
}

// Play returns a control that, once started, runs from lo to hi, ends included, one
// number every 200 ms. Its first value is lo.
func Play(name string, lo, hi int) *PlayControl {
	c := &PlayControl{steps: steps{lo: lo, hi: hi, step: 1}, interval: 200 * time.Millisecond}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Play(%q, %d, %d)", name, lo, hi))
	return c
}

// Value sets the first value.
func (c *PlayControl) Value(v int) *PlayControl {
	c.set("Value", func() { c.start = &v })
	return c
}

// Step sets the distance between values, 1 by default.
func (c *PlayControl) Step(step int) *PlayControl {
	c.set("Step", func() { c.step = step })
	return c
}

// Interval sets the time between values. Values for which a slow handler has no time
// are skipped.
func (c *PlayControl) Interval(d time.Duration) *PlayControl {
	c.set("Interval", func() { c.interval = d })
	return c
}

// Get returns the value.
func (c *PlayControl) Get() int { return c.c.get().(int) }

// Set goes to a value, calls the handlers and redraws what shows the control. A
// value outside of the range is an error.
func (c *PlayControl) Set(v int) error { return c.setIn(c.c, v) }

// OnChange registers f, which is called with each new value.
func (c *PlayControl) OnChange(f func(v int)) *PlayControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *PlayControl) check() error {
	if c.interval < time.Millisecond || c.interval > time.Hour {
		return fmt.Errorf("Interval(%v): want between 1 ms and an hour", c.interval)
	}
	return c.steps.check()
}

func (c *PlayControl) view(_ dialect, v any) view {
	return view{
		model: "Play", style: "DescriptionStyle",
		state:  map[string]any{"min": c.lo, "max": c.hi, "step": c.step, "value": v, "interval": int(c.interval.Milliseconds())},
		read:   c.read,
		slider: &view{model: "IntSlider", style: "SliderStyle", state: c.sliderState(v), read: c.read},
	}
}
