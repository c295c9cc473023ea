package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"krigo/internal/testwait"
	"krigo/kernel"
)

// channelClient is a client of a kernel over a websocket.
type channelClient struct {
	t testing.TB
	c *websocket.Conn
	framing
}

// dial connects a client with a kernel. A session keeps its name.
func (s served) dial(kernelID, session string, subprotocols ...string) channelClient {
	s.t.Helper()
	address := strings.Replace(s.http.URL, "http", "ws", 1) + "/api/kernels/" + kernelID + "/channels?session_id=" + session + "&token=" + testToken
	c, answer, err := websocket.Dial(testwait.Context(s.t, "a connection to the kernel"), address, &websocket.DialOptions{Subprotocols: subprotocols})
	if err != nil {
		s.t.Fatal(err, answer)
	}
	c.SetReadLimit(-1)
	s.t.Cleanup(func() { c.CloseNow() })
	return channelClient{s.t, c, framingOf(c.Subprotocol())}
}

// send sends a message and returns its id.
func (c channelClient) send(channel, kind string, content any, buffers ...[]byte) (id string) {
	c.t.Helper()
	p, err := kernel.Request(channel, "", kind, content)
	if err != nil {
		c.t.Fatal(err)
	}
	p.Parent, p.Metadata, p.Buffers = json.RawMessage("{}"), json.RawMessage("{}"), buffers
	c.sendPacket(p)
	return p.ID
}

func (c channelClient) sendPacket(p kernel.Packet) {
	c.t.Helper()
	kind, raw, err := c.encode(p)
	if err == nil {
		err = c.c.Write(c.t.Context(), kind, raw)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c channelClient) execute(code string) (id string) {
	c.t.Helper()
	return c.send("shell", "execute_request", map[string]any{"code": code, "store_history": false, "allow_stdin": true})
}

// message is what a client reads of a packet.
type message struct {
	channel, kind, parent string
	content               map[string]any
	buffers               [][]byte
	header                json.RawMessage
}

// next reads a message.
func (c channelClient) next() (message, error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), testwait.Limit)
	defer cancel()
	kind, raw, err := c.c.Read(ctx)
	if err != nil {
		return message{}, err
	}
	p, err := c.decode(kind, raw)
	if err != nil {
		return message{}, err
	}
	var header, parent struct {
		Type string `json:"msg_type"`
		ID   string `json:"msg_id"`
	}
	m := message{channel: p.Channel, buffers: p.Buffers, header: p.Header}
	err = errors.Join(json.Unmarshal(p.Header, &header), json.Unmarshal(p.Parent, &parent), json.Unmarshal(p.Content, &m.content))
	m.kind, m.parent = header.Type, parent.ID
	return m, err
}

// awaited is a message that a client waits for.
type awaited struct {
	what string
	fits func(message) bool
}

// until reads up to the message that fits, and returns them all.
func (c channelClient) until(a awaited) []message {
	c.t.Helper()
	var all []message
	for {
		m, err := c.next()
		if err != nil {
			kinds := map[string]int{}
			for _, m := range all {
				kinds[m.kind]++
			}
			c.t.Fatalf("waited for %s: %v; %d messages came: %v", a.what, err, len(all), kinds)
		}
		if all = append(all, m); a.fits(m) {
			return all
		}
	}
}

func replyTo(id string) awaited {
	return awaited{"the reply to " + id, func(m message) bool { return m.parent == id && strings.HasSuffix(m.kind, "_reply") }}
}

func idleAfter(id string) awaited {
	return awaited{"idle after " + id, func(m message) bool {
		return m.parent == id && m.kind == "status" && m.content["execution_state"] == "idle"
	}}
}

func kindIs(kind string) awaited {
	return awaited{kind, func(m message) bool { return m.kind == kind }}
}

// outputs are the texts of outputs.
func outputs(all []message) (texts []string) {
	for _, m := range all {
		if data, ok := m.content["data"].(map[string]any); ok && m.kind == "display_data" {
			texts = append(texts, data["text/plain"].(string))
		}
	}
	return texts
}

func (s served) newKernel() (id string) {
	s.t.Helper()
	var k struct{ ID string }
	s.want(201, "POST", "/api/kernels", `{"name":"krigo"}`, &k)
	return k.ID
}

// bothFramings runs a test over each.
func bothFramings(t *testing.T, test func(t *testing.T, subprotocols ...string)) {
	t.Run("v1", func(t *testing.T) { test(t, protocolV1) })
	t.Run("legacy", func(t *testing.T) { test(t) })
}

