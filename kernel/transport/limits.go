package transport

import "time"

// Limits bound what one peer may cost. A zero field takes the default.
type Limits struct {
	// MessageBytes is the largest message that is read, all frames together;
	// 256 MiB by default.
	MessageBytes int64
	// QueueBytes is the number of bytes that may wait for one peer; 128 MiB by default.
	QueueBytes int64
	// PaceBytes is the number of bytes that may wait for a peer that keeps up before
	// [Transport.Pace] holds the writer back; 16 MiB by default.
	PaceBytes int64
	// Stall is the longest time in which a peer that keeps up takes 256 KiB;
	// 250 ms by default.
	Stall time.Duration
	// Peers is the number of peers that a listener serves at a time; 256 by default.
	Peers int
	// Subscriptions, where not 0, lets peers send nothing but subscriptions,
	// as SUB sockets do, and no more bytes of them than this.
	Subscriptions int64
	// Handshake is the longest time for greeting and READY; 10 s by default.
	Handshake time.Duration
	// Write is the longest time in which a peer may accept nothing of what is
	// written to it; 30 s by default.
	Write time.Duration
}

func (l Limits) withDefaults() Limits {
	if l.MessageBytes == 0 {
		l.MessageBytes = 256 << 20
	}
	if l.QueueBytes == 0 {
		l.QueueBytes = 128 << 20
	}
	if l.PaceBytes == 0 {
		l.PaceBytes = 16 << 20
	}
	if l.Stall == 0 {
		l.Stall = 250 * time.Millisecond
	}
	if l.Peers == 0 {
		l.Peers = 256
	}
	if l.Handshake == 0 {
		l.Handshake = 10 * time.Second
	}
	if l.Write == 0 {
		l.Write = 30 * time.Second
	}
	return l
}
