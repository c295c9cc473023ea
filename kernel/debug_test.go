package kernel

import "testing"

func TestDebugIsRefused(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.says(c.request(control, "debug_request", `{"type":"request","seq":4,"command":"attach","arguments":{}}`),
			`{"command":"attach","ename":"NotSupported","evalue":"this kernel has no debugger","message":"this kernel has no debugger",`+
				`"request_seq":4,"status":"error","success":false,"traceback":[],"type":"response"}`)
	})
}
