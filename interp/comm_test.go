package interp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
)

// commRecord is an Output that keeps the messages of comms as JSON.
type commRecord struct{ *record }

func (r commRecord) Comm(m cell.CommMessage) {
	text, err := json.Marshal(m)
	if err != nil {
		text = []byte(err.Error())
	}
	r.add("comm", string(text))
}

const echo = `display.HandleComm("echo", func(c *display.Comm, data map[string]any) {
	fmt.Println("open", data["v"])
	c.OnMessage(func(data map[string]any) {
		if data["v"] == "panic" {
			panic("no")
		}
		if data["v"] == "goexit" {
			runtime.Goexit()
		}
		c.Send(data, c.Metadata())
	})
	c.OnClose(func() { fmt.Println("closed") })
})`

func startComms(t *testing.T, source string) (*interp.Session, commRecord) {
	t.Helper()
	s := start(t, options(t))
	r := commRecord{newRecord()}
	if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: source}, r); err != nil {
		t.Fatalf("%v\n%s", err, traceback(err))
	}
	return s, r
}

func deliver(t *testing.T, s *interp.Session, m cell.CommMessage) {
	t.Helper()
	if err := s.Comm(m, nil, nil); err != nil {
		t.Fatal(err)
	}
}

func message(v any) cell.CommMessage {
	return cell.CommMessage{Kind: "msg", ID: "a", Data: map[string]any{"v": v}}
}

// A target of a cell answers between cells, when one that runs has ended, by an
// interrupt too, and after a handler failed.
func TestCommOfTheFrontEnd(t *testing.T) {
	t.Parallel()
	s, r := startComms(t, echo)
	deliver(t, s, cell.CommMessage{Kind: "open", ID: "a", Target: "echo", Data: map[string]any{"v": 1}})
	r.await(t, "stdout: open 1")
	m := message(2)
	m.Metadata = map[string]any{"m": true}
	deliver(t, s, m)
	r.await(t, `comm: {"kind":"msg","id":"a","data":{"v":2},"metadata":{"m":true}}`)

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		c := cell.Cell{Label: "cell 2", Source: "fmt.Println(\"running\")\nfor {}"}
		_, err := s.Eval(ctx, c, r)
		ended <- err
	}()
	r.await(t, "running")
	deliver(t, s, message(3))
	time.Sleep(50 * time.Millisecond) // a handler that runs later is missed, and none is taken for one
	if strings.Contains(r.text(), `"data":{"v":3}`) {
		t.Error("a handler ran beside a cell")
	}
	cancel()
	if err := testwait.Receive(t, "the end of cell 2", ended); err == nil {
		t.Error("the cell was not interrupted")
	}
	r.await(t, `"data":{"v":3}`)
	deliver(t, s, message("goexit"))
	deliver(t, s, message("panic"))
	r.await(t, "A handler of comm a panicked: no")
	deliver(t, s, message(4))
	r.await(t, `"data":{"v":4}`)
	deliver(t, s, cell.CommMessage{Kind: "close", ID: "a"})
	r.await(t, "closed")
	if s.Comm(message(5), nil, nil) == nil {
		t.Error("a closed comm takes a message")
	}
}

func TestCommOfUserCode(t *testing.T) {
	t.Parallel()
	s, r := startComms(t, `c := display.OpenComm("slider", map[string]any{"v": 1})
c.OnMessage(func(data map[string]any) { c.Close(map[string]any{"last": data["v"]}) })
c.ID()`)
	b, err := s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: "c.ID()"}, r)
	if err != nil {
		t.Fatal(err)
	}
	id := plainText(b)
	r.await(t, `comm: {"kind":"open","id":"`+id+`","target":"slider","data":{"v":1}}`)
	m := message(2)
	m.ID = id
	deliver(t, s, m)
	r.await(t, `comm: {"kind":"close","id":"`+id+`","data":{"last":2}}`)
	if s.Comm(m, nil, nil) == nil {
		t.Error("a comm that user code closed takes a message")
	}
}

// Comms and targets end with their worker, and the front end hears it.
func TestCommsEndWithTheirWorker(t *testing.T) {
	t.Parallel()
	open := cell.CommMessage{Kind: "open", ID: "a", Target: "echo"}
	for name, end := range map[string]func(*interp.Session, commRecord) error{
		"restart": func(s *interp.Session, _ commRecord) error { return s.Restart(t.Context()) },
		"death": func(s *interp.Session, r commRecord) error {
			source := "p, _ := os.FindProcess(os.Getpid())\np.Kill()\ntime.Sleep(time.Minute)"
			s.Eval(t.Context(), cell.Cell{Label: "cell 2", Source: source}, r)
			return nil
		},
	} {
		s, r := startComms(t, echo)
		if s.Comm(cell.CommMessage{Kind: "open", ID: "b", Target: "nobody"}, nil, nil) == nil {
			t.Error("a target that nobody handles answers")
		}
		deliver(t, s, open)
		r.await(t, "open")
		if err := end(s, r); err != nil {
			t.Fatal(err)
		}
		r.await(t, `comm: {"kind":"close","id":"a","data":null}`)
		if s.Comm(open, nil, nil) == nil || s.Comm(message(1), nil, nil) == nil {
			t.Errorf("%s: comms go on", name)
		}
	}
}
