package kernel

import (
	"reflect"
	"testing"

	"krigo/cell"
)

func TestCommOfTheFrontEnd(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.shows(c.request(shell, "comm_open", `{"comm_id":"a","target_name":"slider","data":{"v":1}}`))
		c.buffers = [][]byte{{0, 255}, {}}
		c.shows(c.request(shell, "comm_msg", `{"comm_id":"a","data":{"v":2}}`))
		c.buffers = nil
		c.says(c.request(shell, "comm_info_request", `{"target_name":"slider"}`), `{"comms":{"a":{"target_name":"slider"}},"status":"ok"}`)
		c.says(c.request(shell, "comm_info_request", `{"target_name":"other"}`), `{"comms":{},"status":"ok"}`)
		c.shows(c.request(shell, "comm_close", `{"comm_id":"a"}`))
		c.shows(c.request(shell, "comm_msg", `{"comm_id":"a","data":{"v":3}}`))
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{},"status":"ok"}`)
		c.engine.mu.Lock()
		defer c.engine.mu.Unlock()
		wanted := []cell.CommMessage{
			{Kind: "open", ID: "a", Target: "slider", Data: map[string]any{"v": 1.0}},
			{Kind: "msg", ID: "a", Data: map[string]any{"v": 2.0}, Buffers: [][]byte{{0, 255}, {}}},
			{Kind: "close", ID: "a", Data: map[string]any{}},
		}
		if !reflect.DeepEqual(c.engine.comms, wanted) {
			t.Errorf("user code got %+v", c.engine.comms)
		}
	})
}

func TestCommToAnUnknownTargetIsClosed(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.shows(c.request(shell, "comm_open", `{"comm_id":"a","target_name":"nobody","data":{}}`), `comm_close {"comm_id":"a","data":{}}`)
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{},"status":"ok"}`)
	})
}

func TestCommOfUserCode(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"comm open\ncomm msg","silent":true}`)
		c.replyTo(id)
		c.shows(id,
			`comm_open {"comm_id":"c1","target_name":"slider","data":{"v":1}}`,
			`comm_msg {"comm_id":"c1","target_name":"slider","data":{"v":1}}`)
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{"c1":{"target_name":"slider"}},"status":"ok"}`)
		c.execute("comm close", "ok", "", "")
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{},"status":"ok"}`)
	})
}

// A figure's change is echoed, as a widget's, so that several front ends agree.
func TestAChangeOfAFigureIsEchoed(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.shows(c.request(shell, "comm_open", `{"comm_id":"a","target_name":"krigo.figure","data":{}}`))
		c.shows(c.request(shell, "comm_msg", `{"comm_id":"a","data":{"method":"update","state":{"state":1}}}`),
			`comm_msg {"comm_id":"a","data":{"buffer_paths":[],"method":"echo_update","state":{"state":1}}}`)
	})
}

// A widget's change is echoed under its own header, before its handlers end, and
// busy until they have.
func TestAMessageIsIdleWhenItsHandlersHaveEnded(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.shows(c.request(shell, "comm_open", `{"comm_id":"a","target_name":"jupyter.widget","data":{}}`))
		first := c.request(shell, "comm_msg", `{"comm_id":"a","data":{"method":"update","state":{"value":2},"wait":true}}`)
		second := c.request(shell, "comm_msg", `{"comm_id":"a","data":{"method":"custom"}}`)
		c.shows(first, `comm_msg {"comm_id":"a","data":{"buffer_paths":[],"method":"echo_update","state":{"value":2}}}`)
		c.shows(second)
		third := c.request(shell, "comm_msg", `{"comm_id":"a","data":{"method":"custom","wait":true}}`)
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{"a":{"target_name":"jupyter.widget"}},"status":"ok"}`)
		c.shows(third) // a second later, though nothing ends its handlers
	})
}

// Where no cell runs an interrupt is for handlers.
func TestInterruptOfHandlers(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		interrupts := func() int {
			c.engine.mu.Lock()
			defer c.engine.mu.Unlock()
			return c.engine.interrupted
		}
		c.execute("print a", "ok", "a\n", "")
		c.says(c.request(control, "interrupt_request", `{}`), `{"status":"ok"}`)
		if got := interrupts(); got != 1 {
			t.Errorf("handlers were interrupted %d times, want once", got)
		}
		id := c.request(shell, "execute_request", `{"code":"block"}`)
		c.await("busy", func(a arrival) bool { return a.header.Type == "execute_input" })
		c.says(c.request(control, "interrupt_request", `{}`), `{"status":"ok"}`)
		c.replyTo(id)
		if got := interrupts(); got != 1 {
			t.Errorf("handlers were interrupted %d times, with a cell that ran", got)
		}
	})
}

// The last message of a comm is a message to the front end, and the comm is open no
// more.
func TestTheLastMessageOfAComm(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"comm open\ncomm last","silent":true}`)
		c.replyTo(id)
		c.shows(id,
			`comm_open {"comm_id":"c1","target_name":"slider","data":{"v":1}}`,
			`comm_msg {"comm_id":"c1","target_name":"slider","data":{"v":1}}`)
		c.says(c.request(shell, "comm_info_request", `{}`), `{"comms":{},"status":"ok"}`)
	})
}
