package widget

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ChoiceControl is a list of options; one of them is chosen.
type ChoiceControl struct {
	Options[*ChoiceControl]
	options []string
	start   *string
}

// Choice returns a list of options; the first is chosen.
func Choice(name string, options ...string) *ChoiceControl {
	c := &ChoiceControl{options: slices.Clone(options)}
	c.Options = newOptions(c, c, name, fmt.Sprintf("Choice(%q)", name))
	return c
}

// Value sets the initial choice.
func (c *ChoiceControl) Value(option string) *ChoiceControl {
	c.set("Value", func() { c.start = &option })
	return c
}

// Get returns the option that is chosen.
func (c *ChoiceControl) Get() string { return c.c.get().(string) }

// Set chooses an option, calls the handlers and redraws what shows the control. A value
// that is not an option is an error.
func (c *ChoiceControl) Set(option string) error {
	if err := c.checkOption("Set", option); err != nil {
		return fmt.Errorf("widget: %s: %w", c.c.call, err)
	}
	c.c.take(option, true)
	return nil
}

// OnChange registers f, which is called with each new choice.
func (c *ChoiceControl) OnChange(f func(option string)) *ChoiceControl {
	c.c.listen(func() { f(c.Get()) })
	return c
}

func (c *ChoiceControl) checkOption(call, option string) error {
	if slices.Contains(c.options, option) {
		return nil
	}
	return fmt.Errorf("%s(%q): the options are %s", call, option, strings.Join(c.options, ", "))
}

func (c *ChoiceControl) check() error {
	if len(c.options) == 0 {
		return errors.New("there are no options")
	}
	for i, o := range c.options {
		if strings.TrimSpace(o) == "" {
			return fmt.Errorf("option %d is empty", i)
		}
		if j := slices.Index(c.options, o); j != i {
			return fmt.Errorf("options %d and %d are both %q", j, i, o)
		}
	}
	if c.start == nil {
		return nil
	}
	return c.checkOption("Value", *c.start)
}

func (c *ChoiceControl) initial() any {
	switch {
	case c.start != nil:
		return *c.start
	case len(c.options) > 0:
		return c.options[0]
	}
	return ""
}

func (c *ChoiceControl) text(v any) string {
	return fmt.Sprintf("%v (of %s)", v, strings.Join(c.options, ", "))
}

func (c *ChoiceControl) view(d dialect, v any) view { return d.dropdown(c, v.(string)) }
