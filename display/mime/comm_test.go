package mime

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"krigo/cell"
)

type object = map[string]any

// receive hands a message to the handlers, which must take it.
func receive(t *testing.T, m cell.CommMessage) {
	t.Helper()
	if err := ReceiveComm(m); err != nil {
		t.Fatal(err)
	}
}

func wantComms(t *testing.T, r *recorder, want ...cell.CommMessage) {
	t.Helper()
	if !reflect.DeepEqual(r.comms, want) {
		t.Errorf("sent %+v\nwant %+v", r.comms, want)
	}
}

func TestATargetAnswersWhatTheFrontEndOpens(t *testing.T) {
	r := record(t)
	var got []string
	HandleComm("echo", func(c *Comm, data map[string]any) {
		got = append(got, fmt.Sprint("open ", c.Target(), data["v"], c.Metadata()["m"]))
		c.OnMessage(func(data map[string]any) {
			if err := c.Send(data, object{"sent": true}); err != nil {
				t.Error(err)
			}
			got = append(got, fmt.Sprint("msg ", data["v"], c.Metadata()["m"]))
		})
		c.OnClose(func() {
			got = append(got, "close")
			if c.Send(nil) == nil {
				t.Error("a closed comm sends")
			}
			c.Close(nil)
		})
	})
	receive(t, cell.CommMessage{Kind: "open", ID: "a", Target: "echo", Data: object{"v": 1}, Metadata: object{"m": 2}})
	receive(t, cell.CommMessage{Kind: "msg", ID: "a", Data: object{"v": 3}, Metadata: object{"m": 4}})
	receive(t, cell.CommMessage{Kind: "close", ID: "a"})
	if want := []string{"open echo1 2", "msg 3 4", "close"}; !slices.Equal(got, want) {
		t.Errorf("handlers saw %q, want %q", got, want)
	}
	wantComms(t, r,
		cell.CommMessage{Kind: "target", Target: "echo"},
		cell.CommMessage{Kind: "msg", ID: "a", Data: object{"v": 3}, Metadata: object{"sent": true}})
	if ReceiveComm(cell.CommMessage{Kind: "msg", ID: "a"}) == nil {
		t.Error("a closed comm receives")
	}
}

func TestUserCodeOpensAComm(t *testing.T) {
	r := record(t)
	c := OpenComm("slider", object{"v": 1}, object{"version": "2"})
	receive(t, cell.CommMessage{Kind: "msg", ID: c.ID(), Data: object{"v": 2}})
	receive(t, cell.CommMessage{Kind: "msg", ID: c.ID(), Data: object{"v": 3}})
	var got []any
	c.OnMessage(func(data map[string]any) { got = append(got, data["v"]) })
	receive(t, cell.CommMessage{Kind: "msg", ID: c.ID(), Data: object{"v": 4}})
	if !slices.Equal(got, []any{2, 3, 4}) {
		t.Errorf("messages %v", got)
	}
	c.Close(object{"v": 5})
	c.Close(nil)
	wantComms(t, r,
		cell.CommMessage{Kind: "open", ID: c.ID(), Target: "slider", Data: object{"v": 1}, Metadata: object{"version": "2"}},
		cell.CommMessage{Kind: "close", ID: c.ID(), Data: object{"v": 5}})
}

func TestMessagesThatNobodyAnswersAreRefused(t *testing.T) {
	record(t)
	c := OpenComm("x", nil)
	for _, m := range []cell.CommMessage{
		{Kind: "open", ID: "b", Target: "nobody"},
		{Kind: "msg", ID: "unknown"},
		{Kind: "close", ID: "unknown"},
		{Kind: "shout", ID: c.ID()},
	} {
		if ReceiveComm(m) == nil {
			t.Errorf("%+v was taken", m)
		}
	}
}

func TestACommWhoseHandlerPanicsIsClosed(t *testing.T) {
	r := record(t)
	HandleComm("bad", func(*Comm, map[string]any) { panic("no") })
	func() {
		defer func() { recover() }()
		ReceiveComm(cell.CommMessage{Kind: "open", ID: "c", Target: "bad"})
	}()
	wantComms(t, r, cell.CommMessage{Kind: "target", Target: "bad"}, cell.CommMessage{Kind: "close", ID: "c"})
}

func TestAPanicOfOneMessageLeavesTheNext(t *testing.T) {
	record(t)
	c := OpenComm("x", nil)
	var got []any
	c.OnMessage(func(data map[string]any) {
		if data["v"] == 1 {
			panic("no")
		}
		got = append(got, data["v"])
	})
	func() {
		defer func() { recover() }()
		ReceiveComm(cell.CommMessage{Kind: "msg", ID: c.ID(), Data: object{"v": 1}})
	}()
	receive(t, cell.CommMessage{Kind: "msg", ID: c.ID(), Data: object{"v": 2}})
	if !slices.Equal(got, []any{2}) {
		t.Errorf("messages %v", got)
	}
}
