package lineedit

import (
	"slices"
	"testing"
)

// keysOf decodes all that a terminal sends.
func keysOf(sent string) []key {
	var keys []key
	for rest := []byte(sent); len(rest) > 0; {
		k, n := decode(rest, true)
		if n == 0 {
			break
		}
		keys = append(keys, k)
		rest = rest[n:]
	}
	return keys
}

// What terminals send, from xterm's "ctlseqs" and kitty's keyboard protocol.
func TestKeysAreDecoded(t *testing.T) {
	for sent, want := range map[string]key{
		"a": {code: 'a'}, "π": {code: 'π'}, "世": {code: '世'},
		"\r": {code: keyEnter}, "\n": {code: 'j', mods: ctrl}, "\t": {code: keyTab}, "\x7f": {code: keyBackspace},
		"\x03": {code: 'c', mods: ctrl}, "\x1f": {code: '_', mods: ctrl}, "\x1b": {code: keyEscape},
		"\x1bf": {code: 'f', mods: alt}, "\x1b\r": {code: keyEnter, mods: alt}, "\x1b\x7f": {code: keyBackspace, mods: alt},
		"\x1b[A": {code: keyUp}, "\x1bOA": {code: keyUp}, "\x1b[1;5C": {code: keyRight, mods: ctrl}, "\x1b[1;3D": {code: keyLeft, mods: alt},
		"\x1b[H": {code: keyHome}, "\x1b[1~": {code: keyHome}, "\x1b[4~": {code: keyEnd}, "\x1b[3~": {code: keyDelete}, "\x1b[3;5~": {code: keyDelete, mods: ctrl},
		"\x1b[Z": {code: keyTab, mods: shift}, "\x1b[13;2u": {code: keyEnter, mods: shift}, "\x1b[27;2;13~": {code: keyEnter, mods: shift},
		"\x1b[99;5u": {code: 'c', mods: ctrl}, "\x1b[27u": {code: keyEscape}, "\x1b[57441;2u": {code: keyNone},
		"\x1b[?62;4c": {code: keyNone}, "\x1b[I": {code: keyNone}, "\xff": {code: keyNone}, "\x1b[": {code: '[', mods: alt},
		"\x1b[200~a\r\tb\r\nc\x1b[31m\x1b[201~": {code: keyPaste, text: "a\n\tb\nc[31m"},
	} {
		if got := keysOf(sent); !slices.Equal(got, []key{want}) {
			t.Errorf("%q is %v, want %v", sent, got, want)
		}
	}
}

// Whatever is cut off waits for the rest.
func TestKeysInPiecesAreTheSame(t *testing.T) {
	const sent = "a\x1b[A\x1b[1;5Cπ\x1b\r\x1b[200~x\ry\x1b[201~世\x1bOB"
	want := keysOf(sent)
	var got []key
	var pending []byte
	for i := range len(sent) {
		pending = append(pending, sent[i])
		for {
			k, n := decode(pending, false)
			if n == 0 {
				break
			}
			got = append(got, k)
			pending = pending[n:]
		}
	}
	if !slices.Equal(got, want) || len(pending) > 0 {
		t.Errorf("byte by byte %v and %q left, want %v", got, pending, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x1b[200~x\x1b[201~\x1b[1;5Cπ\xff"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		for len(sent) > 0 {
			_, n := decode(sent, true)
			if n < 0 || n > len(sent) {
				t.Fatalf("%d of %d bytes taken of %q", n, len(sent), sent)
			}
			if n == 0 {
				return // a paste without an end
			}
			sent = sent[n:]
		}
	})
}
