package kernel

import (
	"strings"
	"testing"
	"testing/synctest"

	"krigo/cell"
)

const okReply = `{"status":"ok","execution_count":1,"payload":[],"user_expressions":{}}`

func TestExecute(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.execute("print hello\nwarn careful\nprint again", "ok", "hello\nagain\n", "careful\n")
		c.execute("print before\nfail no\nprint after", "error", "before\n", "")
		c.execute("plainfail no", "error", "", "")
		c.execute("panic oh", "error", "", "")
		c.execute("", "ok", "", "")
	})
}

func TestExecuteShowsInOrder(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		code := "print a\nprint b\nwarn c\nshow d\nprint e\nupdate f\nclear wait\nclear now\nvalue g"
		id := c.request(shell, "execute_request", content(map[string]any{"code": code}))
		c.says(id, okReply,
			`execute_input {"code":"`+strings.ReplaceAll(code, "\n", `\n`)+`","execution_count":1}`,
			`stream {"name":"stdout","text":"a\nb\n"}`,
			`stream {"name":"stderr","text":"c\n"}`,
			`display_data {"data":{"text/plain":"d"},"metadata":{},"transient":{"display_id":"id1"}}`,
			`stream {"name":"stdout","text":"e\n"}`,
			`update_display_data {"data":{"text/plain":"f"},"metadata":{},"transient":{"display_id":"id1"}}`,
			`clear_output {"wait":true}`,
			`clear_output {"wait":false}`,
			`execute_result {"data":{"text/plain":"g"},"execution_count":1,"metadata":{}}`)
	})
}

// Text that comes within a moment is one message.
func TestTextIsJoined(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newLocalClient(t)
		for code, want := range map[string]int{"print a\nprint b\nprint c": 1, "print a\npause\nprint b\nprint c": 2} {
			streams := 0
			for _, a := range c.outputs(c.request(shell, "execute_request", content(map[string]any{"code": code}))) {
				if a.header.Type == "stream" {
					streams++
				}
			}
			if streams != want {
				t.Errorf("%q: %d messages, want %d", code, streams, want)
			}
		}
	})
}

// traceback returns the coloured traceback of an engine's error, as JSON.
func traceback(t *testing.T, name, message string) string {
	t.Helper()
	lines, err := marshal((&cell.Error{Name: name, Message: message}).Traceback(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(lines)
}

func TestExecuteReportsAnErrorOnce(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"fail no"}`)
		fields := `"ename":"Error","evalue":"no","traceback":` + traceback(t, "Error", "no")
		c.says(id,
			`{"status":"error",`+fields+`,"execution_count":1,"payload":[],"user_expressions":{}}`,
			`execute_input {"code":"fail no","execution_count":1}`,
			`error {`+fields+`}`)
	})
}

// Text beyond the limit is dropped, with one note, cell by cell.
func TestOutputLimit(t *testing.T) {
	c := newLocalClientOf(t, Options{Info: testInfo, OutputLimit: 7})
	note := "\nThe cell has printed more than a cell may (krigo kernel --output-limit); the rest is not shown.\n"
	c.execute("print abc\nwarn de\nprint f", "ok", "abc\n", "de\n"+note)
	c.execute("print xabcéé\nprint g\nwarn h\nshow i", "ok", "xabcé", note)
	c.execute("print abcdef", "ok", "abcdef\n", "")
}

func TestSilentShowsAndCountsNothing(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"print a\nshow b\nvalue c","silent":true,"store_history":true}`)
		c.says(id, `{"status":"ok","execution_count":0,"payload":[],"user_expressions":{}}`)
		id = c.request(shell, "execute_request", `{"code":"fail c","silent":true}`)
		c.shows(id)
		c.replyTo(id)
		id = c.request(shell, "history_request", `{"hist_access_type":"tail","n":10}`)
		c.says(id, `{"history":[],"status":"ok"}`)
	})
}

