//go:build !js

package kernel

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"

	"krigo/kernel/transport"
)

const (
	// linger is the time that the sockets wait at close for clients to take what
	// is queued for them.
	linger = 2 * time.Second
	// sendTimeout is the time that zmq4 waits for a first client to send to.
	sendTimeout = time.Second
)

// sockets are the five sockets of a kernel.
type sockets struct {
	session string
	signer  signer
	replays *replays
	log     *slog.Logger
	// broadcasts is iopub's transport, requests that of the others.
	broadcasts, requests *transport.Transport
	shell                zmq4.Socket
	control              zmq4.Socket
	stdin                zmq4.Socket
	iopub                zmq4.Socket
	hb                   zmq4.Socket
	dropped              atomic.Int64 // malformed messages

	first    sync.Once // closes audience
	audience chan struct{}
}

// transports counts the transports registered with zmq4, which has no way to
// take one back.
var transports atomic.Int64

// subscriptionBytes limits the bytes that a client may spend on subscribing to iopub.
const subscriptionBytes = 64 << 10

// bind opens the five sockets of a connection for a kernel of that session.
func bind(ctx context.Context, c Connection, session string, log *slog.Logger) (*sockets, error) {
	s := &sockets{
		session:    session,
		signer:     signer{key: []byte(c.Key)},
		replays:    newReplays(replayWindow),
		log:        log,
		broadcasts: transport.New(c.network(), transport.Limits{Subscriptions: subscriptionBytes}, log),
		requests:   transport.New(c.network(), transport.Limits{}, log),
		audience:   make(chan struct{}),
	}
	quiet := zmq4.WithLogger(slog.NewLogLogger(log.Handler(), slog.LevelInfo))
	timeout := zmq4.WithTimeout(sendTimeout)
	s.shell = zmq4.NewRouter(ctx, quiet, timeout)
	s.control = zmq4.NewRouter(ctx, quiet, timeout)
	s.stdin = zmq4.NewRouter(ctx, quiet, timeout)
	// It has no high-water mark, so that nothing is dropped unseen: the transport
	// bounds each client's queue.
	s.iopub = zmq4.NewXPub(ctx, quiet)
	s.hb = zmq4.NewRouter(ctx, quiet, timeout)
	s.broadcasts.Welcome(s.welcome)
	if err := s.listen(c); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// listen binds the sockets to their addresses.
func (s *sockets) listen(c Connection) error {
	requests, err := register(s.requests)
	if err != nil {
		return err
	}
	broadcasts, err := register(s.broadcasts)
	if err != nil {
		return err
	}
	for i, socket := range []zmq4.Socket{s.shell, s.control, s.iopub, s.stdin, s.hb} {
		scheme := requests
		if socket == s.iopub {
			scheme = broadcasts
		}
		p := c.ports()[i]
		if err := socket.Listen(scheme + "://" + c.address(p.number)); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// welcome returns the iopub_welcome message for a new subscriber to a topic; the topic is its first
// frame, so that the subscription lets it through.
func (s *sockets) welcome(topic []byte) [][]byte {
	s.first.Do(func() { close(s.audience) })
	m, err := compose(s.session, "iopub_welcome", map[string]string{"subscription": string(topic)})
	if err != nil {
		s.log.Error("a subscriber was not sent a welcome", "err", err)
		return nil
	}
	m.identities = [][]byte{topic}
	return s.signer.encode(m)
}

func (s *sockets) subscribed() <-chan struct{} { return s.audience }

// register makes a transport known to zmq4 and returns its scheme.
func register(t *transport.Transport) (string, error) {
	scheme := fmt.Sprintf("krigo%d", transports.Add(1))
	return scheme, zmq4.RegisterTransport(scheme, t)
}

// of returns the socket of a channel.
func (s *sockets) of(ch channel) zmq4.Socket {
	return map[channel]zmq4.Socket{shell: s.shell, control: s.control, stdin: s.stdin, iopub: s.iopub}[ch]
}

// serve passes what arrives on a channel to receive, until the close.
func (s *sockets) serve(ch channel, receive func(channel, *message)) {
	socket := s.of(ch)
	for {
		frames, err := socket.Recv()
		if err != nil {
			return
		}
		m, err := s.decode(frames.Frames)
		if err != nil {
			s.drop(ch, err)
			continue
		}
		receive(ch, m)
	}
}

// decode reads a message that is signed and new.
func (s *sockets) decode(frames [][]byte) (*message, error) {
	m, err := s.signer.decode(frames)
	if err != nil {
		return nil, err
	}
	return m, s.replays.check(m.signature)
}

// drop counts a malformed message. The first is worth a warning; a flood of
// them is not worth a flood of warnings.
func (s *sockets) drop(ch channel, err error) {
	level := slog.LevelDebug
	n := s.dropped.Add(1)
	if n == 1 {
		level = slog.LevelWarn
	}
	s.log.Log(context.Background(), level, "dropped a message", "channel", ch, "err", err, "dropped", n)
}

// beat echoes heartbeats until the close.
func (s *sockets) beat() {
	for {
		m, err := s.hb.Recv()
		if err != nil {
			return
		}
		if err := s.hb.SendMulti(m); err != nil {
			s.log.Info("a heartbeat was not answered", "err", err)
		}
	}
}

// send implements sender. A cell that prints faster than clients read waits
// for them.
func (s *sockets) send(ch channel, m *message) {
	if ch == iopub {
		s.broadcasts.Pace()
	}
	if err := s.of(ch).SendMulti(zmq4.NewMsgFrom(s.signer.encode(m)...)); err != nil {
		s.log.Info("a message was not sent", "channel", ch, "type", m.header.Type, "err", err)
	}
}

// close waits until clients have what was sent, and closes the sockets.
func (s *sockets) close() {
	drained := make(chan bool, 2)
	for _, t := range []*transport.Transport{s.requests, s.broadcasts} {
		go func() { drained <- t.Drain(linger) }()
	}
	if first, second := <-drained, <-drained; !first || !second {
		s.log.Warn("closing before everything was sent")
	}
	for _, socket := range []zmq4.Socket{s.shell, s.control, s.stdin, s.hb, s.iopub} {
		if err := socket.Close(); err != nil {
			s.log.Info("closing a socket", "err", err)
		}
	}
	if n := s.dropped.Load(); n > 1 {
		s.log.Warn("dropped malformed messages", "dropped", n)
	}
}
