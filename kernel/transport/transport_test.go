package transport

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"krigo/internal/testwait"
)

var schemes atomic.Int64

// listenRouter returns a zmq4 ROUTER that listens over a Transport, and its
// address.
func listenRouter(t *testing.T, limits Limits) (*Transport, zmq4.Socket, string) {
	t.Helper()
	x := New("tcp", limits, slog.New(slog.DiscardHandler))
	scheme := fmt.Sprintf("test%d", schemes.Add(1))
	if err := zmq4.RegisterTransport(scheme, x); err != nil {
		t.Fatal(err)
	}
	router := zmq4.NewRouter(testwait.Context(t, "what clients send"), zmq4.WithLogger(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)))
	if err := router.Listen(scheme + "://127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { router.Close() })
	return x, router, router.Addr().String()
}

func dial(t *testing.T, address string) zmq4.Socket {
	t.Helper()
	dealer := zmq4.NewDealer(testwait.Context(t, "what the router sends"), zmq4.WithID(zmq4.SocketIdentity("me")))
	if err := dealer.Dial("tcp://" + address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dealer.Close() })
	return dealer
}

// raw opens a connection and writes bytes to it.
func raw(t *testing.T, address string, opening []byte) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := c.Write(opening); err != nil {
		t.Fatal(err)
	}
	return c
}

// ready returns a client's greeting and READY.
func ready() []byte {
	body := []byte("\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER")
	return append(append(greeting(), flagCommand, byte(len(body))), body...)
}

// awaitClosed fails unless the peer closes c.
func awaitClosed(t *testing.T, c net.Conn) {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(testwait.Limit)); err != nil {
		t.Fatal(err)
	}
	_, err := io.Copy(io.Discard, c)
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		t.Errorf("the connection is still open after %v", testwait.Limit)
	}
}

// echo answers until the router is closed, also when a client is gone.
func echo(router zmq4.Socket) {
	go func() {
		for {
			m, err := router.Recv()
			if err != nil {
				return
			}
			_ = router.SendMulti(m)
		}
	}()
}

func roundTrip(t *testing.T, dealer zmq4.Socket, frames ...[]byte) {
	t.Helper()
	if err := dealer.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		t.Fatal(err)
	}
	got, err := dealer.Recv()
	if err != nil || !bytes.Equal(bytes.Join(got.Frames, []byte{'|'}), bytes.Join(frames, []byte{'|'})) {
		t.Fatalf("%d frames came back as %d, %v", len(frames), len(got.Frames), err)
	}
}

func TestFramesOfAllSizesPass(t *testing.T) {
	_, router, address := listenRouter(t, Limits{})
	echo(router)
	dealer := dial(t, address)
	for _, size := range []int{0, 1, 255, 256, 65_536, longFrame - 1, longFrame, longFrame + 1, 3_000_000} {
		roundTrip(t, dealer, bytes.Repeat([]byte{'x'}, size), nil, []byte("end"))
	}
}

func TestMalformedOpeningsAreRefusedAndHarmNobody(t *testing.T) {
	_, router, address := listenRouter(t, Limits{Handshake: 50 * time.Millisecond})
	echo(router)
	command := func(flags byte, body string) []byte {
		return append(append(greeting(), flags, byte(len(body))), body...)
	}
	old := greeting()
	old[10] = 1
	secure := greeting()
	copy(secure[12:], "CURVE")
	long := append(greeting(), flagCommand|flagLong)
	for name, opening := range map[string][]byte{
		"silence":             nil,
		"half a greeting":     greeting()[:20],
		"no READY":            greeting(),
		"HTTP":                []byte("GET / HTTP/1.1\r\n" + strings.Repeat("x", 64)),
		"ZMTP 1":              old,
		"another mechanism":   secure,
		"a message":           command(0, "hello"),
		"another command":     command(flagCommand, "\x05ERROR"),
		"an empty command":    command(flagCommand, ""),
		"a lying name length": command(flagCommand, "\xffREADY"),
		"a lying property":    command(flagCommand, "\x05READY\xff"),
		"a lying value":       command(flagCommand, "\x05READY\x01a\xff\xff\xff\xff"),
		"a lying frame":       binary.BigEndian.AppendUint64(long, 1<<62),
		"a cut READY":         ready()[:80],
	} {
		t.Run(name, func(t *testing.T) { awaitClosed(t, raw(t, address, opening)) })
	}
	// The handshake of a good client may exceed the limit, too: it tries again.
	testwait.Until(t, "a good client's message to come back", func() bool {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		defer c.Close()
		if err := c.SetDeadline(time.Now().Add(testwait.Limit)); err != nil {
			t.Fatal(err)
		}
		message := []byte{0, 2, 'o', 'n'}
		if _, err := c.Write(append(ready(), message...)); err != nil {
			return false
		}
		var got []byte
		for err == nil && !bytes.HasSuffix(got, message) {
			piece := make([]byte, 1024)
			var n int
			n, err = c.Read(piece)
			got = append(got, piece[:n]...)
		}
		return bytes.HasSuffix(got, message)
	})
}

