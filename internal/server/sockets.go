package server

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"krigo/internal/notebook"
)

// sockets connects pages with the rooms of their notebooks by websockets.
type sockets struct {
	ctx      context.Context // ends the connections
	audience audience
	folder   folder
	log      *slog.Logger
	most     int64 // bytes of a page's message
}

// Limits of websockets: the size of a page's message, how long one to it may take
// before it is cut off, and how often it is asked whether it is still there.
const (
	messageBytes = 64 << 20
	visitorBytes = 4 << 20 // of a visitor's
	writeTime    = 30 * time.Second
	pingInterval = 30 * time.Second
)

// serveRoom connects a page with its room. What fails after the upgrade was answered.
func (s *sockets) serveRoom(w http.ResponseWriter, r *http.Request) error {
	name, err := notebookName(r)
	if err != nil {
		return err
	}
	if !isUpgrade(r) {
		return refuse(http.StatusUpgradeRequired, "want a websocket here")
	}
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		s.log.Debug("no websocket", "err", err)
		return nil
	}
	defer c.CloseNow()
	c.SetReadLimit(s.most)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go ping(ctx, c)
	var room *notebook.Room
	if _, err = s.folder.stat(name); err == nil {
		room, err = s.audience.open(r, name)
	}
	if err != nil {
		s.turnAway(ctx, c, name, err)
		return nil
	}
	host(ctx, c, room)
	return nil
}

func isUpgrade(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// ping asks a page now and then whether it is still there, and cuts it off when it is
// not.
func ping(ctx context.Context, c *websocket.Conn) {
	tick := time.NewTicker(pingInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := pingOnce(ctx, c); err != nil {
			_ = c.CloseNow()
			return
		}
	}
}

func pingOnce(ctx context.Context, c *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, pingInterval)
	defer cancel()
	return c.Ping(ctx)
}

// host lets a page into a room, until it goes.
func host(ctx context.Context, c *websocket.Conn, room *notebook.Room) {
	visit := room.Enter()
	defer visit.Leave()
	go func() {
		tell(ctx, c, visit)
		_ = c.Close(websocket.StatusGoingAway, "the notebook was closed, or the page did not keep up")
	}()
	for {
		kind, raw, err := c.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = c.Close(websocket.StatusUnsupportedData, "want operations as text")
			return
		}
		visit.Do(raw)
	}
}

// tell writes what happens in a room to a page, until one of them ends.
func tell(ctx context.Context, c *websocket.Conn, visit *notebook.Visit) {
	for {
		event, err := visit.Next(ctx)
		if err != nil || write(ctx, c, event) != nil {
			return
		}
	}
}

// turnAway sends a page the reason why its notebook cannot be opened. The status keeps it from
// trying again.
func (s *sockets) turnAway(ctx context.Context, c *websocket.Conn, name string, fault error) {
	if errors.Is(fault, fs.ErrNotExist) || s.folder.leaves(name) {
		fault = s.folder.explain(name, fault)
	}
	s.log.Warn("a notebook was not opened", "err", fault)
	told, err := json.Marshal(map[string]string{"ev": "refused", "text": fault.Error()})
	if err == nil {
		err = write(ctx, c, told)
	}
	if err == nil {
		_ = c.Close(websocket.StatusPolicyViolation, reason(fault))
	}
}

// write writes a text message.
func write(ctx context.Context, c *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return c.Write(ctx, websocket.MessageText, text)
}

// reason returns an error as a websocket closes with it: at most 123 bytes.
func reason(err error) string {
	const most = 120
	text := err.Error()
	return text[:min(len(text), most)]
}
