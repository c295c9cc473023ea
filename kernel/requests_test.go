package kernel

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestQuestionsAboutCode(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for _, q := range []struct{ kind, content, reply string }{
			// The cursor counts code points: "née" has 3 in 4 bytes.
			{"complete_request", `{"code":"née+x","cursor_pos":2}`,
				`{"status":"ok","matches":["été"],"cursor_start":1,"cursor_end":2,"metadata":{"_jupyter_types_experimental":[{"text":"été","type":"function","signature":"()","start":1,"end":2}]}}`},
			{"complete_request", `{"code":"x","cursor_pos":99}`,
				`{"status":"ok","matches":[],"cursor_start":1,"cursor_end":1,"metadata":{"_jupyter_types_experimental":[]}}`},
			{"complete_request", `{"code":"né"}`,
				`{"status":"ok","matches":["été"],"cursor_start":1,"cursor_end":2,"metadata":{"_jupyter_types_experimental":[{"text":"été","type":"function","signature":"()","start":1,"end":2}]}}`},
			{"inspect_request", `{"code":"é sin x","cursor_pos":5}`,
				`{"status":"ok","found":true,"data":{"text/plain":"sine"},"metadata":{}}`},
			{"inspect_request", `{"code":"sin","cursor_pos":3,"detail_level":1}`,
				`{"status":"ok","found":true,"data":{"text/plain":"sinesine"},"metadata":{}}`},
			{"inspect_request", `{"code":"sin","cursor_pos":-5}`, `{"status":"ok","found":false,"data":{},"metadata":{}}`},
			{"is_complete_request", `{"code":"x"}`, `{"status":"complete"}`},
			{"is_complete_request", `{"code":"if x {"}`, `{"indent":"\t","status":"incomplete"}`},
			{"krigo_format_request", `{"code":{"a":"x  y","b":"if x {"}}`,
				`{"status":"ok","code":{"a":"x y"},"faults":{"b":"cell ends early"}}`},
			{"comm_info_request", `{}`, `{"comms":{},"status":"ok"}`},
			{"kernel_info_request", `{}`, `{"status":"ok","protocol_version":"5.5","implementation":"test","implementation_version":"1.2.3",` +
				`"language_info":{"name":"words","version":"1","mimetype":"text/plain","file_extension":".txt"},"banner":"a test","help_links":[],"debugger":true,"supported_features":["debugger"]}`},
		} {
			c.says(c.request(shell, q.kind, q.content), q.reply)
			c.says(c.request(control, q.kind, q.content), q.reply)
		}
	})
}

