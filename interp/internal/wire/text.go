package wire

import (
	"encoding/binary"
	"errors"
)

// The message of an event of KindStream is, in this order, textMark, 1 for
// standard error or 0 for standard output, Cell and UpTo in eight bytes each,
// and Text. JSON begins with no such byte.
const (
	textMark = 's'
	textHead = 1 + 1 + 8 + 8
)

// streams are the names of streams by their byte.
var streams = [...]string{"stdout", "stderr"}

func (e Event) appendText(to []byte) []byte {
	stream := byte(0)
	if e.Name == streams[1] {
		stream = 1
	}
	to = binary.BigEndian.AppendUint64(append(to, textMark, stream), uint64(e.Cell))
	to = binary.BigEndian.AppendUint64(to, e.UpTo)
	return append(to, e.Text...)
}

func isText(body []byte) bool { return len(body) > 0 && body[0] == textMark }

func (e *Event) readText(body []byte) error {
	if len(body) < textHead || int(body[1]) >= len(streams) {
		return errors.New("broken text of a stream")
	}
	*e = Event{
		Kind: KindStream, Name: streams[body[1]], Cell: int(binary.BigEndian.Uint64(body[2:])),
		UpTo: binary.BigEndian.Uint64(body[10:]), Text: string(body[textHead:]),
	}
	return nil
}
