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
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !escaped[c] {
			if i-begin >= 32 { // few characters are escaped here
				i += unescaped(text[i+1:])
			}
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

// unescaped returns a number of bytes at the beginning of text that are not escaped. It tests eight
// bytes at a time: at most seven of them follow.
func unescaped(text string) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(text); n += 8 {
		w := uint64(text[n]) | uint64(text[n+1])<<8 | uint64(text[n+2])<<16 | uint64(text[n+3])<<24 |
			uint64(text[n+4])<<32 | uint64(text[n+5])<<40 | uint64(text[n+6])<<48 | uint64(text[n+7])<<56
		// For m up to 128, (w - each*m) &^ w has the high bit of the lowest byte of w that is less than
		// m, and none if there is no such byte.
		control := (w - each*' ') &^ w
		quote, backslash := w^each*'"', w^each*'\\'
		if (control|(quote-each)&^quote|(backslash-each)&^backslash)&high != 0 {
			break
		}
	}
	return n
}
