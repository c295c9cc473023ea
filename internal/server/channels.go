package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"krigo/kernel"
	"krigo/kernel/host"
)

// Limits of websockets: the size of a client's message, how long one to it may take
// before it is cut off, and how often it is asked whether it is still there.
const (
	messageBytes = 64 << 20
	visitorBytes = 4 << 20 // of a visitor's
	writeTime    = 10 * time.Second
	pingInterval = 30 * time.Second
)

// wantUpgrade refuses a request that asks for no websocket.
func wantUpgrade(r *http.Request) error {
	if !isUpgrade(r) {
		return refuse(http.StatusUpgradeRequired, "a websocket is wanted here")
	}
	return nil
}

// overWebsocket makes a websocket of a request, which ends with the server or with
// serve. What fails was answered.
func (s *Server) overWebsocket(w http.ResponseWriter, r *http.Request, serve func(ctx context.Context, c *websocket.Conn), subprotocols ...string) {
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: subprotocols})
	if err != nil {
		s.log.Debug("no websocket", "err", err)
		return
	}
	defer c.CloseNow()
	c.SetReadLimit(s.messageBytes())
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go ping(ctx, c)
	serve(ctx, c)
}

// messageBytes is how large a client's message may be.
func (s *Server) messageBytes() int64 {
	if s.class != nil {
		return visitorBytes
	}
	return messageBytes
}

// ping asks a client now and then whether it is still there.
func ping(ctx context.Context, c *websocket.Conn) {
	tick := time.NewTicker(pingInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if isThere(ctx, c) != nil {
			return
		}
	}
}

// isThere asks a client whether it is there, and cuts it off when it is not.
func isThere(ctx context.Context, c *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, pingInterval)
	defer cancel()
	err := c.Ping(ctx)
	if err != nil {
		_ = c.CloseNow()
	}
	return err
}

// serveChannels connects a client with a kernel.
func (s *Server) serveChannels(w http.ResponseWriter, r *http.Request) error {
	k, err := s.kernels.get(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := wantUpgrade(r); err != nil {
		return err
	}
	e, err := s.ears.of(k, r.URL.Query().Get("session_id"))
	if err != nil {
		return gone(err)
	}
	s.overWebsocket(w, r, func(ctx context.Context, c *websocket.Conn) { s.connect(ctx, c, k, e) }, protocolV1)
	return nil
}

// connect gives a client what its ear hears, and its kernel what the client sends.
func (s *Server) connect(ctx context.Context, c *websocket.Conn, k *host.Kernel, e *ear) {
	f := framingOf(c.Subprotocol())
	v := &voice{
		write: func(p kernel.Packet) error { return s.writePacket(ctx, c, f, p) },
		ping:  func() error { return isThere(ctx, c) },
		close: func(why string) { _ = c.Close(websocket.StatusGoingAway, why) },
	}
	if !e.connect(v) {
		v.close("the kernel has ended")
		return
	}
	defer e.detach(v)
	s.listenTo(ctx, c, f, k, e.client)
}

// writePacket writes a packet. One that cannot be framed is left out: the next
// connection could not take it either.
func (s *Server) writePacket(ctx context.Context, c *websocket.Conn, f framing, p kernel.Packet) error {
	kind, raw, err := f.encode(p)
	if err != nil {
		s.log.Error("a message was left out", "type", p.Type, "err", err)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.writeTime())
	defer cancel()
	return c.Write(ctx, kind, raw)
}

// listenTo gives a kernel what a client sends. A message that is malformed ends the
// connection; one that the kernel does not take is passed over.
func (s *Server) listenTo(ctx context.Context, c *websocket.Conn, f framing, k *host.Kernel, client string) {
	for {
		kind, raw, err := c.Read(ctx)
		if err != nil {
			return
		}
		p, err := f.decode(kind, raw)
		if err != nil {
			s.log.Warn("a client sent what is no message", "err", err)
			_ = c.Close(websocket.StatusInvalidFramePayloadData, reason(err))
			return
		}
		p.Client = client
		err = k.Send(p)
		if errors.Is(err, host.ErrEnded) {
			_ = c.Close(websocket.StatusGoingAway, "the kernel has ended")
			return
		}
		if err != nil {
			s.log.Warn("a client's message was not taken", "err", err)
		}
	}
}

// reason is an error as a websocket closes with it: at most 123 bytes.
func reason(err error) string {
	const most = 120
	text := err.Error()
	return text[:min(len(text), most)]
}

// subscribe serves the websocket of events, of which there are none: clients that do
// not find it fail.
func (s *Server) subscribe(w http.ResponseWriter, r *http.Request) error {
	if err := wantUpgrade(r); err != nil {
		return err
	}
	s.overWebsocket(w, r, func(ctx context.Context, c *websocket.Conn) {
		for {
			if _, _, err := c.Read(ctx); err != nil {
				return
			}
		}
	})
	return nil
}
