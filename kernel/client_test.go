package kernel

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"krigo/internal/testwait"
)

// quickRetry dials again soon while the kernel still binds.
var quickRetry = zmq4.WithDialerRetry(5 * time.Millisecond)

// client drives a kernel as a front end does, without or with sockets.
type client struct {
	t          *testing.T
	engine     *fakeEngine
	session    string
	connection Connection // without sockets, zero
	ended      <-chan error
	send       func(channel, *message)
	overhear   func(arrival) // where set and without sockets, sees what the kernel sends
	arrived    chan arrival
	backlog    []arrival // arrived, not asked for yet
	sent       int
	buffers    [][]byte // that requests carry
}

// arrival is a message with the channel that it came on.
type arrival struct {
	channel channel
	*message
}

func (a arrival) parentID() string {
	var h header
	_ = json.Unmarshal(a.parent, &h)
	return h.ID
}

// String returns the message in one line: channel, type and content.
func (a arrival) String() string {
	return fmt.Sprintf("%s %s %s", a.channel, a.header.Type, a.content)
}

var testInfo = Info{
	Implementation: "test", ImplementationVersion: "1.2.3", Banner: "a test",
	Language: LanguageInfo{Name: "words", Version: "1", MimeType: "text/plain", FileExtension: ".txt"},
}

// each runs a scenario in this process and over real sockets.
func each(t *testing.T, scenario func(t *testing.T, c *client)) {
	t.Helper()
	t.Run("local", func(t *testing.T) { scenario(t, newLocalClient(t)) })
	t.Run("sockets", func(t *testing.T) { scenario(t, newSocketClient(t)) })
}

// newLocalClient returns a client of a kernel without sockets.
func newLocalClient(t *testing.T) *client { return newLocalClientOf(t, Options{Info: testInfo}) }

