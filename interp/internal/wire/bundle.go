package wire

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"krigo/cell"
)

// The message of an event whose bundle has long texts is, in this order, bundleMark, the event without these
// texts as JSON, and each text's MIME type and the text, each behind its length in four bytes. JSON would
// escape the text, parse it twice and copy it several times. JSON begins with no such byte.
const (
	bundleMark = 'b'
	longText   = 16 << 10
)

// cutTexts returns e without the long texts of its bundle, and these.
func (e Event) cutTexts() (Event, map[string]string) {
	if e.Bundle == nil {
		return e, nil
	}
	long := map[string]string{}
	for mimetype, v := range e.Bundle.Data {
		if text, ok := v.(string); ok && len(text) >= longText {
			long[mimetype] = valid(text)
		}
	}
	if len(long) == 0 {
		return e, nil
	}
	data := maps.Clone(e.Bundle.Data)
	maps.DeleteFunc(data, func(mimetype string, _ any) bool { _, cut := long[mimetype]; return cut })
	e.Bundle = &cell.Bundle{Data: data, Metadata: e.Bundle.Metadata}
	return e, long
}

// valid returns text with what is not UTF-8 replaced.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text // which is found much faster than it is copied
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// frameOfTexts returns the frame of an event and the texts that were cut from it.
func frameOfTexts(e Event, texts map[string]string) ([]byte, error) {
	head, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	size := headerSize + 1 + lengthSize + len(head)
	for mimetype, text := range texts {
		size += 2*lengthSize + len(mimetype) + len(text)
	}
	if size-headerSize > MaxMessage {
		return nil, fmt.Errorf("%d bytes: %w", size-headerSize, ErrTooLong)
	}
	frame := append(make([]byte, headerSize, size), bundleMark)
	frame = appendPart(frame, head)
	for mimetype, text := range texts {
		frame = appendPart(appendPart(frame, mimetype), text)
	}
	return frame, nil
}

// lengthSize is the number of bytes of a part's length.
const lengthSize = 4

func appendPart[T string | []byte](to []byte, part T) []byte {
	return append(binary.BigEndian.AppendUint32(to, uint32(len(part))), part...)
}

// cutPart returns the first of the parts that appendPart has written, and the rest.
func cutPart(parts []byte) (part, rest []byte, err error) {
	if len(parts) < lengthSize {
		return nil, nil, errBundle
	}
	n := int64(binary.BigEndian.Uint32(parts))
	if rest = parts[lengthSize:]; n > int64(len(rest)) {
		return nil, nil, errBundle
	}
	return rest[:n], rest[n:], nil
}

var errBundle = errors.New("broken texts of a bundle")

func isBundle(body []byte) bool { return len(body) > 0 && body[0] == bundleMark }

func (e *Event) readBundle(body []byte) error {
	head, rest, err := cutPart(body[1:])
	if err != nil {
		return err
	}
	*e = Event{}
	if err := json.Unmarshal(head, e); err != nil {
		return err
	}
	if e.Bundle == nil || e.Bundle.Data == nil {
		return errBundle
	}
	for len(rest) > 0 {
		var mimetype, text []byte
		if mimetype, rest, err = cutPart(rest); err != nil {
			return err
		}
		if text, rest, err = cutPart(rest); err != nil {
			return err
		}
		e.Bundle.Data[string(mimetype)] = string(text)
	}
	return nil
}
