package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/google/uuid"
)

// Packet is a Jupyter message without sockets.
type Packet struct {
	// Channel is "shell", "control", "stdin" or "iopub".
	Channel string
	// Client is the sender or the recipient. A message from the kernel with an empty Client goes to
	// all clients.
	Client string
	// Type is the message's msg_type and ID its msg_id.
	Type, ID string
	// Header, Parent, Metadata and Content are the message's four parts, JSON
	// objects. Of a client's, all but the header may be nil.
	Header, Parent, Metadata, Content json.RawMessage
	Buffers                           [][]byte
}

// Local is a kernel whose clients are in this process.
type Local struct {
	core *core
	once sync.Once
	err  error
}

// NewLocal starts a kernel that gives what it sends to out, which may be called
// concurrently and keeps what it is given. It ends with ctx or Close.
func NewLocal(ctx context.Context, o Options, out func(Packet)) *Local {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	l := &Local{core: newCore(ctx, o, uuid.NewString(), packets(out))}
	l.core.begin()
	return l
}

// packets is a sender of packets.
type packets func(Packet)

func (out packets) send(ch channel, m *message) {
	p := Packet{
		Channel: string(ch), Type: m.header.Type, ID: m.header.ID, Header: m.rawHeader, Parent: orEmpty(m.parent),
		Metadata: orEmpty(m.metadata), Content: orEmpty(m.content), Buffers: m.buffers,
	}
	if ch != iopub && len(m.identities) > 0 {
		p.Client = string(m.identities[0])
	}
	out(p)
}

// subscribed implements sender: the owner of the kernel receives all packets.
func (packets) subscribed() <-chan struct{} { return everyone }

var everyone = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Receive serves a client's message; the header has its type and id. It returns when the message is
// queued, or, if it waits for no cell, answered.
func (l *Local) Receive(p Packet) error {
	ch := channel(p.Channel)
	switch ch {
	case shell, control, stdin:
	default:
		return fmt.Errorf("kernel: clients do not send on channel %q; wanted shell, control or stdin", p.Channel)
	}
	m := &message{
		identities: [][]byte{[]byte(p.Client)}, rawHeader: p.Header, parent: orEmpty(p.Parent),
		metadata: orEmpty(p.Metadata), content: orEmpty(p.Content), buffers: p.Buffers,
	}
	if err := m.parse(); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	l.core.receive(ch, m)
	return nil
}

// Request returns a message of a client in this process, with a header of its own, for
// Receive. Its content must be an object when marshalled.
func Request(channel, client, kind string, content any) (Packet, error) {
	m, err := compose(client, kind, content)
	if err != nil {
		return Packet{}, fmt.Errorf("kernel: %s: %w", kind, err)
	}
	return Packet{Channel: channel, Client: client, Type: kind, ID: m.header.ID, Header: m.rawHeader, Content: m.content}, nil
}

// Stopped is closed when a client has asked for the shutdown. Close is still to be
// called.
func (l *Local) Stopped() <-chan struct{} { return l.core.stopped }

// Close interrupts what runs and ends the kernel.
func (l *Local) Close() error {
	l.once.Do(func() { l.err = errors.Join(l.core.close(), l.core.history.Close()) })
	return l.err
}
