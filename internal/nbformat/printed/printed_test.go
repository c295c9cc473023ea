package printed

import (
	"strings"
	"testing"
)

func TestOverwriteAcrossChunksEqualsOneChunk(t *testing.T) {
	const text = "a\rbc\n\rde\r\r\nf\r\rg\nh\r\b\ni\b\b\bj\u00e9\b\bk\r\bl\b"
	whole := overwrite(text)
	for cut := range len(text) {
		if cut > 0 && text[cut]&0xc0 == 0x80 {
			continue // chunks split no character
		}
		if got := overwrite(overwrite(text[:cut]) + text[cut:]); got != whole {
			t.Errorf("cut at %d: %q, want %q", cut, got, whole)
		}
	}
}

func TestBackspacesTakeBackCharactersOfTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"50%\b\b\b75%": "75%", "a\n\b\bb": "a\nb", "\bx": "x", "\u00e9\b": "",
		strings.Repeat("x", 1<<16) + strings.Repeat("\b", 1<<16): "",
	} {
		if got := overwrite(text); got != want {
			t.Errorf("%.20q: %.20q, want %q", text, got, want)
		}
	}
}
