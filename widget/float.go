package widget

import (
	"fmt"
	"math"
)

// FloatControl is a slider for a real number.
type FloatControl struct {
	Options[*FloatControl]
	lo, hi, step float64
	log          bool
	format       string
	start        *float64
}

// Float returns a slider for numbers between lo and hi, ends included. Its first
// value is the step next to their middle, on the scale of the slider.
func Float(name string, lo, hi float64) *FloatControl {
	c := &FloatControl{lo: lo, hi: hi}
	c.Options = newOptions(c, c, name, rangeCall("Float", name, lo, hi))
	return c
}

// Value sets the first value.
func (c *FloatControl) Value(v float64) *FloatControl {
	c.set("Value", func() { c.start = &v })
	return c
}

// Step sets the change of the value per press of an arrow key: by default a round
// number below a hundredth of the range. A logarithmic slider has a hundred steps.
func (c *FloatControl) Step(step float64) *FloatControl {
	c.set("Step", func() { c.step = step })
	return c
}

// Log makes the slider's scale logarithmic. Both ends must be positive.
func (c *FloatControl) Log() *FloatControl {
	c.set("Log", func() { c.log = true })
	return c
}

// Format sets the format of the value in d3-format's syntax: ".2f", ".3g", ".0%".
func (c *FloatControl) Format(format string) *FloatControl {
	c.set("Format", func() { c.format = format })
	return c
}

// Get returns the value.
func (c *FloatControl) Get() float64 { return c.c.get().(float64) }

// Set moves the slider, calls the handlers and redraws what shows the control. A
// value outside of the range is an error.
func (c *FloatControl) Set(v float64) error {
	if err := checkInside("Set", v, c.lo, c.hi); err != nil {
		return fmt.Errorf("widget: %s: %w", c.c.call, err)
	}
	c.c.take(v, true)
	return nil
}

// OnChange registers f, which is called with each new value.
func (c *FloatControl) OnChange(f func(v float64)) *FloatControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *FloatControl) check() error {
	if err := checkRange(c.lo, c.hi); err != nil {
		return err
	}
	if c.log && c.lo <= 0 {
		return fmt.Errorf("Log: the lower end is %s: want one above 0", number(c.lo))
	}
	if c.log && c.step != 0 {
		return fmt.Errorf("Step(%s): a logarithmic slider has steps of its own", number(c.step))
	}
	if err := checkStep(c.step, c.lo, c.hi); err != nil {
		return err
	}
	if c.start != nil {
		if err := checkInside("Value", *c.start, c.lo, c.hi); err != nil {
			return err
		}
	}
	return checkFormat(c.format)
}

func (c *FloatControl) initial() any {
	switch {
	case c.start != nil:
		return *c.start
	case c.log && c.lo > 0:
		return math.Sqrt(c.lo) * math.Sqrt(c.hi)
	}
	step, _ := stepOf(c.lo, c.hi, c.step, c.format)
	return middleStep(c.lo, c.hi, step)
}

func (c *FloatControl) text(v any) string {
	scale := ""
	if c.log {
		scale = ", logarithmic"
	}
	text := numbers(v.(float64), c.lo, c.hi)
	return fmt.Sprintf("%s (%s to %s%s)", text[0], text[1], text[2], scale)
}

func (c *FloatControl) view(d dialect, v any) view {
	if c.log {
		return d.logSlider(c, v.(float64))
	}
	step, format := stepOf(c.lo, c.hi, c.step, c.format)
	return view{
		model: "FloatSlider", style: "SliderStyle",
		state: sliderState(map[string]any{"min": c.lo, "max": c.hi, "step": step, "value": v, "readout_format": format}),
		read:  c.read,
	}
}

// read parses a front end's message as the value.
func (c *FloatControl) read(changed map[string]any) (any, bool) {
	x, ok := asFloat(changed["value"])
	return clamp(x, c.lo, c.hi), ok
}

// logFormat returns the format of a logarithmic slider's value.
func (c *FloatControl) logFormat() string {
	if c.format != "" {
		return c.format
	}
	return ".3g"
}
