package server

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/coder/websocket"

	"krigo/kernel"
)

// A framing puts a kernel's messages into those of a websocket.
type framing interface {
	encode(kernel.Packet) (websocket.MessageType, []byte, error)
	decode(websocket.MessageType, []byte) (kernel.Packet, error)
}

// framingOf is that of a subprotocol, the older one where none was agreed on.
func framingOf(subprotocol string) framing {
	if subprotocol == protocolV1 {
		return v1{}
	}
	return legacy{}
}

// protocolV1 is the subprotocol whose messages are all binary.
const protocolV1 = "v1.kernel.websocket.jupyter.org"

// v1 has a number of offsets, the offsets, each a little-endian uint64, and then the
// parts that lie between them: channel, header, parent header, metadata, content and
// buffers.
type v1 struct{}

// The parts of v1 that are always there, and how many there may be.
const (
	v1Parts   = 5
	mostParts = 1 << 16
)

func (v1) encode(p kernel.Packet) (websocket.MessageType, []byte, error) {
	parts := append([][]byte{[]byte(p.Channel), p.Header, p.Parent, p.Metadata, p.Content}, p.Buffers...)
	offsets := len(parts) + 1
	at := 8 * (1 + offsets)
	total := at
	for _, part := range parts {
		total += len(part)
	}
	raw := binary.LittleEndian.AppendUint64(make([]byte, 0, total), uint64(offsets))
	raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
	for _, part := range parts {
		at += len(part)
		raw = binary.LittleEndian.AppendUint64(raw, uint64(at))
	}
	for _, part := range parts {
		raw = append(raw, part...)
	}
	return websocket.MessageBinary, raw, nil
}

func (v1) decode(kind websocket.MessageType, raw []byte) (kernel.Packet, error) {
	if kind != websocket.MessageBinary {
		return kernel.Packet{}, errors.New("want a binary message")
	}
	if len(raw) < 8 {
		return kernel.Packet{}, fmt.Errorf("the message has %d bytes, want the number of its offsets", len(raw))
	}
	n := binary.LittleEndian.Uint64(raw)
	if n < v1Parts+1 || n > mostParts {
		return kernel.Packet{}, fmt.Errorf("the message has %d offsets, want %d to %d", n, v1Parts+1, mostParts)
	}
	offsets := make([]uint64, n)
	if len(raw) < 8*(1+len(offsets)) {
		return kernel.Packet{}, fmt.Errorf("the message ends within its %d offsets", n)
	}
	for i := range offsets {
		offsets[i] = binary.LittleEndian.Uint64(raw[8*(1+i):])
	}
	parts, err := between(raw, offsets, 8*(1+n))
	if err != nil {
		return kernel.Packet{}, err
	}
	return kernel.Packet{
		Channel: string(parts[0]), Header: parts[1], Parent: parts[2], Metadata: parts[3], Content: parts[4], Buffers: parts[v1Parts:],
	}, nil
}

// between are the parts of a message between offsets, none of which lies before least.
func between(raw []byte, offsets []uint64, least uint64) ([][]byte, error) {
	parts := make([][]byte, len(offsets)-1)
	for i := range parts {
		from, to := offsets[i], offsets[i+1]
		if from < least || from > to || to > uint64(len(raw)) {
			return nil, fmt.Errorf("part %d of the message lies from %d to %d of %d bytes", i, from, to, len(raw))
		}
		parts[i] = raw[from:to:to]
	}
	return parts, nil
}

// legacy is JSON in a text message, or where there are buffers a binary message: a
// number of parts, their offsets, each a big-endian uint32, the JSON, the buffers.
type legacy struct{}

// legacyMessage is the JSON of the older framing.
type legacyMessage struct {
	Channel  string          `json:"channel"`
	ID       string          `json:"msg_id,omitempty"`
	Type     string          `json:"msg_type,omitempty"`
	Header   json.RawMessage `json:"header"`
	Parent   json.RawMessage `json:"parent_header"`
	Metadata json.RawMessage `json:"metadata"`
	Content  json.RawMessage `json:"content"`
	Buffers  []any           `json:"buffers"`
}

func (legacy) encode(p kernel.Packet) (websocket.MessageType, []byte, error) {
	text, err := json.Marshal(legacyMessage{p.Channel, p.ID, p.Type, p.Header, p.Parent, p.Metadata, p.Content, []any{}})
	if err != nil {
		return 0, nil, err
	}
	if len(p.Buffers) == 0 {
		return websocket.MessageText, text, nil
	}
	parts := append([][]byte{text}, p.Buffers...)
	at, total := uint64(4*(1+len(parts))), uint64(0)
	for _, part := range parts {
		total += uint64(len(part))
	}
	if at+total > 1<<32-1 {
		return 0, nil, fmt.Errorf("a message of %d bytes does not fit the older framing; %s has it", total, protocolV1)
	}
	raw := binary.BigEndian.AppendUint32(make([]byte, 0, at+total), uint32(len(parts)))
	for _, part := range parts {
		raw = binary.BigEndian.AppendUint32(raw, uint32(at))
		at += uint64(len(part))
	}
	for _, part := range parts {
		raw = append(raw, part...)
	}
	return websocket.MessageBinary, raw, nil
}

func (legacy) decode(kind websocket.MessageType, raw []byte) (kernel.Packet, error) {
	var buffers [][]byte
	if kind == websocket.MessageBinary {
		parts, err := legacyParts(raw)
		if err != nil {
			return kernel.Packet{}, err
		}
		raw, buffers = parts[0], parts[1:]
	}
	var m legacyMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return kernel.Packet{}, fmt.Errorf("the message is not what is wanted: %w", err)
	}
	return kernel.Packet{Channel: m.Channel, Header: m.Header, Parent: m.Parent, Metadata: m.Metadata, Content: m.Content, Buffers: buffers}, nil
}

// legacyParts are the parts of a binary message.
func legacyParts(raw []byte) ([][]byte, error) {
	if len(raw) < 4 {
		return nil, fmt.Errorf("the message has %d bytes, want the number of its parts", len(raw))
	}
	n := uint64(binary.BigEndian.Uint32(raw))
	if n < 1 || n > mostParts {
		return nil, fmt.Errorf("the message has %d parts, want 1 to %d", n, mostParts)
	}
	if uint64(len(raw)) < 4*(1+n) {
		return nil, fmt.Errorf("the message ends within its %d offsets", n)
	}
	offsets := make([]uint64, n+1)
	for i := range n {
		offsets[i] = uint64(binary.BigEndian.Uint32(raw[4*(1+i):]))
	}
	offsets[n] = uint64(len(raw))
	return between(raw, offsets, 4*(1+n))
}
