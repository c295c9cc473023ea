package widget

import (
	"fmt"
)

// BoolControl is a checkbox.
type BoolControl struct {
	Options[*BoolControl]
	start bool
}

// Bool returns a checkbox, which is not ticked at first.
func Bool(name string) *BoolControl {
	c := &BoolControl{}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Bool(%q)", name))
	return c
}

// Value sets the first value.
func (c *BoolControl) Value(v bool) *BoolControl {
	c.set("Value", func() { c.start = v })
	return c
}

// Get returns the value.
func (c *BoolControl) Get() bool { return c.c.get().(bool) }

// Set ticks or clears the box, calls the handlers and redraws what shows the control.
func (c *BoolControl) Set(v bool) { c.c.take(v, true) }

// OnChange registers f, which is called with each new value.
func (c *BoolControl) OnChange(f func(v bool)) *BoolControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *BoolControl) check() error { return nil }

func (c *BoolControl) initial() any { return c.start }

func (c *BoolControl) text(v any) string { return fmt.Sprint(v) }

func (c *BoolControl) view(_ dialect, v any) view {
	return view{
		model: "Checkbox", style: "DescriptionStyle",
		state: map[string]any{"value": v},
		read: func(changed map[string]any) (any, bool) {
			b, ok := changed["value"].(bool)
			return b, ok
		},
	}
}
