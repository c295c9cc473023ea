// Package wire is the protocol between a session and its worker process: JSON
// messages, each behind its length in four bytes, over two pipes. Text of a
// stream, the bulk of the traffic, is sent as it is (see text.go).
package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
)

// MaxMessage is the largest message in bytes. The sender refuses longer ones;
// a larger announced length means that the stream is broken.
const MaxMessage = 1 << 30

// ErrTooLong is the error of Write for a message above MaxMessage.
var ErrTooLong = errors.New("message is too long")

const headerSize = 4

// Writer sends messages. It may be used by several goroutines.
type Writer struct {
	mu sync.Mutex
	w  io.Writer
}

// NewWriter returns a Writer that sends to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write sends one message in one write.
func (w *Writer) Write(message any) error {
	frame, err := frameOf(message)
	if err != nil {
		return fmt.Errorf("wire: encode %T: %w", message, err)
	}
	size := len(frame) - headerSize
	if size > MaxMessage {
		return fmt.Errorf("wire: %d bytes: %w", size, ErrTooLong)
	}
	binary.BigEndian.PutUint32(frame, uint32(size))
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.w.Write(frame); err != nil {
		return fmt.Errorf("wire: send: %w", err)
	}
	return nil
}

// frameOf returns a message behind room for its header.
func frameOf(message any) ([]byte, error) {
	if e, ok := message.(Event); ok && e.Kind == KindStream {
		return e.appendText(make([]byte, headerSize, headerSize+textHead+len(e.Text))), nil
	}
	if e, ok := message.(Event); ok {
		if head, texts := e.cutTexts(); len(texts) > 0 {
			return frameOfTexts(head, texts)
		}
	}
	body, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	frame := make([]byte, headerSize, headerSize+len(body))
	return append(frame, body...), nil
}

// Reader receives messages.
type Reader struct {
	r    *bufio.Reader
	body []byte
}

// NewReader returns a Reader that receives from r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(r, 64<<10)} }

// keepBody is the largest buffer that a Reader keeps between messages.
const keepBody = 1 << 20

// firstBody is the most that a Reader allocates before anything has come.
const firstBody = 16 << 20

// Read receives the next message. At the end of the stream it returns io.EOF.
func (r *Reader) Read(message any) error {
	var header [headerSize]byte
	if _, err := io.ReadFull(r.r, header[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return fmt.Errorf("wire: receive: %w", err)
	}
	n := int64(binary.BigEndian.Uint32(header[:]))
	if n > MaxMessage {
		return fmt.Errorf("wire: announced %d bytes: %w", n, ErrTooLong)
	}
	if err := r.readBody(n); err != nil {
		return fmt.Errorf("wire: receive: %w", err)
	}
	if err := decode(r.body, message); err != nil {
		return fmt.Errorf("wire: decode: %w", err)
	}
	if cap(r.body) > keepBody {
		r.body = nil
	}
	return nil
}

func decode(body []byte, message any) error {
	if e, ok := message.(*Event); ok && isText(body) {
		return e.readText(body)
	}
	if e, ok := message.(*Event); ok && isBundle(body) {
		return e.readBundle(body)
	}
	return json.Unmarshal(body, message)
}

// readBody reads n bytes, allocating as they come and not as announced.
func (r *Reader) readBody(n int64) error {
	if n <= int64(cap(r.body)) {
		r.body = r.body[:n]
		_, err := io.ReadFull(r.r, r.body)
		return err
	}
	body := make([]byte, 0, min(n, firstBody))
	for int64(len(body)) < n {
		body = slices.Grow(body, 1)
		room := body[len(body):min(int64(cap(body)), n)]
		m, err := io.ReadFull(r.r, room)
		body = body[:len(body)+m]
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
	r.body = body
	return nil
}
