package lineedit

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// code is a key without modifiers: a character, or one of the constants.
type code rune

// Keys that are no characters.
const (
	keyNone code = -1 - iota // a sequence that means nothing here
	keyPaste
	keyLine // a line that was typed ahead, and Enter
	keyEnter
	keyTab
	keyBackspace
	keyDelete
	keyEscape
	keyUp
	keyDown
	keyLeft
	keyRight
	keyHome
	keyEnd
	keyPageUp
	keyPageDown
)

// modifiers are bits, as terminals send them (xterm's parameter less 1).
type modifiers int

const (
	shift modifiers = 1 << iota
	alt
	ctrl
)

// key is one action of the user: a key pressed, or a paste.
type key struct {
	code code
	mods modifiers
	text string // what was pasted
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// decode reads the first key of what a terminal sent, and how many bytes it took:
// 0 where more are wanted. With final none will come, so that an escape is the key
// of that name.
func decode(sent []byte, final bool) (key, int) {
	switch {
	case len(sent) == 0:
		return key{}, 0
	case bytes.HasPrefix(sent, []byte(pasteStart)):
		return decodePaste(sent)
	case sent[0] == '\x1b':
		return decodeEscape(sent, final)
	case sent[0] < ' ' || sent[0] == 0x7f:
		return control(sent[0]), 1
	case !utf8.FullRune(sent) && !final:
		return key{}, 0
	}
	r, n := utf8.DecodeRune(sent)
	if r == utf8.RuneError && n == 1 {
		return key{code: keyNone}, 1
	}
	return key{code: code(r)}, n
}

// decodePaste reads a bracketed paste. Lines end in \n, and control characters except tabs are left
// out: they could be commands to the terminal.
func decodePaste(sent []byte) (key, int) {
	text, _, ended := bytes.Cut(sent[len(pasteStart):], []byte(pasteEnd))
	if !ended {
		return key{}, 0
	}
	return key{code: keyPaste, text: printable(string(text))}, len(pasteStart) + len(text) + len(pasteEnd)
}

// printable returns text with lines that end in \n, valid, and without control characters except
// tabs.
func printable(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}

// control returns the key of a control character.
func control(b byte) key {
	switch b {
	case '\r':
		return key{code: keyEnter}
	case '\t':
		return key{code: keyTab}
	case 0x7f, 0x08:
		return key{code: keyBackspace}
	case 0:
		return key{code: ' ', mods: ctrl}
	case 0x1f:
		return key{code: '_', mods: ctrl}
	}
	return key{code: code(b | 0x60), mods: ctrl} // \n is Ctrl-J
}

// decodeEscape reads what begins with an escape: a sequence, a key with Alt, or
// the key itself.
func decodeEscape(sent []byte, final bool) (key, int) {
	escape := key{code: keyEscape}
	switch {
	case len(sent) == 1 && final, len(sent) > 1 && sent[1] == '\x1b':
		return escape, 1
	case len(sent) == 1:
		return key{}, 0
	case sent[1] == '[' || sent[1] == 'O':
		k, n := decodeSequence(sent)
		if n == 0 && final {
			return key{code: code(sent[1]), mods: alt}, 2
		}
		return k, n
	}
	k, n := decode(sent[1:], final)
	if n == 0 {
		return key{}, 0
	}
	k.mods |= alt
	return k, n + 1
}

// decodeSequence reads a control sequence (ECMA-48, 5.4), or the short form ESC O
// with one letter.
func decodeSequence(sent []byte) (key, int) {
	end := 2
	for sent[1] == '[' && end < len(sent) && sent[end] >= 0x20 && sent[end] <= 0x3f {
		end++
	}
	if end == len(sent) {
		return key{}, 0
	}
	var parameters []int
	for field := range strings.SplitSeq(string(sent[2:end]), ";") {
		field, _, _ = strings.Cut(field, ":") // kitty's subparameters
		n, _ := strconv.Atoi(field)
		parameters = append(parameters, n)
	}
	return sequence(sent[end], parameters), end + 1
}

// letters are the keys that end a sequence in a letter.
var letters = map[byte]code{
	'A': keyUp, 'B': keyDown, 'C': keyRight, 'D': keyLeft, 'H': keyHome, 'F': keyEnd, 'M': keyEnter,
}

// numbers are the keys of sequences that end in ~, by their first parameter.
var numbers = map[int]code{
	1: keyHome, 3: keyDelete, 4: keyEnd, 5: keyPageUp, 6: keyPageDown, 7: keyHome, 8: keyEnd,
}

// sequence returns the key of a control sequence: in xterm's forms, where the second (CSI 27)
// covers any key with modifiers, or kitty's (CSI u).
func sequence(end byte, parameters []int) key {
	at := func(i int) int {
		if i < len(parameters) {
			return parameters[i]
		}
		return 0
	}
	mods := modifiers(max(at(1), 1)-1) & (shift | alt | ctrl)
	switch {
	case end == 'u':
		return character(at(0), mods)
	case end == 'Z':
		return key{code: keyTab, mods: shift}
	case end == '~' && at(0) == 27:
		return character(at(2), mods)
	case end == '~' && numbers[at(0)] != 0:
		return key{code: numbers[at(0)], mods: mods}
	case letters[end] != 0:
		return key{code: letters[end], mods: mods}
	}
	return key{code: keyNone}
}

// character returns the key of a code point that was sent with its modifiers.
func character(r int, mods modifiers) key {
	switch {
	case r == '\x1b':
		return key{code: keyEscape, mods: mods}
	case r > 0 && r < ' ', r == 0x7f:
		k := control(byte(r))
		k.mods |= mods
		return k
	case r < ' ' || r > utf8.MaxRune || r >= 0xe000 && r <= 0xf8ff: // kitty's own keys are private characters
		return key{code: keyNone}
	}
	return key{code: code(r), mods: mods &^ shift}
}
