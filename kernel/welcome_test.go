package kernel

import (
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"
)

// subscribe returns a SUB socket of a topic.
func subscribe(c *client, topic string) zmq4.Socket {
	sub := zmq4.NewSub(c.t.Context(), quickRetry)
	if err := sub.SetOption(zmq4.OptionSubscribe, topic); err != nil {
		c.t.Fatal(err)
	}
	c.dial(sub, c.connection, c.connection.IOPubPort)
	return sub
}

// received returns the next message of a subscriber, with its first frame.
func received(c *client, sub zmq4.Socket) (first string, m *message) {
	c.t.Helper()
	frames, err := sub.Recv()
	if err != nil {
		c.t.Fatal(err)
	}
	m, err = signer{key: []byte(c.connection.Key)}.decode(frames.Frames)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(frames.Frames[0]), m
}

// Each subscriber is welcomed once, however many came before, and misses nothing that is published
// afterwards.
func TestEverySubscriberIsWelcomed(t *testing.T) {
	c := newSocketClient(t)
	topics := []string{"", "kernel.", ""}
	subs := make([]zmq4.Socket, len(topics))
	for i, topic := range topics {
		subs[i] = subscribe(c, topic)
		first, m := received(c, subs[i])
		if first != topic || m.header.Type != "iopub_welcome" || string(m.parent) != "{}" ||
			string(m.content) != `{"subscription":"`+topic+`"}` {
			t.Errorf("subscriber %d of %q: first frame %q, message %s %s, parent %s", i, topic, first, m.header.Type, m.content, m.parent)
		}
	}
	c.replyTo(c.request(shell, "kernel_info_request", "{}"))
	for i, sub := range subs {
		if _, m := received(c, sub); !strings.Contains(string(m.content), "busy") {
			t.Errorf("subscriber %d: after the welcome comes %s %s, not busy", i, m.header.Type, m.content)
		}
	}
}

func TestTheWelcomeBearsTheKernelsSession(t *testing.T) {
	c := newSocketClient(t)
	_, welcome := received(c, subscribe(c, ""))
	if reply := c.replyTo(c.request(shell, "kernel_info_request", "{}")); reply.header.Session != welcome.header.Session {
		t.Errorf("the welcome is of session %s, the reply of %s", welcome.header.Session, reply.header.Session)
	}
}

// A client may send its first cell before its subscription to iopub arrives, as
// jupyter-console does with piped input. It receives all that the cell publishes.
func TestTheFirstCellWaitsForASubscriber(t *testing.T) {
	connection := freeConnection(t)
	c := &client{t: t, engine: newFakeEngine(), session: "front", arrived: make(chan arrival, 1000), connection: connection}
	c.ended = serveForTest(t, connection, Options{Info: testInfo, Start: startFake(c.engine)})
	sign := signer{key: []byte(connection.Key)}
	dealer := zmq4.NewDealer(t.Context(), zmq4.WithID(zmq4.SocketIdentity(c.session)), quickRetry)
	c.dial(dealer, connection, connection.ShellPort)
	go c.read(shell, dealer, sign)
	c.send = func(_ channel, m *message) {
		if err := dealer.SendMulti(zmq4.NewMsgFrom(sign.encode(m)...)); err != nil {
			t.Fatal(err)
		}
	}
	execute := c.request(shell, "execute_request", `{"code":"1"}`)
	c.replyTo(c.request(shell, "kernel_info_request", "{}")) // the cell is queued now
	go c.read(iopub, subscribe(c, ""), sign)
	c.replyTo(execute)
	c.outputs(execute)
}
