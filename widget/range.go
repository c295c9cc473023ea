package widget

import "fmt"

// RangeControl is a slider with two ends.
type RangeControl struct {
	Options[*RangeControl]
	lo, hi, step float64
	format       string
	start        *[2]float64
}

// Range returns a slider for a part of the range between lo and hi. It is the whole
// range at first.
func Range(name string, lo, hi float64) *RangeControl {
	c := &RangeControl{lo: lo, hi: hi}
	c.Options = newOptions(c, c, name, rangeCall("Range", name, lo, hi))
	return c
}

// Value sets the first ends.
func (c *RangeControl) Value(from, to float64) *RangeControl {
	c.set("Value", func() { c.start = &[2]float64{from, to} })
	return c
}

// Step sets the change of an end per press of an arrow key: by default a round number
// below a hundredth of the range.
func (c *RangeControl) Step(step float64) *RangeControl {
	c.set("Step", func() { c.step = step })
	return c
}

// Format sets the format of the ends in d3-format's syntax: ".2f", ".3g", ".0%".
func (c *RangeControl) Format(format string) *RangeControl {
	c.set("Format", func() { c.format = format })
	return c
}

// Get returns both ends.
func (c *RangeControl) Get() (from, to float64) {
	v := c.c.get().([2]float64)
	return v[0], v[1]
}

// Set moves both ends, calls the handlers and redraws what shows the control. Ends
// outside of the range or in the wrong order are an error.
func (c *RangeControl) Set(from, to float64) error {
	if err := c.checkEnds("Set", from, to); err != nil {
		return fmt.Errorf("widget: %s: %w", c.c.call, err)
	}
	c.c.take([2]float64{from, to}, true)
	return nil
}

// OnChange registers f, which is called with each new pair of ends.
func (c *RangeControl) OnChange(f func(from, to float64)) *RangeControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *RangeControl) checkEnds(call string, from, to float64) error {
	if c.lo <= from && from <= to && to <= c.hi {
		return nil
	}
	text := numbers(from, to, c.lo, c.hi)
	return fmt.Errorf("%s(%s, %s): want %s or more, %s or less, and the first no larger than the second",
		call, text[0], text[1], text[2], text[3])
}

func (c *RangeControl) check() error {
	if err := checkRange(c.lo, c.hi); err != nil {
		return err
	}
	if err := checkStep(c.step, c.lo, c.hi); err != nil {
		return err
	}
	if c.start != nil {
		if err := c.checkEnds("Value", c.start[0], c.start[1]); err != nil {
			return err
		}
	}
	return checkFormat(c.format)
}

func (c *RangeControl) initial() any {
	if c.start != nil {
		return *c.start
	}
	return [2]float64{c.lo, c.hi}
}

func (c *RangeControl) text(v any) string {
	ends := v.([2]float64)
	text := numbers(ends[0], ends[1], c.lo, c.hi)
	return fmt.Sprintf("%s to %s (of %s to %s)", text[0], text[1], text[2], text[3])
}

func (c *RangeControl) view(d dialect, v any) view {
	step, format := stepOf(c.lo, c.hi, c.step, c.format)
	ends := v.([2]float64)
	slider := d.rangeSlider(sliderState(map[string]any{
		"min": c.lo, "max": c.hi, "step": step, "value": []any{ends[0], ends[1]}, "readout_format": format,
	}))
	slider.read = c.read
	return slider
}

func (c *RangeControl) read(changed map[string]any) (any, bool) {
	pair, ok := changed["value"].([]any)
	if !ok || len(pair) != 2 {
		return nil, false
	}
	from, ok1 := asFloat(pair[0])
	to, ok2 := asFloat(pair[1])
	from, to = clamp(from, c.lo, c.hi), clamp(to, c.lo, c.hi)
	return [2]float64{from, to}, ok1 && ok2 && from <= to
}
