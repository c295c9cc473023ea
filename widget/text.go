package widget

import "fmt"

// TextControl is a field for a line of text.
type TextControl struct {
	Options[*TextControl]
	start, placeholder string
}

// Text returns a field for a line of text, which counts when Enter is pressed or
// the field is left.
func Text(name string) *TextControl {
	c := &TextControl{}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Text(%q)", name))
	return c
}

// Value sets the first value.
func (c *TextControl) Value(v string) *TextControl {
	c.set("Value", func() { c.start = v })
	return c
}

// Placeholder sets the text that the field shows while it is empty.
func (c *TextControl) Placeholder(text string) *TextControl {
	c.set("Placeholder", func() { c.placeholder = text })
	return c
}

// Get returns the value.
func (c *TextControl) Get() string { return c.c.get().(string) }

// Set writes into the field, calls the handlers and redraws what shows the control.
func (c *TextControl) Set(v string) { c.c.take(v, true) }

// OnChange registers f, which is called with each new value.
func (c *TextControl) OnChange(f func(v string)) *TextControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *TextControl) check() error { return nil }

func (c *TextControl) initial() any { return c.start }

func (c *TextControl) text(v any) string { return fmt.Sprintf("%q", v) }

func (c *TextControl) view(_ dialect, v any) view {
	return view{
		model: "Text", style: "DescriptionStyle",
		state: map[string]any{"value": v, "placeholder": c.placeholder, "continuous_update": false},
		read: func(changed map[string]any) (any, bool) {
			s, ok := changed["value"].(string)
			return s, ok
		},
	}
}
