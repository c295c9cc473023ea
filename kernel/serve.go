//go:build !js

package kernel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/google/uuid"
)

// Serve binds the sockets of a connection and serves their clients until one
// asks for the shutdown, the parent process goes or ctx ends; none of these is
// an error.
func Serve(ctx context.Context, c Connection, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if c.Key == "" {
		o.Log.Warn("the connection has no key: messages are not signed")
	}
	if !c.isLocal() {
		o.Log.Warn("other machines may reach the kernel", "ip", c.IP)
	}
	o.Log.Debug("serving", "connection", c)
	session := uuid.NewString()
	s, err := bind(context.WithoutCancel(ctx), c, session, o.Log)
	if err != nil {
		return fmt.Errorf("binding the kernel's sockets: %w", err)
	}
	k := newCore(ctx, o, session, s)
	var readers sync.WaitGroup
	readers.Go(s.beat)
	for _, ch := range []channel{shell, control, stdin} {
		readers.Go(func() { s.serve(ch, k.receive) })
	}
	k.begin()

	select {
	case <-k.stopped:
	case <-parentGone(k.ctx, o.ParentPID):
		o.Log.Warn("the parent process is gone", "pid", o.ParentPID)
	case <-ctx.Done():
	}
	err = k.close()
	s.close()
	readers.Wait()
	return errors.Join(err, k.history.Close())
}