func TestTooLongMessagesEndTheConnection(t *testing.T) {
	_, router, address := listenRouter(t, Limits{MessageBytes: 10_000})
	echo(router)
	frame := func(flags byte, size uint64, body string) []byte {
		return append(binary.BigEndian.AppendUint64([]byte{flags | flagLong}, size), body...)
	}
	for name, message := range map[string][]byte{
		"announced":           frame(0, 1<<62, ""),
		"the largest":         frame(0, 1<<64-1, ""),
		"in two frames":       append(frame(flagMore, 6000, strings.Repeat("x", 6000)), frame(0, 6000, "")...),
		"of many empty ones":  bytes.Repeat([]byte{flagMore, 0}, 1000),
		"after a good one":    append([]byte{0, 1, 'x'}, frame(0, 1<<40, "")...),
		"one byte at the end": append(frame(flagMore, 9900, strings.Repeat("x", 9900)), 0, 1),
	} {
		t.Run(name, func(t *testing.T) { awaitClosed(t, raw(t, address, append(ready(), message...))) })
	}
	roundTrip(t, dial(t, address), bytes.Repeat([]byte{'x'}, 9000))
}

// What a frame announces takes no memory before it is there.
func TestAnnouncedFramesTakeNoMemory(t *testing.T) {
	_, router, address := listenRouter(t, Limits{})
	echo(router)
	head := binary.BigEndian.AppendUint64([]byte{flagLong}, 200<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 10 {
		raw(t, address, append(append(ready(), 0, 1, 'x'), head...))
	}
	dealer := dial(t, address)
	for range 10 {
		roundTrip(t, dealer, []byte("on"))
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100<<20 {
		t.Errorf("it took %d MB", took>>20)
	}
}

// A client that takes nothing delays no other, and is disconnected.
func TestAStalledClientDelaysNobody(t *testing.T) {
	_, router, address := listenRouter(t, Limits{QueueBytes: 1 << 20})
	stalled := raw(t, address, append(ready(), 0, 2, 'h', 'i'))
	first, err := router.Recv()
	if err != nil {
		t.Fatal(err)
	}
	megabyte := bytes.Repeat([]byte{'x'}, 1<<20)
	for range 64 { // more than the system's own buffers hold
		if err := router.SendMulti(zmq4.NewMsgFrom(first.Frames[0], megabyte)); err != nil {
			break
		}
	}
	echo(router)
	roundTrip(t, dial(t, address), []byte("on"))
	awaitClosed(t, stalled)
}

// A PUB socket of zmq4 keeps for ever what is not a subscription.
func TestSubscribersMayOnlySubscribe(t *testing.T) {
	frame := func(flags byte, body string) []byte { return append([]byte{flags, byte(len(body))}, body...) }
	for name, c := range map[string]struct {
		stream []byte
		want   error
	}{
		"subscribe":               {frame(0, "\x01topic"), nil},
		"subscribe and take back": {append(frame(0, "\x01"), frame(0, "\x00")...), nil},
		"a command":               {frame(flagCommand, "\x04PING"), nil},
		"a message":               {frame(0, "hello"), errNoSubscription},
		"an empty message":        {frame(0, ""), errNoSubscription},
		"of two frames":           {append(frame(flagMore, "\x01"), frame(0, "\x01")...), errNoSubscription},
		"many":                    {bytes.Repeat(frame(0, "\x01"), 100), errSubscriptions},
		"many commands":           {bytes.Repeat(frame(flagCommand, ""), 100), errSubscriptions},
	} {
		m := newMeter(1000, 1000)
		if err := m.pass(append(ready(), c.stream...)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, wanted %v", name, err, c.want)
		}
	}
}

func TestMeterTellsWhatIsSubscribedTo(t *testing.T) {
	m := newMeter(1000, 1000)
	stream := append(ready(), "\x00\x06\x01topic\x00\x02\x00x\x00\x01\x01"...)
	for _, b := range stream[:len(stream)-4] {
		if err := m.pass([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	if got := m.takeTopics(); len(got) != 1 || string(got[0]) != "topic" {
		t.Errorf("before the end: %q", got)
	}
	if err := m.pass(stream[len(stream)-4:]); err != nil {
		t.Fatal(err)
	}
	if got := m.takeTopics(); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("at the end: %q", got)
	}
}

// Messages of the transport's own never come within one of zmq4's, which it
// writes in pieces.
func TestInsertsKeepOffOpenMessages(t *testing.T) {
	here, there := net.Pipe()
	c := newConn(here, nil, New("tcp", Limits{}, slog.New(slog.DiscardHandler)), slog.New(slog.DiscardHandler))
	go c.send()
	defer c.Close()
	opening := append(greeting(), ready()[greetingLen:]...)
	for _, piece := range [][]byte{opening, {flagMore, 1}, {'a'}} {
		if _, err := c.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	long := bytes.Repeat([]byte{'w'}, 300)
	c.insert(messageBytes([][]byte{[]byte("w"), long}))
	if _, err := c.Write([]byte{0, 1, 'b'}); err != nil {
		t.Fatal(err)
	}
	want := append([]byte{flagMore, 1, 'a', 0, 1, 'b', flagMore, 1, 'w', flagLong, 0, 0, 0, 0, 0, 0, 1, 44}, long...)
	got := make([]byte, len(opening)-greetingLen+len(want))
	if err := there.SetReadDeadline(time.Now().Add(testwait.Limit)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(there, got); err != nil || !bytes.HasSuffix(got, want) {
		t.Errorf("%v, the wire has %q, want it to end with %q", err, got, want)
	}
}

func TestTooManyPeersAreRefused(t *testing.T) {
	_, router, address := listenRouter(t, Limits{Peers: 2})
	echo(router)
	first := dial(t, address)
	roundTrip(t, first, []byte("on"))
	second := raw(t, address, ready())
	if err := second.SetReadDeadline(time.Now().Add(testwait.Limit)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(second, make([]byte, greetingLen)); err != nil {
		t.Fatal(err)
	}
	awaitClosed(t, raw(t, address, nil))
	roundTrip(t, first, []byte("on"))
}

// A reader that keeps up holds a fast writer back, so little waits for it.
func TestPaceHoldsAFastWriterBack(t *testing.T) {
	x, router, address := listenRouter(t, Limits{PaceBytes: 1 << 20, Stall: testwait.Limit})
	dealer := dial(t, address)
	if err := dealer.Send(zmq4.NewMsgString("hi")); err != nil {
		t.Fatal(err)
	}
	first, err := router.Recv()
	if err != nil {
		t.Fatal(err)
	}
	const messages, size = 1000, 100_000
	go func() {
		for range messages {
			if _, err := dealer.Recv(); err != nil {
				return
			}
		}
	}()
	for range messages {
		x.Pace()
		if x.crowded() {
			t.Fatal("much waits after Pace")
		}
		if err := router.SendMulti(zmq4.NewMsgFrom(first.Frames[0], make([]byte, size))); err != nil {
			t.Fatal(err)
		}
	}
	if !x.Drain(testwait.Limit) {
		t.Error("not all was taken")
	}
}

func TestPaceDoesNotWaitForAStalledPeer(t *testing.T) {
	x, router, address := listenRouter(t, Limits{PaceBytes: 1000, Stall: 10 * time.Millisecond})
	raw(t, address, append(ready(), 0, 2, 'h', 'i'))
	first, err := router.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if err := router.SendMulti(zmq4.NewMsgFrom(first.Frames[0], make([]byte, 64<<20))); err != nil {
		t.Fatal(err)
	}
	paced := make(chan struct{})
	go func() { x.Pace(); close(paced) }()
	testwait.Receive(t, "Pace to return", paced)
	if _, waiting := x.pending(); !waiting {
		t.Error("the peer took all")
	}
}

func TestDrainWaitsForTheQueue(t *testing.T) {
	x, router, address := listenRouter(t, Limits{})
	dealer := dial(t, address)
	if err := dealer.Send(zmq4.NewMsgString("hi")); err != nil {
		t.Fatal(err)
	}
	first, err := router.Recv()
	if err != nil {
		t.Fatal(err)
	}
	const messages = 2000
	for range messages {
		if err := router.SendMulti(zmq4.NewMsgFrom(first.Frames[0], make([]byte, 10_000))); err != nil {
			t.Fatal(err)
		}
	}
	received := make(chan int)
	go func() {
		n := 0
		for n < messages {
			if _, err := dealer.Recv(); err != nil {
				break
			}
			n++
		}
		received <- n
	}()
	if !x.Drain(testwait.Limit) {
		t.Error("Drain gave up")
	}
	router.Close()
	if n := testwait.Receive(t, "the messages", received); n != messages {
		t.Errorf("%d of %d messages arrived", n, messages)
	}
}

func TestDrainGivesUpOnAStalledClient(t *testing.T) {
	x, router, address := listenRouter(t, Limits{})
	raw(t, address, append(ready(), 0, 2, 'h', 'i'))
	first, err := router.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if err := router.SendMulti(zmq4.NewMsgFrom(first.Frames[0], make([]byte, 64<<20))); err != nil {
		t.Fatal(err)
	}
	if x.Drain(50 * time.Millisecond) {
		t.Error("Drain says that all was sent")
	}
}

func TestListenReplacesAStaleSocketFileOnly(t *testing.T) {
	x := New("unix", Limits{}, slog.New(slog.DiscardHandler))
	path := filepath.Join(t.TempDir(), "socket")
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	stale.SetUnlinkOnClose(false)
	stale.Close()
	l, err := x.Listen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := x.Listen(t.Context(), t.TempDir()); err == nil {
		t.Error("it listens on a folder")
	}
}

// However a stream is cut into pieces, the meter sees the same messages.
func FuzzMeter(f *testing.F) {
	f.Add(append(ready(), 0, 2, 'h', 'i'), uint8(3), uint16(0))
	f.Add(append(ready(), flagMore|flagLong, 0, 0, 0, 0, 0, 0, 1, 0), uint8(1), uint16(0))
	f.Add(append(ready(), 0, 1, 1, 0, 1, 0, 0, 1, 2), uint8(0), uint16(400))
	f.Fuzz(func(t *testing.T, stream []byte, piece uint8, subscriptions uint16) {
		whole, cut := newMeter(1000, int64(subscriptions)), newMeter(1000, int64(subscriptions))
		want := whole.pass(stream)
		var got error
		for rest := stream; len(rest) > 0 && got == nil; {
			n := min(len(rest), int(piece)+1)
			got = cut.pass(rest[:n])
			rest = rest[n:]
		}
		if (want == nil) != (got == nil) || want == nil && whole.between() != cut.between() {
			t.Errorf("whole: %v, between %v; cut: %v, between %v", want, whole.between(), got, cut.between())
		}
		if want, got := fmt.Sprintf("%q", whole.takeTopics()), fmt.Sprintf("%q", cut.takeTopics()); want != got {
			t.Errorf("whole: topics %s; cut: %s", want, got)
		}
	})
}

func FuzzHandshake(f *testing.F) {
	f.Add(ready())
	f.Add(greeting())
	f.Fuzz(func(t *testing.T, opening []byte) {
		got, err := handshake(struct {
			io.Reader
			io.Writer
		}{bytes.NewReader(opening), io.Discard})
		if err == nil && !bytes.HasPrefix(opening, got) {
			t.Error("it returned what it did not read")
		}
	})
}
