package server

import (
	"bytes"
	"sync"
	"time"

	"github.com/google/uuid"

	"krigo/kernel"
	"krigo/kernel/host"
)

// patience is how long a client that was cut off is waited for.
const patience = time.Minute

// ears are the clients of kernels that listen, or may come back.
type ears struct {
	mu    sync.Mutex
	byKey map[earKey]*ear
}

// earKey is a client, by the session_id that it chose, and its kernel.
type earKey struct{ kernel, session string }

// queueLimit is what may wait between a kernel and a connection. Then the kernel waits
// for the client, as a program does for who reads its output: one that only reads
// slowly misses nothing, and one that does not read is cut off, see writeTime.
var queueLimit = host.Limit{Packets: 4096, Bytes: 16 << 20, Paces: true}

// ear hears a kernel for one client. It outlives the client's connection for a minute,
// so that one that comes back with the same session_id misses nothing, answers to what
// it asked before included.
//
// A connection that breaks takes what is written to it without an error for a while.
// So pings follow what is written; an answer tells that all before it has arrived, and
// what has no such answer yet is written again. A client may thus get something twice
// that it got in the last instant before a cut.
type ear struct {
	client   string // as the kernel knows it
	listener *host.Listener

	writing sync.Mutex // held while the voice writes
	mu      sync.Mutex
	voice   *voice // of the connection, or nil
	backlog backlog
	upTo    uint64 // the number of the packet that was written latest
	asking  bool   // whether a ping is on its way
	leaving *time.Timer
	over    bool
}

// voice writes to a connection.
type voice struct {
	write func(kernel.Packet) error
	// ping returns when the client has answered.
	ping  func() error
	close func(why string)
}

// of is the ear of a client's session, or a new one. It hears the kernel from now on,
// so that a connection which is made then misses nothing.
func (all *ears) of(k *host.Kernel, session string) (*ear, error) {
	if session == "" {
		session = uuid.NewString()
	}
	key := earKey{k.ID, session}
	all.mu.Lock()
	defer all.mu.Unlock()
	if e := all.byKey[key]; e != nil && !e.isOver() {
		return e, nil
	}
	l, err := k.Listen(session, queueLimit)
	if err != nil {
		return nil, err
	}
	e := &ear{client: session, listener: l, leaving: time.AfterFunc(patience, l.Close)}
	if all.byKey == nil {
		all.byKey = map[earKey]*ear{}
	}
	all.byKey[key] = e
	go func() {
		e.hear()
		all.mu.Lock()
		defer all.mu.Unlock()
		if all.byKey[key] == e {
			delete(all.byKey, key)
		}
	}()
	return e, nil
}

func (e *ear) isOver() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.over
}

// connect gives the ear a connection, to which it writes what waits; false tells that
// its time is over. Another connection is closed: its client has given it up.
func (e *ear) connect(v *voice) bool {
	e.mu.Lock()
	if e.over {
		e.mu.Unlock()
		return false
	}
	if e.leaving != nil {
		e.leaving.Stop()
		e.leaving = nil
	}
	if e.voice != nil {
		go e.voice.close("the same session has connected again")
		e.backlog.rewind()
	}
	e.voice, e.asking = v, false
	e.mu.Unlock()
	e.flush()
	return true
}

// detach takes the connection away that has ended. What has not arrived, and what
// comes now, waits.
func (e *ear) detach(v *voice) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.voice != v || e.over {
		return
	}
	e.voice = nil
	e.backlog.rewind()
	e.leaving = time.AfterFunc(patience, e.listener.Close)
}

// hear passes on what the kernel says, until it ends or the client stays away.
func (e *ear) hear() {
	for {
		p, ok := e.listener.Next()
		if !ok {
			break
		}
		if isRestarting(p) {
			continue
		}
		e.mu.Lock()
		e.backlog.add(p)
		e.backlog.trim(e.voice == nil)
		e.mu.Unlock()
		e.flush()
	}
	e.mu.Lock()
	e.over = true
	v := e.voice
	e.mu.Unlock()
	if v != nil {
		v.close("the kernel has ended")
	}
}

// isRestarting tells of the status that the host sends at a restart. Jupyter clients
// take it for that of a kernel which has died, and ask their users; those that restart
// a kernel know it.
func isRestarting(p kernel.Packet) bool {
	return p.Type == "status" && bytes.Contains(p.Content, []byte(`"`+host.Restarting+`"`))
}

// flush writes what waits, in order, while there is a connection that takes it.
func (e *ear) flush() {
	e.writing.Lock()
	defer e.writing.Unlock()
	for {
		p, v, ok := e.next()
		if !ok {
			return
		}
		if v.write(p) != nil {
			e.detach(v)
			continue // to another connection that has come meanwhile
		}
		e.wrote(v)
	}
}

// next is the packet to be written, and to what.
func (e *ear) next() (kernel.Packet, *voice, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.voice == nil {
		return kernel.Packet{}, nil, false
	}
	p, ok := e.backlog.next()
	return p, e.voice, ok
}

// wrote notes that the next packet was written to a connection, and asks whether it
// has arrived.
func (e *ear) wrote(v *voice) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.voice != v {
		return // it is to be written again
	}
	e.upTo = e.backlog.wrote()
	if !e.asking {
		e.asking = true
		go e.confirm(v)
	}
}

// confirm asks a client until all that was written has arrived.
func (e *ear) confirm(v *voice) {
	for {
		e.mu.Lock()
		upTo := e.upTo
		e.mu.Unlock()
		if v.ping() != nil {
			return // the connection ends, and what has not arrived waits
		}
		e.mu.Lock()
		if e.voice != v {
			e.mu.Unlock()
			return
		}
		e.backlog.arrived(upTo)
		e.asking = e.upTo > upTo
		again := e.asking
		e.mu.Unlock()
		if !again {
			return
		}
	}
}
