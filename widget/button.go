package widget

import "fmt"

// ButtonControl is a button.
type ButtonControl struct {
	Options[*ButtonControl]
}

// Button returns a button with its name on it. In [Show], a click redraws the output.
func Button(name string) *ButtonControl {
	c := &ButtonControl{}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Button(%q)", name))
	return c
}

// Clicks returns how often the button was clicked.
func (c *ButtonControl) Clicks() int { return c.c.get().(int) }

// OnClick registers f, which is called at each click.
func (c *ButtonControl) OnClick(f func()) *ButtonControl {
	c.c.listen(f)
	return c
}

func (c *ButtonControl) check() error { return nil }

func (c *ButtonControl) initial() any { return 0 }

func (c *ButtonControl) text(v any) string {
	if v == 1 {
		return "a button, clicked once"
	}
	return fmt.Sprintf("a button, clicked %d times", v)
}

func (c *ButtonControl) view(dialect, any) view {
	return view{
		model: "Button", style: "ButtonStyle",
		state: map[string]any{"tooltip": c.c.tooltip},
		event: func(event string) (any, bool) { return c.Clicks() + 1, event == "click" },
	}
}
