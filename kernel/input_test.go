package kernel

import (
	"encoding/json"
	"testing"
)

// answer replies to an input_request.
func (c *client) answer(question arrival, value string) {
	c.t.Helper()
	if question.header.Type != "input_request" {
		c.t.Fatalf("the question is a %s", question.header.Type)
	}
	body, err := json.Marshal(map[string]string{"value": value})
	if err != nil {
		c.t.Fatal(err)
	}
	c.request(stdin, "input_reply", string(body))
}

func TestInputAsksTheClient(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"print first\nask name?"}`)
		question := c.await("question", func(a arrival) bool { return a.channel == stdin })
		if got := question.String(); got != `stdin input_request {"password":false,"prompt":"name?"}` || question.parentID() != id {
			t.Errorf("the question is %s, its parent %q", got, question.parentID())
		}
		c.answer(question, "Ann")
		c.says(id, okReply,
			`execute_input {"code":"print first\nask name?","execution_count":1}`,
			`stream {"name":"stdout","text":"first\n"}`,
			`execute_result {"data":{"text/plain":"Ann"},"execution_count":1,"metadata":{}}`)
	})
}

func TestInputFailsWhereTheClientForbidsIt(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"ask name?","allow_stdin":false}`)
		var reply failure
		c.decode(c.replyTo(id), &reply)
		if reply.Status != "error" {
			t.Errorf("reply is %+v", reply)
		}
	})
}

func TestInterruptEndsAQuestion(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		id := c.request(shell, "execute_request", `{"code":"ask name?"}`)
		c.await("question", func(a arrival) bool { return a.channel == stdin })
		c.replyTo(c.request(control, "interrupt_request", "{}"))
		var reply failure
		c.decode(c.replyTo(id), &reply)
		if reply.Status != "error" {
			t.Errorf("reply is %+v", reply)
		}
	})
}

func TestAnswersThatNobodyWantsAreDropped(t *testing.T) {
	each(t, func(t *testing.T, c *client) {
		c.request(stdin, "input_reply", `{"value":"stale"}`)
		c.request(stdin, "no_such_reply", `{}`)
		c.request(stdin, "input_reply", `{"value":17}`)
		c.execute("print on", "ok", "on\n", "")
	})
}