func TestQuestionsAreAnsweredWhileACellRuns(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"block"}`)
		for _, kind := range []string{"complete_request", "inspect_request", "is_complete_request", "comm_info_request", "kernel_info_request"} {
			c.replyTo(c.request(shell, kind, `{"code":"x"}`))
			c.replyTo(c.request(control, kind, `{"code":"x"}`))
		}
		c.replyTo(c.request(shell, "history_request", `{"hist_access_type":"tail","n":1}`))
		c.replyTo(c.request(shell, "krigo_format_request", `{"code":{"a":"x"}}`))
		c.replyTo(c.request(shell, "krigo_module_request", `{}`))
		c.await("execute_input", func(a arrival) bool { return a.header.Type == "execute_input" })
		c.replyTo(c.request(control, "interrupt_request", "{}"))
		var reply failure
		c.decode(c.replyTo(id), &reply)
		if reply.Name != "Interrupt" {
			t.Errorf("the cell ended with %+v", reply)
		}
	})
}

// A cell that its first interrupt does not stop is abandoned at the second.
func TestSecondInterruptAbandons(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.execute("value 1", "ok", "", "") // the engine is there
		id := c.request(shell, "execute_request", `{"code":"stuck"}`)
		c.await("execute_input", func(a arrival) bool { return a.header.Type == "execute_input" })
		for range 2 {
			c.says(c.request(control, "interrupt_request", "{}"), `{"status":"ok"}`)
		}
		var reply failure
		c.decode(c.replyTo(id), &reply)
		if reply.Value != "abandoned" {
			t.Errorf("the cell ended with %+v", reply)
		}
	})
}

func TestInterruptOfACellThatIsHardlyBusy(t *testing.T) {
	c := newLocalClient(t)
	c.overhear = func(a arrival) {
		if a.header.Type == "status" && strings.Contains(string(a.parent), "execute_request") && strings.Contains(string(a.content), "busy") {
			c.request(control, "interrupt_request", "{}")
		}
	}
	var reply failure
	c.decode(c.replyTo(c.request(shell, "execute_request", `{"code":"block"}`)), &reply)
	if reply.Name != "Interrupt" {
		t.Errorf("the cell ended with %+v", reply)
	}
}

func TestMalformedRequestsGetErrors(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		for _, q := range []struct{ kind, content string }{
			{"complete_request", `{"code":1}`}, {"inspect_request", `{"code":"","cursor_pos":"x"}`},
			{"is_complete_request", `{"code":[]}`}, {"krigo_format_request", `{"code":"x"}`}, {"history_request", `{"hist_access_type":"all"}`},
			{"history_request", `{"n":"x"}`}, {"comm_info_request", `{"target_name":1}`}, {"shutdown_request", `{"restart":"no"}`},
		} {
			var reply failure
			c.decode(c.replyTo(c.request(shell, q.kind, q.content)), &reply)
			if reply.Status != "error" || reply.Value == "" || len(reply.Traceback) == 0 {
				t.Errorf("%s %s: reply is %+v", q.kind, q.content, reply)
			}
		}
	})
}

func TestUnknownRequestsGetBusyAndIdleOnly(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.shows(c.request(shell, "no_such_request", "{}"))
		c.shows(c.request(control, "no_such_request", "{}"))
		c.shows(c.request(shell, "execute_reply", "{}"))
		for _, a := range c.backlog {
			if a.channel != iopub {
				t.Errorf("got %s", a)
			}
		}
	})
}

// The module of figures is passed on as it is; a kernel without one, or whose one is missing, says so.
func TestTheModuleOfFigures(t *testing.T) {
	for _, c := range []struct {
		module func() ([]byte, error)
		reply  moduleReply
		fault  string
	}{
		{func() ([]byte, error) { return []byte(`{"worker":"w","wasm":"AAAA"}`), nil }, moduleReply{"ok", []byte(`{"worker":"w","wasm":"AAAA"}`)}, ""},
		{func() ([]byte, error) { return nil, errors.New("not built") }, moduleReply{Status: "error"}, "not built"},
		{nil, moduleReply{Status: "error"}, "this kernel has no WebAssembly module"},
	} {
		client := newLocalClientOf(t, Options{Info: testInfo, Module: c.module})
		got := client.replyTo(client.request(shell, "krigo_module_request", "{}"))
		var reply moduleReply
		var fault failure
		client.decode(got, &reply)
		client.decode(got, &fault)
		if reply.Status != c.reply.Status || string(reply.Module) != string(c.reply.Module) || !strings.HasPrefix(fault.Value, c.fault) {
			t.Errorf("the reply is %s", got.content)
		}
	}
}

func TestInterruptWithoutACell(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.says(c.request(control, "interrupt_request", "{}"), `{"status":"ok"}`)
		c.execute("print on", "ok", "on\n", "")
	})
}

func TestEngineThatDoesNotStart(t *testing.T) {
	c := newLocalClientOf(t, Options{
		Start: func(context.Context) (Engine, error) { return nil, errors.New("no worker") },
	})
	c.replyTo(c.request(shell, "kernel_info_request", "{}"))
	for _, kind := range []string{"execute_request", "complete_request", "inspect_request", "is_complete_request"} {
		var reply failure
		c.decode(c.replyTo(c.request(shell, kind, `{"code":"x"}`)), &reply)
		if reply.Status != "error" || !strings.Contains(reply.Value, "no worker") {
			t.Errorf("%s: reply is %+v", kind, reply)
		}
	}
}

// A slow start holds up what needs the engine, and nothing else.
func TestKernelInfoDoesNotWaitForTheEngine(t *testing.T) {
	started := make(chan struct{})
	c := newLocalClientOf(t, Options{Start: func(ctx context.Context) (Engine, error) {
		select {
		case <-started:
			return newFakeEngine(), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}})
	cell := c.request(shell, "execute_request", `{"code":"print a"}`)
	c.replyTo(c.request(shell, "kernel_info_request", "{}"))
	close(started)
	c.replyTo(cell)
}
