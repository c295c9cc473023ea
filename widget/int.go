package widget

import "fmt"

// IntControl is a slider for a whole number.
type IntControl struct {
	Options[*IntControl]
	steps
}

// steps are the numbers of a slider or a player: lo, lo+step and so on.
type steps struct {
	lo, hi, step int
	start        *int
}

// Int returns a slider for whole numbers between lo and hi, ends included. Its
// first value is lo.
func Int(name string, lo, hi int) *IntControl {
	c := &IntControl{steps: steps{lo: lo, hi: hi, step: 1}}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Int(%q, %d, %d)", name, lo, hi))
	return c
}

// Value sets the first value.
func (c *IntControl) Value(v int) *IntControl {
	c.set("Value", func() { c.start = &v })
	return c
}

// Step sets the distance between values, 1 by default.
func (c *IntControl) Step(step int) *IntControl {
	c.set("Step", func() { c.step = step })
	return c
}

// Get returns the value.
func (c *IntControl) Get() int { return c.c.get().(int) }

// Set moves the slider, calls the handlers and redraws what shows the control. A
// value outside of the range is an error.
func (c *IntControl) Set(v int) error { return c.setIn(c.c, v) }

// OnChange registers f, which is called with each new value.
func (c *IntControl) OnChange(f func(v int)) *IntControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *IntControl) view(_ dialect, v any) view {
	return view{
		model: "IntSlider", style: "SliderStyle",
		state: c.sliderState(v),
		read:  c.read,
	}
}

func (s *steps) sliderState(v any) map[string]any {
	return sliderState(map[string]any{"min": s.lo, "max": s.hi, "step": s.step, "value": v, "readout_format": "d"})
}

func (s *steps) setIn(c *core, v int) error {
	if err := s.checkInside("Set", v); err != nil {
		return fmt.Errorf("widget: %s: %w", c.call, err)
	}
	c.take(v, true)
	return nil
}

func (s *steps) check() error {
	if err := checkRange(float64(s.lo), float64(s.hi)); err != nil {
		return err
	}
	if s.step < 1 || s.step > s.hi-s.lo {
		return fmt.Errorf("Step(%d): want a step above 0 that fits into the range", s.step)
	}
	if s.start == nil {
		return nil
	}
	return s.checkInside("Value", *s.start)
}

func (s *steps) checkInside(option string, v int) error {
	if v >= s.lo && v <= s.hi {
		return nil
	}
	return fmt.Errorf("%s(%d): want a value between %d and %d", option, v, s.lo, s.hi)
}

func (s *steps) initial() any {
	if s.start != nil {
		return *s.start
	}
	return s.lo
}

func (s *steps) text(v any) string { return fmt.Sprintf("%d (%d to %d)", v, s.lo, s.hi) }

// read parses a front end's message as the value.
func (s *steps) read(changed map[string]any) (any, bool) {
	v, ok := asInt(changed["value"])
	return min(max(v, s.lo), s.hi), ok
}
