package widget

import (
	"krigo/display/mime"
)

// dialect is a version of the messages of Jupyter's widgets.
type dialect interface {
	// open opens the comm of a model.
	open(state map[string]any) *mime.Comm
	// identity returns the part of a model's state that names its classes: for a name such as
	// FloatSlider, of a control, a box or a link.
	identity(name string) map[string]any
	// layout returns the state of a layout of a width, in CSS.
	layout(width string) map[string]any
	// style returns the state of a style by its class, with room for a description of that
	// many characters; nil if the dialect has no styles.
	style(name string, description int) map[string]any
	// describe returns the part of a control's state that has its label and tooltip.
	describe(label, tooltip string) map[string]any
	// changes returns the changes of a model's state in a front end's message.
	changes(data map[string]any) (map[string]any, bool)

	// The controls whose messages differ.
	logSlider(c *FloatControl, v float64) view
	dropdown(c *ChoiceControl, v string) view
	rangeSlider(state map[string]any) view
}

// view describes a control to a front end.
type view struct {
	model string // its class, without "Model"
	style string // the class of its style, without "Model"
	state map[string]any
	// read returns the value that corresponds to a front end's changes of the state, and
	// false if there is none.
	read func(changed map[string]any) (any, bool)
	// event returns the value that corresponds to an event.
	event func(event string) (any, bool)
	// slider, if not nil, is next to the control and moves with it.
	slider *view
}

// noteName is the name under which the process stores the dialect.
const noteName = "jupyter.widget"

// A front end identifies its dialect by the target that it opens after loading.
func init() {
	mime.HandleCommBeside("jupyter.widget.version", func(c *mime.Comm, _ map[string]any) {
		mime.Remember(noteName, map[string]any{"protocol": "1"})
		_ = c.Send(map[string]any{"version": v1Versions}) // it is open: it has just come
	})
	mime.HandleCommBeside("jupyter.widget.control", func(c *mime.Comm, _ map[string]any) {
		mime.Remember(noteName, map[string]any{"protocol": "2"})
		c.OnMessage(func(data map[string]any) {
			if data["method"] == "request_states" {
				_ = c.Send(map[string]any{"method": "update_states", "states": allStates(), "buffer_paths": []any{}})
			}
		})
	})
}

// spoken returns the dialect of the front end.
func spoken() dialect {
	if mime.Remembered(noteName)["protocol"] == "1" {
		return v1{}
	}
	return v2{}
}
