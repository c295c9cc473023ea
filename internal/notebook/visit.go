package notebook

import (
	"context"
	"errors"
	"sync"
)

// ErrLeft is the error of a visit that has ended: the page has left, or the room was
// closed.
var ErrLeft = errors.New("notebook: the visit has ended")

// ErrBehind is the error of a visit that was cut off because its page did not keep up.
// It may enter again.
var ErrBehind = errors.New("notebook: the page did not keep up and was cut off")

// What may wait for a page before it is cut off.
const (
	waitingEvents = 10_000
	waitingBytes  = 64 << 20
)

// Visit is a page's stay in a room.
type Visit struct {
	room *Room
	id   visitor

	mu       sync.Mutex
	queue    [][]byte
	bytes    int
	expected int // events that are being encoded
	err      error
	signal   chan struct{} // holds one where something has changed
}

// Next waits for an event, a JSON object. The first is the whole document.
func (v *Visit) Next(ctx context.Context) ([]byte, error) {
	for {
		if event, err := v.take(); event != nil || err != nil {
			return event, err
		}
		select {
		case <-v.signal:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (v *Visit) take() ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.queue) == 0 {
		return nil, v.err
	}
	event := v.queue[0]
	v.queue[0] = nil
	v.queue = v.queue[1:]
	v.bytes -= len(event)
	v.wake() // for what is left
	return event, nil
}

// expect counts an event that is to come, and reports whether the page gets it. A page that too many
// wait for is cut off.
func (v *Visit) expect() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err == nil && len(v.queue)+v.expected >= waitingEvents {
		v.cutOff()
	}
	if v.err == nil {
		v.expected++
	}
	return v.err == nil
}

// push adds an event that was expected, and cuts the page off where too many bytes wait.
func (v *Visit) push(event []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.expected--
	switch {
	case v.err != nil:
		return
	case len(v.queue) > 0 && v.bytes+len(event) > waitingBytes:
		v.cutOff()
	default:
		v.queue = append(v.queue, event)
		v.bytes += len(event)
		v.wake()
	}
}

// cutOff ends the visit of a page that does not keep up.
func (v *Visit) cutOff() {
	v.queue, v.bytes, v.err = nil, 0, ErrBehind
	v.wake()
}

// end ends the visit; what waits is still had.
func (v *Visit) end(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err == nil {
		v.err = err
	}
	v.wake()
}

func (v *Visit) wake() {
	select {
	case v.signal <- struct{}{}:
	default:
	}
}

// Do applies a command of the page, a JSON object. A failure is reported to the page; Do itself
// does not wait.
func (v *Visit) Do(op []byte) { v.room.do(v.id, parseCommand(op)) }

// Leave ends the visit.
func (v *Visit) Leave() {
	v.end(ErrLeft)
	v.room.leave(v)
}
