package kernel

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/go-zeromq/zmq4"
)

func TestReplaysAreRefusedWithinTheWindow(t *testing.T) {
	r := newReplays(3)
	for i, s := range []string{"a", "b", "c", "!a", "d", "!b", "!c", "!d", "a", "!c", "b", "", ""} {
		want := error(nil)
		if len(s) == 2 {
			s, want = s[1:], errReplay
		}
		if err := r.check(bytes.Repeat([]byte(s), 64)); !errors.Is(err, want) {
			t.Errorf("signature %d, %q: %v, wanted %v", i, s, err, want)
		}
	}
	if len(r.seen) != 3 || len(r.ring) != 3 {
		t.Errorf("%d signatures are remembered, %d in order", len(r.seen), len(r.ring))
	}
}

// An eavesdropper's copy of a signed request does nothing, on any channel.
func TestAReplayedRequestIsDropped(t *testing.T) {
	c := newSocketClient(t)
	sign := signer{key: []byte(c.connection.Key)}
	frames := sign.encode(&message{
		rawHeader: []byte(`{"msg_id":"once","session":"s","msg_type":"execute_request"}`), content: []byte(`{"code":"print once"}`),
	})
	for _, port := range []int{c.connection.ShellPort, c.connection.ShellPort, c.connection.ControlPort} {
		dealer := zmq4.NewDealer(t.Context(), quickRetry)
		c.dial(dealer, c.connection, port)
		if err := dealer.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
			t.Fatal(err)
		}
		flush := sign.encode(&message{rawHeader: fmt.Appendf(nil, `{"msg_id":"flush %p","msg_type":"kernel_info_request"}`, dealer)})
		if err := dealer.SendMulti(zmq4.NewMsgFrom(flush...)); err != nil {
			t.Fatal(err)
		}
		for kind := ""; kind != "kernel_info_reply"; {
			reply, err := dealer.Recv()
			if err != nil {
				t.Fatal(err)
			}
			m, err := sign.decode(reply.Frames)
			if err != nil {
				t.Fatal(err)
			}
			kind = m.header.Type
		}
	}
	c.shows("once", `execute_input {"code":"print once","execution_count":1}`, `stream {"name":"stdout","text":"once\n"}`)
	var reply executeReply
	c.decode(c.replyTo(c.request(shell, "execute_request", `{"code":"print last"}`)), &reply)
	if reply.ExecutionCount != 2 {
		t.Errorf("the next cell is number %d: the copy ran", reply.ExecutionCount)
	}
}
