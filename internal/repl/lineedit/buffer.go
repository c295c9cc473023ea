package lineedit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// snapshot is a cell and where the cursor is in it, a byte offset that splits no
// character.
type snapshot struct {
	text   string
	cursor int
}

// maxUndo is the number of changes that can be undone.
const maxUndo = 500

// buffer is the cell that is edited. Its methods keep the cursor within the text.
type buffer struct {
	snapshot
	undone []snapshot // what undo goes back to, the oldest first
	typing bool       // the last change was a typed character, which joins the next
	killed string     // what was deleted in one piece, to be inserted again
	goal   int        // the column that moving by lines keeps, where moving
	moving bool
}

// replace replaces the bytes from start to end by text, and the cursor
// behind it.
func (b *buffer) replace(start, end int, text string) {
	b.remember()
	b.text = b.text[:start] + text + b.text[end:]
	b.cursor = start + len(text)
	b.typing = false
}

// insert puts text at the cursor.
func (b *buffer) insert(text string) { b.replace(b.cursor, b.cursor, text) }

// typeRune inserts a character. Those of a word are undone together.
func (b *buffer) typeRune(r rune) {
	joins := b.typing && isWord(r)
	if !joins {
		b.remember()
	}
	b.text = b.text[:b.cursor] + string(r) + b.text[b.cursor:]
	b.cursor += utf8.RuneLen(r)
	b.typing = isWord(r)
}

func (b *buffer) remember() {
	if len(b.undone) == maxUndo {
		b.undone = b.undone[1:]
	}
	b.undone = append(b.undone, b.snapshot)
}

// undo takes the last change back.
func (b *buffer) undo() {
	b.typing = false
	for len(b.undone) > 0 {
		last := b.undone[len(b.undone)-1]
		b.undone = b.undone[:len(b.undone)-1]
		if last.text != b.text {
			b.snapshot = last
			return
		}
	}
}

// set replaces the whole cell, with the cursor at its end.
func (b *buffer) set(text string) {
	if text != b.text {
		b.replace(0, len(b.text), text)
	}
	b.moveTo(len(b.text))
}

// moveTo puts the cursor at an offset.
func (b *buffer) moveTo(offset int) {
	b.cursor = min(max(offset, 0), len(b.text))
	b.typing = false
}

// kill deletes from start to end, and keeps what was there.
func (b *buffer) kill(start, end int) {
	if start == end {
		return
	}
	b.killed = b.text[start:end]
	b.replace(start, end, "")
}

// delete deletes from start to end.
func (b *buffer) delete(start, end int) {
	if start != end {
		b.replace(start, end, "")
	}
}

// lineStart and lineEnd bound the line that an offset is in.
func (b *buffer) lineStart(offset int) int { return strings.LastIndexByte(b.text[:offset], '\n') + 1 }

func (b *buffer) lineEnd(offset int) int {
	if n := strings.IndexByte(b.text[offset:], '\n'); n >= 0 {
		return offset + n
	}
	return len(b.text)
}

// before and after are the offsets one character away from the cursor, as its
// reader counts: with the marks that combine with it.
func (b *buffer) before() int {
	start := b.lineStart(b.cursor)
	if start == b.cursor {
		return max(b.cursor-1, 0)
	}
	at := start
	for at < b.cursor {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(b.text[at:b.cursor], -1)
		start, at = at, at+len(cluster)
	}
	return start
}

func (b *buffer) after() int {
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(b.text[b.cursor:], -1)
	return b.cursor + len(cluster)
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordBefore returns the start of the word before the cursor.
func (b *buffer) wordBefore() int {
	rest := strings.TrimRightFunc(b.text[:b.cursor], func(r rune) bool { return !isWord(r) })
	return len(strings.TrimRightFunc(rest, isWord))
}

// wordAfter returns the end of the word after the cursor.
func (b *buffer) wordAfter() int {
	rest := strings.TrimLeftFunc(b.text[b.cursor:], func(r rune) bool { return !isWord(r) })
	return len(b.text) - len(strings.TrimLeftFunc(rest, isWord))
}

// blankBefore returns the start of the text without spaces before the cursor.
func (b *buffer) blankBefore() int {
	rest := strings.TrimRightFunc(b.text[:b.cursor], unicode.IsSpace)
	return len(strings.TrimRightFunc(rest, func(r rune) bool { return !unicode.IsSpace(r) }))
}

// up and down move by a line, and report whether there is one.
func (b *buffer) up() bool {
	start := b.lineStart(b.cursor)
	if start == 0 {
		return false
	}
	b.toColumn(b.lineStart(start - 1))
	return true
}

func (b *buffer) down() bool {
	end := b.lineEnd(b.cursor)
	if end == len(b.text) {
		return false
	}
	b.toColumn(end + 1)
	return true
}

// toColumn moves into the line that begins at start, to the column of the cursor,
// or of the place from which moving by lines began.
func (b *buffer) toColumn(start int) {
	if !b.moving {
		b.goal = columns(b.text[b.lineStart(b.cursor):b.cursor])
	}
	line := b.text[start:b.lineEnd(start)]
	at, column := 0, 0
	for at < len(line) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(line[at:], -1)
		column += widthAt(cluster, column)
		if column > b.goal {
			break
		}
		at += len(cluster)
	}
	b.moveTo(start + at)
	b.moving = true
}