func TestCellsRunOverWebsockets(t *testing.T) {
	bothFramings(t, func(t *testing.T, subprotocols ...string) {
		s := serve(t)
		c := s.dial(s.newKernel(), "a", subprotocols...)
		id := c.execute("show one\nshow two")
		heard := c.until(idleAfter(id))
		if got := outputs(heard); !slices.Equal(got, []string{"one", "two"}) {
			t.Errorf("the outputs are %q", got)
		}
		id = c.execute("fail because")
		reply := c.until(replyTo(id))
		if last := reply[len(reply)-1]; last.channel != "shell" || last.content["status"] != "error" || last.content["evalue"] != "because" {
			t.Errorf("the reply is %+v", last)
		}
	})
}

func TestInterruptAndRestartOfRunningCells(t *testing.T) {
	bothFramings(t, func(t *testing.T, subprotocols ...string) {
		s := serve(t)
		k := s.newKernel()
		c := s.dial(k, "a", subprotocols...)
		id := c.execute("block")
		c.until(kindIs("execute_input"))
		s.want(204, "POST", "/api/kernels/"+k+"/interrupt", "", nil)
		heard := c.until(replyTo(id))
		if got := heard[len(heard)-1].content["ename"]; got != "Interrupt" {
			t.Errorf("the interrupted cell ended with %v", got)
		}
		c.execute("block")
		c.until(kindIs("execute_input"))
		s.want(200, "POST", "/api/kernels/"+k+"/restart", "", nil)
		id = c.execute("show again")
		heard = c.until(idleAfter(id))
		if got := outputs(heard); !slices.Equal(got, []string{"again"}) {
			t.Errorf("after the restart: %q", got)
		}
		for _, m := range heard {
			if m.content["execution_state"] == "restarting" {
				t.Error("the client was told that its kernel restarts, by which it takes it for dead")
			}
		}
	})
}

func TestQuestionsOfCells(t *testing.T) {
	bothFramings(t, func(t *testing.T, subprotocols ...string) {
		s := serve(t)
		k := s.newKernel()
		c, other := s.dial(k, "a", subprotocols...), s.dial(k, "b", subprotocols...)
		id := c.execute("ask who?")
		heard := c.until(kindIs("input_request"))
		asked := heard[len(heard)-1]
		if asked.channel != "stdin" || asked.content["prompt"] != "who?" {
			t.Errorf("the question is %+v", asked)
		}
		p, err := kernel.Request("stdin", "", "input_reply", map[string]string{"status": "ok", "value": "a gopher"})
		if err != nil {
			t.Fatal(err)
		}
		p.Parent, p.Metadata = asked.header, json.RawMessage("{}")
		c.sendPacket(p)
		heard = c.until(replyTo(id))
		if last := heard[len(heard)-1]; last.content["status"] != "ok" {
			t.Errorf("the reply is %+v", last)
		}
		for _, m := range other.until(idleAfter(id)) {
			if m.channel != "iopub" {
				t.Errorf("the other client got a %s on %s", m.kind, m.channel)
			}
		}
	})
}

func TestCommsWithBuffersBothWays(t *testing.T) {
	bothFramings(t, func(t *testing.T, subprotocols ...string) {
		s := serve(t)
		c := s.dial(s.newKernel(), "a", subprotocols...)
		c.until(idleAfter(c.execute("")))
		c.send("shell", "comm_open", map[string]any{"comm_id": "x", "target_name": "t", "data": map[string]any{}})
		big := []byte(strings.Repeat("\x00\xff", 200_000))
		c.send("shell", "comm_msg", map[string]any{"comm_id": "x", "data": map[string]any{"n": 1}}, []byte{1, 2, 3}, nil, big)
		heard := c.until(kindIs("comm_msg"))
		got := heard[len(heard)-1]
		if len(got.buffers) != 3 || string(got.buffers[0]) != "\x01\x02\x03" || len(got.buffers[1]) != 0 || string(got.buffers[2]) != string(big) {
			t.Errorf("%d buffers came back", len(got.buffers))
		}
	})
}

// ear is that of a session on a kernel.
func (s served) ear(kernelID, session string) *ear {
	s.ears.mu.Lock()
	defer s.ears.mu.Unlock()
	return s.ears.byKey[earKey{kernelID, session}]
}

// waitFor waits until something is so of an ear.
func (s served) waitFor(e *ear, what string, is func() bool) {
	s.t.Helper()
	testwait.Until(s.t, what, func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return is()
	})
}

// cut ends a connection as a broken network does, and waits until the server knows.
// Before that the client answers pings, until the server knows that all has arrived.
func (s served) cut(c channelClient, kernelID, session string) {
	s.t.Helper()
	e := s.ear(kernelID, session)
	go func() {
		for err := error(nil); err == nil; {
			_, err = c.next()
		}
	}()
	s.waitFor(e, "all has arrived", func() bool { return len(e.backlog.items) == 0 })
	c.c.CloseNow()
	s.waitFor(e, "the connection is gone", func() bool { return e.voice == nil })
}

