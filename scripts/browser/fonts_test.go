package main

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// TestFontsWithoutHintsHaveTheSameGlyphs compares all outlines and widths, and the kerning of some pairs, as package
// sfnt reads them, which draws all text of figures.
func TestFontsWithoutHintsHaveTheSameGlyphs(t *testing.T) {
	for _, ttf := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		bare, err := withoutHints(ttf)
		if err != nil {
			t.Fatal(err)
		}
		if zeros, before := bytes.Count(bare, []byte{0}), bytes.Count(ttf, []byte{0}); len(bare) != len(ttf) || zeros < before+80_000 {
			t.Errorf("of %d bytes %d are zero, of %d before %d", len(bare), zeros, len(ttf), before)
		}
		want, got := parsed(t, ttf), parsed(t, bare)
		for i := range want.NumGlyphs() {
			w, g := glyph(t, want, sfnt.GlyphIndex(i)), glyph(t, got, sfnt.GlyphIndex(i))
			if !reflect.DeepEqual(g, w) {
				t.Fatalf("glyph %d is %v, want %v", i, g, w)
			}
		}
	}
}

func parsed(t *testing.T, ttf []byte) *sfnt.Font {
	t.Helper()
	f, err := sfnt.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawn has the outline and the spacing of a glyph.
type drawn struct {
	outline sfnt.Segments
	advance fixed.Int26_6
	kerning []fixed.Int26_6 // with the glyphs of A, V and the full stop
}

func glyph(t *testing.T, f *sfnt.Font, i sfnt.GlyphIndex) drawn {
	t.Helper()
	var b sfnt.Buffer
	size := fixed.I(1000)
	outline, err := f.LoadGlyph(&b, i, size, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := drawn{outline: slices.Clone(outline)}
	if d.advance, err = f.GlyphAdvance(&b, i, size, font.HintingNone); err != nil {
		t.Fatal(err)
	}
	for _, r := range "AV." {
		next, err := f.GlyphIndex(&b, r)
		if err != nil {
			t.Fatal(err)
		}
		kern, err := f.Kern(&b, i, next, size, font.HintingNone)
		if err != nil && !errors.Is(err, sfnt.ErrNotFound) {
			t.Fatal(err)
		}
		d.kerning = append(d.kerning, kern)
	}
	return d
}

func TestWhatIsNotAFontIsRefused(t *testing.T) {
	for _, file := range []string{"", "text", string(make([]byte, 100)), string(liberationsansregular.TTF[:100_000])} {
		if _, err := withoutHints([]byte(file)); !errors.Is(err, errFont) {
			t.Errorf("withoutHints of %d bytes: %v, want %v", len(file), err, errFont)
		}
	}
}
