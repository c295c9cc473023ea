package widget

import (
	"krigo/display/mime"
)

// dialect is a version of the messages of Jupyter's widgets.
type dialect interface {
	// open opens the comm of a model.
	open(state map[string]any) *mime.Comm
	// identity is what a model's state says of its classes: of a name such as
	// FloatSlider, for a control, a box or a link.
	identity(name string) map[string]any
	// layout is the state of a layout of a width, in CSS.
	layout(width string) map[string]any
	// style is the state of a style by its class, with room for a description of so
	// many characters; nil where there are no styles.
	style(name string, description int) map[string]any
	// describe is the part of a control's state that is of its label and tooltip.
	describe(label, tooltip string) map[string]any
	// changes is what a front end's message changes of a model's state.
	changes(data map[string]any) (map[string]any, bool)

	// The controls that are different ones.
	logSlider(c *FloatControl, v float64) view
	dropdown(c *ChoiceControl, v string) view
	rangeSlider(state map[string]any) view
}

// view describes a control to a front end.
type view struct {
	model string // its class, less Model
	style string // the class of its style, less Model
	state map[string]any
	// read is the value that a front end's changes of the state mean. It is false
	// where they mean none.
	read func(changed map[string]any) (any, bool)
	// event is the value that an event means.
	event func(event string) (any, bool)
	// slider, where not nil, stands beside the control and moves with it.
	slider *view
}

// noteName is what the process remembers the dialect by.
const noteName = "jupyter.widget"

// A front end tells its dialect by what it opens when it has loaded.
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

// spoken is the dialect of the front end.
func spoken() dialect {
	if mime.Remembered(noteName)["protocol"] == "1" {
		return v1{}
	}
	return v2{}
}