func TestStoreHistoryFalseDoesNotCount(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"value a","store_history":false}`)
		c.says(id, `{"status":"ok","execution_count":0,"payload":[],"user_expressions":{}}`,
			`execute_input {"code":"value a","execution_count":0}`,
			`execute_result {"data":{"text/plain":"a"},"execution_count":0,"metadata":{}}`)
		id = c.request(shell, "execute_request", `{"code":""}`)
		c.says(id, okReply, `execute_input {"code":"","execution_count":1}`)
	})
}

func TestCellsAreLabelledByTheirCount(t *testing.T) {
	c := newLocalClient(t)
	c.execute("", "ok", "", "")
	c.execute("", "ok", "", "")
	if c.engine.label != "cell 2" {
		t.Errorf("the second cell is labelled %q", c.engine.label)
	}
}

func TestUserExpressions(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"","user_expressions":{"x":"1+1","y":"bad"}}`)
		c.says(id, `{"status":"ok","execution_count":1,"payload":[],"user_expressions":{`+
			`"x":{"data":{"text/plain":"<1+1>"},"metadata":{},"status":"ok"},`+
			`"y":{"status":"error","ename":"CompileError","evalue":"undefined: bad","traceback":`+traceback(t, "CompileError", "undefined: bad")+`}}}`,
			`execute_input {"code":"","execution_count":1}`)
	})
}

func TestPagesComeWithTheReply(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"page text"}`)
		c.says(id, `{"status":"ok","execution_count":1,"payload":[{"source":"page","data":{"text/plain":"text"},"start":0}],"user_expressions":{}}`,
			`execute_input {"code":"page text","execution_count":1}`)
	})
}

func TestFailureAbortsWhatIsQueued(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		failing := c.request(shell, "execute_request", `{"code":"ask go\nfail no"}`)
		question := c.await("question", func(a arrival) bool { return a.channel == stdin })
		second := c.request(shell, "execute_request", `{"code":"print 2"}`)
		third := c.request(shell, "execute_request", `{"code":"print 3"}`)
		// Answered at once, and only after the kernel has read the two above.
		c.replyTo(c.request(shell, "is_complete_request", `{"code":""}`))
		c.answer(question, "go")
		c.replyTo(failing)
		c.says(second, `{"status":"aborted"}`)
		c.says(third, `{"status":"aborted"}`)
		c.execute("print 4", "ok", "4\n", "")
	})
}

func TestStopOnErrorFalseAbortsNothing(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		failing := c.request(shell, "execute_request", `{"code":"ask go\nfail no","stop_on_error":false}`)
		question := c.await("question", func(a arrival) bool { return a.channel == stdin })
		second := c.request(shell, "execute_request", `{"code":"print 2"}`)
		c.replyTo(c.request(shell, "is_complete_request", `{"code":""}`))
		c.answer(question, "go")
		c.replyTo(failing)
		c.says(second, `{"status":"ok","execution_count":2,"payload":[],"user_expressions":{}}`,
			`execute_input {"code":"print 2","execution_count":2}`,
			`stream {"name":"stdout","text":"2\n"}`)
	})
}

func TestMalformedExecuteIsAnError(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":17}`)
		var reply failure
		c.decode(c.replyTo(id), &reply)
		if reply.Status != "error" || !strings.Contains(reply.Value, "code") {
			t.Errorf("reply is %+v", reply)
		}
	})
}

func TestLateOutputKeepsItsParent(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":""}`)
		c.replyTo(id)
		c.outputs(id)
		c.engine.out.Stream("stdout", "late")
		late := c.await("late output", func(a arrival) bool { return a.header.Type == "stream" })
		if late.parentID() != id {
			t.Errorf("its parent is %q, wanted %q", late.parentID(), id)
		}
		c.engine.out.Page(*plain("page"))
		page := c.await("late page", func(a arrival) bool { return a.header.Type == "display_data" })
		if page.parentID() != id {
			t.Errorf("the page's parent is %q, wanted %q", page.parentID(), id)
		}
	})
}

func TestLongStreamsComeInPieces(t *testing.T) {
	c := newLocalClient(t)
	line := strings.Repeat("x", 1000)
	code := strings.Repeat("print "+line+"\n", 200)
	c.execute(code, "ok", strings.Repeat(line+"\n", 200), "")
}
