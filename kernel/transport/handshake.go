package transport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	greetingLen = 64
	// maxReady bounds the READY command of a peer.
	maxReady = 4096
)

// handshake greets a peer and reads its greeting and its READY. It returns
// what it read, all of it well-formed, for zmq4 to read again.
func handshake(rw io.ReadWriter) ([]byte, error) {
	if _, err := rw.Write(greeting()); err != nil {
		return nil, fmt.Errorf("sending the greeting: %w", err)
	}
	opening := make([]byte, greetingLen, greetingLen+256)
	if _, err := io.ReadFull(rw, opening); err != nil {
		return nil, fmt.Errorf("reading the greeting: %w", err)
	}
	if err := checkGreeting(opening); err != nil {
		return nil, err
	}
	ready, err := readCommand(rw)
	if err != nil {
		return nil, fmt.Errorf("reading READY: %w", err)
	}
	return append(opening, ready...), nil
}

// greeting is signature, version 3.0, mechanism NULL, as-server false, filler.
func greeting() []byte {
	g := make([]byte, greetingLen)
	g[0], g[8], g[9] = 0xFF, 0x01, 0x7F
	g[10] = 3
	copy(g[12:32], "NULL")
	return g
}

func checkGreeting(g []byte) error {
	if g[0] != 0xFF || g[9] != 0x7F {
		return errors.New("the peer does not speak ZMTP")
	}
	if g[10] < 3 {
		return fmt.Errorf("the peer speaks ZMTP %d.%d, wanted 3.0 or newer", g[10], g[11])
	}
	if mechanism := string(bytes.TrimRight(g[12:32], "\x00")); mechanism != "NULL" {
		return fmt.Errorf("the peer wants security mechanism %q, wanted NULL", mechanism)
	}
	return nil
}

// readCommand reads a READY command, head and body.
func readCommand(r io.Reader) ([]byte, error) {
	var head []byte
	var size uint64
	for whole := false; !whole; {
		var next [1]byte
		if _, err := io.ReadFull(r, next[:]); err != nil {
			return nil, err
		}
		head = append(head, next[0])
		size, whole = frameSize(head)
	}
	if head[0]&^flagLong != flagCommand || size > maxReady {
		return nil, fmt.Errorf("a frame with flags %#x of %d bytes is not it", head[0], size)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, err
	}
	return append(head, body...), checkReady(body)
}

// checkReady checks a READY: its name, then properties of a name and a value.
func checkReady(body []byte) error {
	name, rest, err := cut(body, 1)
	if err != nil {
		return err
	}
	if string(name) != "READY" {
		return fmt.Errorf("the command is %q", name)
	}
	for len(rest) > 0 {
		if _, rest, err = cut(rest, 1); err != nil {
			return err
		}
		if _, rest, err = cut(rest, 4); err != nil {
			return err
		}
	}
	return nil
}

// cut takes off b a string that its length precedes, in width bytes.
func cut(b []byte, width int) (value, rest []byte, err error) {
	if len(b) < width {
		return nil, nil, errors.New("the command is cut short")
	}
	var size uint64
	for _, digit := range b[:width] {
		size = size<<8 | uint64(digit)
	}
	b = b[width:]
	if size > uint64(len(b)) {
		return nil, nil, errors.New("the command is cut short")
	}
	return b[:size], b[size:], nil
}
