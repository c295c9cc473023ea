package lineedit

import "bytes"

// typed has the bytes that were read from the terminal and are not yet a key. A part of them may
// have been typed ahead, before the prompt was there.
type typed struct {
	bytes    []byte
	from, to int // the part that was typed ahead; it may reach beyond what is read
}

// expect marks the next n bytes to be read as typed ahead.
func (t *typed) expect(n int) {
	if n == 0 {
		return
	}
	if t.from == t.to {
		t.from = len(t.bytes)
	}
	t.to = len(t.bytes) + n
}

func (t *typed) add(read []byte) { t.bytes = append(t.bytes, read...) }

func (t *typed) drop(n int) {
	t.bytes = t.bytes[n:]
	t.from, t.to = max(t.from-n, 0), max(t.to-n, 0)
}

// next takes the next key, and reports whether there is one. With final, what is
// there is all that there will be.
func (t *typed) next(final bool) (key, bool) {
	k, n := decode(t.bytes, final)
	if t.from == 0 && t.to > 0 {
		k, n = decodeAhead(t.bytes[:min(t.to, len(t.bytes))], k, n)
	}
	t.drop(n)
	if k == (key{code: keyEnter}) && t.isIndented() {
		k = key{code: keyLine}
	}
	return k, n > 0
}

// isIndented reports whether an indented line came with the Enter before it, or blank
// lines and one: a paste without brackets, which has its own indentation.
func (t *typed) isIndented() bool {
	line := bytes.TrimLeft(t.bytes, "\r")
	return bytes.HasPrefix(line, []byte("\t")) || bytes.HasPrefix(line, []byte(" "))
}

// decodeAhead returns the key of text that was typed ahead, given the usual one and its length. The
// terminal was not in raw mode: lines end in \n, and have their indentation; a tab is a tab, since
// the user could not see candidates.
func decodeAhead(text []byte, usual key, n int) (key, int) {
	line, _, ended := bytes.Cut(text, []byte("\n"))
	switch {
	case ended && (len(line) == 0 || !bytes.ContainsAny(line, "\x1b\r")):
		return key{code: keyLine, text: printable(string(line))}, len(line) + 1
	case usual == key{code: keyTab}:
		return key{code: keyPaste, text: "\t"}, n
	}
	return usual, n
}

// line takes the next line that is there, without its end, which is \r in raw mode and
// \r\n on a Windows console. It reports whether there is one.
func (t *typed) line() (string, bool) {
	end := bytes.IndexAny(t.bytes, "\r\n")
	if end < 0 {
		return "", false
	}
	line := string(t.bytes[:end])
	if bytes.HasPrefix(t.bytes[end:], []byte("\r\n")) {
		end++
	}
	t.drop(end + 1)
	return line, true
}

// all takes all that is there.
func (t *typed) all() string {
	text := string(t.bytes)
	t.drop(len(t.bytes))
	return text
}