// TestACutLosesNothing: what came meanwhile comes after it, the reply included, once
// and in order.
func TestACutLosesNothing(t *testing.T) {
	bothFramings(t, func(t *testing.T, subprotocols ...string) {
		s := serve(t)
		k := s.newKernel()
		c, other := s.dial(k, "a", subprotocols...), s.dial(k, "b", subprotocols...)
		id := c.execute("show 0\nwait\nshow 1\nshow 2\nshow 3")
		heard := c.until(kindIs("display_data"))
		s.cut(c, k, "a")
		testwait.Send(t, "the cell at its gate", s.gate, struct{}{})
		other.until(idleAfter(id))
		c = s.dial(k, "a", subprotocols...)
		after := c.until(replyTo(id))
		if got := outputs(append(heard, after...)); !slices.Equal(got, []string{"0", "1", "2", "3"}) {
			t.Errorf("the outputs are %q", got)
		}
	})
}

// TestWhatADeadConnectionTookIsWrittenAgain: a client that answers no pings has not got
// it, for all that the server knows.
func TestWhatADeadConnectionTookIsWrittenAgain(t *testing.T) {
	s := serve(t)
	k := s.newKernel()
	dead, other := s.dial(k, "a", protocolV1), s.dial(k, "b", protocolV1)
	id := other.execute("show one\nshow two")
	other.until(idleAfter(id))
	e := s.ear(k, "a")
	s.waitFor(e, "all is written", func() bool { return e.backlog.written > 0 && e.backlog.written == len(e.backlog.items) })
	c := s.dial(k, "a", protocolV1) // the laptop has woken up
	if got := outputs(c.until(idleAfter(id))); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("the outputs are %q", got)
	}
	dead.c.CloseNow()
}

// TestTooMuchIsLeftOutAndTold: of what comes while a client is away.
func TestTooMuchIsLeftOutAndTold(t *testing.T) {
	s := serve(t)
	k := s.newKernel()
	c, other := s.dial(k, "a", protocolV1), s.dial(k, "b", protocolV1)
	c.until(idleAfter(c.execute("")))
	s.cut(c, k, "a")
	id := other.execute("show first\nmuch\nshow last")
	other.until(idleAfter(id))
	c = s.dial(k, "a", protocolV1)
	heard := c.until(idleAfter(id))
	texts := outputs(heard)
	if n := len(texts); n < 2 || n > 12 || texts[n-1] != "last" {
		t.Errorf("%d outputs came", n)
	}
	note := slices.IndexFunc(heard, kindIs("stream").fits)
	if note < 0 || !strings.Contains(heard[note].content["text"].(string), "left out") || heard[note].parent != id {
		t.Errorf("nothing tells of what is missing: %d", note)
	}
	if heard[len(heard)-1].kind != "status" {
		t.Error("the state of the kernel is missing")
	}
}

// TestASessionThatComesAgainTakesItsPlace: its old connection is closed.
func TestASessionThatComesAgainTakesItsPlace(t *testing.T) {
	s := serve(t)
	k := s.newKernel()
	first := s.dial(k, "a", protocolV1)
	first.until(idleAfter(first.execute("")))
	second := s.dial(k, "a", protocolV1)
	if _, err := first.next(); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the first connection: %v", err)
	}
	second.until(replyTo(second.execute("show x")))
}

// TestConnectionsEndWithTheKernel, at once.
func TestConnectionsEndWithTheKernel(t *testing.T) {
	s := serve(t)
	k := s.newKernel()
	c := s.dial(k, "a", protocolV1)
	c.until(idleAfter(c.execute("")))
	s.want(204, "DELETE", "/api/kernels/"+k, "", nil)
	var err error
	for err == nil {
		_, err = c.next()
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the connection ended with %v", err)
	}
	s.want(404, "GET", "/api/kernels/"+k, "", nil)
	if got := s.ask("GET", "/api/kernels/"+k+"/channels", "", "Upgrade", "websocket", "Connection", "Upgrade"); got.status != 404 {
		t.Errorf("a new connection: %d", got.status)
	}
}

