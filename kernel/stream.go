package kernel

import (
	"encoding/json"
	"fmt"
)

// streamContent builds the content of a stream message. Text, which may be long, becomes JSON in
// one pass.
type streamContent struct {
	name string // of the stream
	json []byte // without its end; empty without text
	last int    // the length of the content before
}

// append adds text, which is UTF-8.
func (s *streamContent) append(text string) {
	if text == "" {
		return
	}
	if s.json == nil {
		head := `{"name":"` + s.name + `","text":"`
		s.json = append(make([]byte, 0, max(len(head)+len(text)+len(text)/8, s.last)), head...)
	}
	s.json = appendQuoted(s.json, text)
}

// take returns the content, after which another one begins.
func (s *streamContent) take() json.RawMessage {
	content := append(s.json, `"}`...)
	s.json, s.last = nil, len(content)
	return content
}

// escaped are the bytes that are escaped in a string of JSON
// (RFC 8259, section 7).
var escaped = func() (is [256]bool) {
	for c := range byte(' ') {
		is[c] = true
	}
	is['"'], is['\\'] = true, true
	return is
}()

// appendQuoted appends text in the form between the quotes of a JSON string.
func appendQuoted(to []byte, text string) []byte {
	begin := 0
	for i := range len(text) {
		c := text[i]
		if !escaped[c] {
			continue
		}
		to = append(to, text[begin:i]...)
		begin = i + 1
		switch c {
		case '\n':
			to = append(to, `\n`...)
		case '"', '\\':
			to = append(to, '\\', c)
		default:
			to = fmt.Appendf(to, `\u%04x`, c)
		}
	}
	return append(to, text[begin:]...)
}
