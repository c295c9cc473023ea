package transport

import "time"

// Limits bound what one peer may cost. A zero field takes the default.
type Limits struct {
	// MessageBytes is the largest message that is read, all frames together;
	// 256 MiB by default.
	MessageBytes int64
	// QueueBytes is how much may wait for one peer; 256 MiB by default.
	QueueBytes int64
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
		l.QueueBytes = 256 << 20
	}
	if l.Handshake == 0 {
		l.Handshake = 10 * time.Second
	}
	if l.Write == 0 {
		l.Write = 30 * time.Second
	}
	return l
}
