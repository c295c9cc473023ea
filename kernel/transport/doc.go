// Package transport is a transport for go-zeromq/zmq4 sockets that listen,
// made for clients that may be slow, silent or hostile.
//
// zmq4 shakes hands inside its accept loop, so one silent client keeps all
// others out; it reserves what a frame's length announces before a byte of it
// has come; it panics on a malformed READY; it writes to its peers one after
// the other without a deadline, so one stalled client holds up all; and it
// closes without waiting for what is queued. A socket that listens on a
// [Transport] has none of this: a connection reaches zmq4 when its peer has
// sent a well-formed greeting and READY, within a deadline; too long a message
// ends the connection before it is read; writes never block zmq4, they go into
// a bounded queue that the connection's own goroutine sends with a deadline;
// and [Transport.Drain] waits for these queues. A writer that is faster than peers
// which keep up waits for them in [Transport.Pace], so that nothing is dropped.
// [Transport.Welcome] also answers a subscription with a message to the subscriber;
// zmq4's XPUB does not report subscriptions.
//
//	t := transport.New("tcp", transport.Limits{}, slog.Default())
//	if err := zmq4.RegisterTransport("kernel", t); err != nil {
//		return err
//	}
//	router := zmq4.NewRouter(ctx)
//	err := router.Listen("kernel://127.0.0.1:5555")
//	...
//	t.Drain(time.Second)
//	router.Close()
//
// The wire is ZMTP 3.0 with the NULL mechanism, https://rfc.zeromq.org/spec/23.
package transport
