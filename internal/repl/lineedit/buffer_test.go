package lineedit

import "testing"

// at makes a buffer of text in which | is the cursor.
func at(t *testing.T, text string) *buffer {
	t.Helper()
	b := &buffer{}
	for i := range text {
		if text[i] == '|' {
			b.snapshot = snapshot{text[:i] + text[i+1:], i}
			return b
		}
	}
	t.Fatalf("no cursor in %q", text)
	return nil
}

func (b *buffer) String() string { return b.text[:b.cursor] + "|" + b.text[b.cursor:] }

func TestMovesOfTheCursor(t *testing.T) {
	for _, c := range []struct {
		name, from, want string
		move             func(*buffer)
	}{
		{"left over a letter with its mark", "xe\u0301|y", "x|e\u0301y", func(b *buffer) { b.moveTo(b.before()) }},
		{"right over a flag", "|🇩🇪x", "🇩🇪|x", func(b *buffer) { b.moveTo(b.after()) }},
		{"left over the end of a line", "a\n|b", "a|\nb", func(b *buffer) { b.moveTo(b.before()) }},
		{"left at the start", "|a", "|a", func(b *buffer) { b.moveTo(b.before()) }},
		{"right at the end", "a|", "a|", func(b *buffer) { b.moveTo(b.after()) }},
		{"word back", "foo.barBaz(|", "foo.|barBaz(", func(b *buffer) { b.moveTo(b.wordBefore()) }},
		{"word forth", "|  foo.bar", "  foo|.bar", func(b *buffer) { b.moveTo(b.wordAfter()) }},
		{"up to the same column", "ab\n\tcd|", "ab|\n\tcd", func(b *buffer) { b.up() }},
		{"up by columns, not bytes", "世界x\nabcd|", "世界|x\nabcd", func(b *buffer) { b.up() }},
		{"down and back to the column", "abcd|\nx\nefgh", "abcd\nx\nefgh|", func(b *buffer) { b.down(); b.down() }},
		{"delete the last character", "ab\n|", "ab|", func(b *buffer) { b.delete(b.before(), b.cursor) }},
	} {
		b := at(t, c.from)
		c.move(b)
		if got := b.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestUndoTakesBackAWordAtATime(t *testing.T) {
	b := &buffer{}
	for _, r := range "one two" {
		b.typeRune(r)
	}
	b.insert("\n\tpasted")
	for _, want := range []string{"one two|", "one |", "one|", "|", "|"} {
		b.undo()
		if got := b.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWhatWasKilledIsInsertedAgain(t *testing.T) {
	b := at(t, "a := f(x|)")
	b.kill(b.wordBefore(), b.cursor)
	b.moveTo(0)
	b.insert(b.killed)
	if got := b.String(); got != "x|a := f()" {
		t.Errorf("%q", got)
	}
}