// TestAMalformedMessageEndsItsConnection: with the reason, and no other's.
func TestAMalformedMessageEndsItsConnection(t *testing.T) {
	s := serve(t)
	k := s.newKernel()
	other := s.dial(k, "o", protocolV1)
	for _, c := range []struct {
		subprotocols []string
		kind         websocket.MessageType
		raw          string
	}{
		{[]string{protocolV1}, websocket.MessageBinary, "short"},
		{[]string{protocolV1}, websocket.MessageBinary, "\xff\xff\xff\xff\xff\xff\xff\xff"},
		{[]string{protocolV1}, websocket.MessageText, "{}"},
		{nil, websocket.MessageText, "{"},
		{nil, websocket.MessageBinary, "\x00\x00\x00\x02\x00\x00"},
	} {
		bad := s.dial(k, "a", c.subprotocols...)
		if err := bad.c.Write(t.Context(), c.kind, []byte(c.raw)); err != nil {
			t.Fatal(err)
		}
		var err error
		for err == nil {
			_, err = bad.next()
		}
		if websocket.CloseStatus(err) != websocket.StatusInvalidFramePayloadData {
			t.Errorf("%q: %v", c.raw, err)
		}
	}
	other.until(replyTo(other.execute("show x")))
}

// TestAMessageThatTheKernelDoesNotTakeIsPassedOver.
func TestAMessageThatTheKernelDoesNotTakeIsPassedOver(t *testing.T) {
	s := serve(t)
	c := s.dial(s.newKernel(), "a", protocolV1)
	c.sendPacket(kernel.Packet{Channel: "iopub", Header: json.RawMessage(`{"msg_id":"1","msg_type":"stream"}`)})
	c.sendPacket(kernel.Packet{Channel: "shell", Header: json.RawMessage(`[`)})
	c.until(replyTo(c.execute("show x")))
}

// TestTheWebsocketOfEventsStaysSilent: and is there.
func TestTheWebsocketOfEventsStaysSilent(t *testing.T) {
	s := serve(t)
	address := strings.Replace(s.http.URL, "http", "ws", 1) + "/api/events/subscribe?token=" + testToken
	c, _, err := websocket.Dial(testwait.Context(t, "a connection"), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if err := c.Write(t.Context(), websocket.MessageText, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ctx := testwait.Context(t, "the end of the connection")
	if _, _, err := c.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("the connection ended with %v, %v", err, context.Cause(ctx))
	}
}

// TestWebsocketsOfOthersAreRefused: by origin, and without the token.
func TestWebsocketsOfOthersAreRefused(t *testing.T) {
	s := serve(t)
	address := strings.Replace(s.http.URL, "http", "ws", 1) + "/api/kernels/" + s.newKernel() + "/channels"
	for _, c := range []struct {
		query, origin string
	}{{"", ""}, {"?token=wrong", ""}, {"?token=" + testToken, "http://evil.example"}} {
		o := &websocket.DialOptions{HTTPHeader: http.Header{}}
		if c.origin != "" {
			o.HTTPHeader.Set("Origin", c.origin)
		}
		if _, answer, err := websocket.Dial(testwait.Context(t, "a connection"), address+c.query, o); err == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%+v: %v", c, answer)
		}
	}
}

// TestAClientThatDoesNotReadIsCutOff: so that the cell goes on, and when it comes again
// it is told what it has missed.
func TestAClientThatDoesNotReadIsCutOff(t *testing.T) {
	s := serve(t)
	var writeTime atomic.Int64 // short only while the client does not read
	writeTime.Store(int64(testwait.Limit))
	s.writeTime = func() time.Duration { return time.Duration(writeTime.Load()) }
	id := s.newKernel()
	k, err := s.kernels.get(id)
	if err != nil {
		t.Fatal(err)
	}
	stuck := s.dial(id, "stuck", protocolV1)
	stuck.until(idleAfter(stuck.execute("")))
	e := s.ear(id, "stuck")
	writeTime.Store(int64(100 * time.Millisecond))
	cell := stuck.execute(strings.Repeat("much\n", 25)) // 100 MB
	s.waitFor(e, "the connection is gone", func() bool { return e.voice == nil })
	s.waitFor(e, "the cell has ended", func() bool {
		state, _, _ := k.State()
		return state == "idle"
	})
	writeTime.Store(int64(testwait.Limit))
	stuck = s.dial(id, "stuck", protocolV1)
	heard := stuck.until(idleAfter(cell))
	if note := slices.IndexFunc(heard, kindIs("stream").fits); note < 0 || !strings.Contains(heard[note].content["text"].(string), "left out") {
		t.Errorf("of %d messages none tells what is missing", len(heard))
	}
	stuck.until(replyTo(stuck.execute("show x")))
}

// BenchmarkCell is a cell that does nothing, from the request to its reply and the
// idle status.
func BenchmarkCell(b *testing.B) {
	s := serve(b)
	c := s.dial(s.newKernel(), "a", protocolV1)
	for b.Loop() {
		id := c.execute("")
		replied, idle := false, false
		c.until(awaited{"reply and idle", func(m message) bool {
			replied, idle = replied || replyTo(id).fits(m), idle || idleAfter(id).fits(m)
			return replied && idle
		}})
	}
}
