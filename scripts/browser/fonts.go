package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// errFont is the error of a file that is not a TrueType font.
var errFont = errors.New("not a TrueType font as its specification describes it")

// withoutHints returns a TrueType font whose instructions for hinting are zeros. They are half of the outlines' bytes,
// and Go draws without them. All else stays where it is.
func withoutHints(font []byte) (bare []byte, err error) {
	defer func() { // of an offset outside the font
		if recover() != nil {
			bare, err = nil, errFont
		}
	}()
	bare = append(bare, font...)
	tables := tablesOf(bare)
	for _, name := range []string{"cvt ", "fpgm", "prep"} {
		clear(tables[name])
	}
	glyphs := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	for i := range glyphs {
		if glyph := tables["glyf"][glyphAt(tables, i):glyphAt(tables, i+1)]; len(glyph) > 0 {
			clear(instructions(glyph))
		}
	}
	if glyphs == 0 {
		return nil, fmt.Errorf("a font without glyphs: %w", errFont)
	}
	return bare, nil
}

// tablesOf returns the tables of a font by their names.
func tablesOf(font []byte) map[string][]byte {
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		entry := font[12+16*i:]
		offset, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		tables[string(entry[:4])] = font[offset : offset+size]
	}
	return tables
}

// glyphAt returns the offset of a glyph in the table glyf.
func glyphAt(tables map[string][]byte, i int) int {
	if long := binary.BigEndian.Uint16(tables["head"][50:]) == 1; long {
		return int(binary.BigEndian.Uint32(tables["loca"][4*i:]))
	}
	return 2 * int(binary.BigEndian.Uint16(tables["loca"][2*i:]))
}

// Flags of a component of a glyph.
const (
	wordArguments   = 1 << 0
	oneScale        = 1 << 3
	moreComponents  = 1 << 5
	twoScales       = 1 << 6
	fourScales      = 1 << 7
	hasInstructions = 1 << 8
)

// instructions returns those of a glyph, which is not empty.
func instructions(glyph []byte) []byte {
	contours := int16(binary.BigEndian.Uint16(glyph))
	const head = 10
	if contours >= 0 {
		return sized(glyph[head+2*int(contours):])
	}
	flags := uint16(moreComponents)
	at := head
	for flags&moreComponents != 0 {
		flags = binary.BigEndian.Uint16(glyph[at:])
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
	}
	if flags&hasInstructions == 0 {
		return nil
	}
	return sized(glyph[at:])
}

// sized returns the bytes that follow their number.
func sized(b []byte) []byte { return b[2 : 2+binary.BigEndian.Uint16(b)] }