// newLocalClientOf returns a client of a kernel with options, without sockets. Where they
// have no engine it is the client's.
func newLocalClientOf(t *testing.T, o Options) *client {
	c := &client{t: t, engine: newFakeEngine(), session: "front", arrived: make(chan arrival, 1000)}
	if o.Start == nil {
		o.Start = startFake(c.engine)
	}
	k := NewLocal(t.Context(), o, func(p Packet) {
		m := &message{rawHeader: p.Header, parent: p.Parent, metadata: p.Metadata, content: p.Content, buffers: p.Buffers}
		if err := m.parse(); err != nil {
			t.Error(err)
		}
		a := arrival{channel(p.Channel), m}
		c.arrived <- a
		if c.overhear != nil {
			c.overhear(a)
		}
	})
	c.send = func(ch channel, m *message) {
		p := Packet{Channel: string(ch), Client: c.session, Header: m.rawHeader, Parent: m.parent, Metadata: m.metadata, Content: m.content, Buffers: m.buffers}
		if err := k.Receive(p); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// newSocketClient returns a client of a kernel over TCP, with zmq4's own sockets.
func newSocketClient(t *testing.T) *client {
	c := &client{t: t, engine: newFakeEngine(), session: "front", arrived: make(chan arrival, 1000)}
	connection := freeConnection(t)
	c.connection = connection
	c.ended = serveForTest(t, connection, Options{Info: testInfo, Start: startFake(c.engine)})
	sign := signer{key: []byte(connection.Key)}
	sockets := map[channel]zmq4.Socket{}
	for ch, port := range map[channel]int{shell: connection.ShellPort, control: connection.ControlPort, stdin: connection.StdinPort} {
		sockets[ch] = zmq4.NewDealer(t.Context(), zmq4.WithID(zmq4.SocketIdentity(c.session)), quickRetry)
		c.dial(sockets[ch], connection, port)
	}
	sockets[iopub] = zmq4.NewSub(t.Context(), quickRetry)
	if err := sockets[iopub].SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	c.dial(sockets[iopub], connection, connection.IOPubPort)
	for ch, socket := range sockets {
		go c.read(ch, socket, sign)
	}
	c.send = func(ch channel, m *message) {
		if err := sockets[ch].SendMulti(zmq4.NewMsgFrom(sign.encode(&message{
			rawHeader: m.rawHeader, parent: m.parent, metadata: m.metadata, content: m.content, buffers: m.buffers,
		})...)); err != nil {
			t.Error(err)
		}
	}
	c.await("iopub_welcome", func(a arrival) bool { return a.header.Type == "iopub_welcome" })
	return c
}

func (c *client) dial(s zmq4.Socket, connection Connection, port int) {
	c.t.Helper()
	if err := s.Dial("tcp://" + connection.address(port)); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { s.Close() })
}

func (c *client) read(ch channel, s zmq4.Socket, sign signer) {
	for {
		frames, err := s.Recv()
		if err != nil {
			return
		}
		m, err := sign.decode(frames.Frames)
		if err != nil {
			c.t.Errorf("%s: %v", ch, err)
			return
		}
		c.arrived <- arrival{ch, m}
	}
}

// triedPorts counts the ports that freeConnection has looked at.
var triedPorts atomic.Int64

// freeConnection returns a connection on free TCP ports below the ephemeral range. The system may
// give an ephemeral port to another program before the kernel listens on it, or to a client that
// connects.
func freeConnection(t *testing.T) Connection {
	t.Helper()
	const lowest, count = 10_000, 20_000
	var ports []int
	for range 1000 {
		port := lowest + (os.Getpid()*101+int(triedPorts.Add(1)))%count
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		defer l.Close()
		if ports = append(ports, port); len(ports) == 5 {
			break
		}
	}
	if len(ports) < 5 {
		t.Fatalf("of 1000 ports from %d to %d only %d are free", lowest, lowest+count, len(ports))
	}
	return Connection{
		Transport: "tcp", IP: "127.0.0.1", Key: "secret", SignatureScheme: "hmac-sha256",
		ShellPort: ports[0], ControlPort: ports[1], IOPubPort: ports[2], StdinPort: ports[3], HBPort: ports[4],
	}
}

// serveForTest serves until the test ends and waits for the end.
func serveForTest(t *testing.T, connection Connection, o Options) <-chan error {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, connection, o); close(ended) }()
	t.Cleanup(func() {
		cancel()
		if err := testwait.Receive(t, "the end of Serve", ended); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return ended
}

// request sends a request and returns its id.
func (c *client) request(ch channel, kind, content string) string {
	c.sent++
	h := header{ID: fmt.Sprintf("request-%d", c.sent), Session: c.session, Username: "u", Type: kind, Version: "5.3"}
	raw, err := json.Marshal(h)
	if err != nil {
		c.t.Fatal(err)
	}
	m := &message{identities: [][]byte{[]byte(c.session)}, header: h, rawHeader: raw, content: json.RawMessage(content), buffers: c.buffers}
	c.send(ch, m)
	return h.ID
}

// await returns the first message, arrived or to come, that fits.
func (c *client) await(what string, fits func(arrival) bool) arrival {
	c.t.Helper()
	for i, a := range c.backlog {
		if fits(a) {
			c.backlog = append(c.backlog[:i], c.backlog[i+1:]...)
			return a
		}
	}
	timeout := time.After(testwait.Limit)
	for {
		select {
		case a := <-c.arrived:
			if fits(a) {
				return a
			}
			c.backlog = append(c.backlog, a)
		case <-timeout:
			c.t.Fatalf("waited %v for: %s; arrived: %v", testwait.Limit, what, c.backlog)
		}
	}
}

func (c *client) replyTo(id string) arrival {
	c.t.Helper()
	return c.await("reply to "+id, func(a arrival) bool {
		return a.channel != iopub && a.channel != stdin && a.parentID() == id
	})
}

// outputs returns what iopub said on behalf of a request, up to idle.
func (c *client) outputs(id string) []arrival {
	c.t.Helper()
	var all []arrival
	for {
		a := c.await("iopub message of "+id, func(a arrival) bool { return a.channel == iopub && a.parentID() == id })
		all = append(all, a)
		if a.header.Type == "status" && strings.Contains(string(a.content), `"idle"`) {
			return all
		}
	}
}

// says checks what a request brings: the reply's content, then iopub's
// messages between busy and idle as "type content".
func (c *client) says(id, reply string, outputs ...string) {
	c.t.Helper()
	if got := string(c.replyTo(id).content); got != reply {
		c.t.Errorf("%s: reply is\n%s\nwanted\n%s", id, got, reply)
	}
	c.shows(id, outputs...)
}

// streamText is the content of a stream's message.
type streamText struct{ Name, Text string }

// shows checks iopub's messages of a request between busy and idle. Text of one stream
// that comes in several messages, as on a busy machine, is taken for one.
func (c *client) shows(id string, outputs ...string) {
	c.t.Helper()
	wanted := append([]string{`status {"execution_state":"busy"}`}, outputs...)
	wanted = append(wanted, `status {"execution_state":"idle"}`)
	var got []string
	var before streamText
	for _, a := range c.outputs(id) {
		var text streamText
		if a.header.Type == "stream" {
			c.decode(a, &text)
			if text.Name == before.Name {
				text.Text = before.Text + text.Text
				got = got[:len(got)-1]
			}
			got = append(got, fmt.Sprintf(`stream {"name":%q,"text":%q}`, text.Name, text.Text))
		} else {
			got = append(got, fmt.Sprintf("%s %s", a.header.Type, a.content))
		}
		before = text
	}
	if strings.Join(got, "\n") != strings.Join(wanted, "\n") {
		c.t.Errorf("%s: iopub says\n%s\nwanted\n%s", id, strings.Join(got, "\n"), strings.Join(wanted, "\n"))
	}
}

// execute runs a cell and checks what becomes of it: its reply's status, and
// all that it wrote, stdout and stderr apart.
func (c *client) execute(code, status, stdout, stderr string) {
	c.t.Helper()
	id := c.request(shell, "execute_request", content(map[string]any{"code": code}))
	var reply struct{ Status string }
	c.decode(c.replyTo(id), &reply)
	streams := map[string]string{}
	for _, a := range c.outputs(id) {
		var text streamText
		if a.header.Type == "stream" {
			c.decode(a, &text)
		}
		streams[text.Name] += text.Text
	}
	if reply.Status != status || streams["stdout"] != stdout || streams["stderr"] != stderr {
		c.t.Errorf("execute(%q): status %q, stdout %q, stderr %q; wanted %q, %q, %q",
			code, reply.Status, streams["stdout"], streams["stderr"], status, stdout, stderr)
	}
}

func (c *client) decode(a arrival, v any) {
	c.t.Helper()
	if err := json.Unmarshal(a.content, v); err != nil {
		c.t.Fatal(err)
	}
}

// content returns a request's content.
func content(v map[string]any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
