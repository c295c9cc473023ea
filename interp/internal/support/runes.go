package support

// char is a character of a string and where it begins, in bytes.
type char struct {
	Index int
	Rune  rune
}

// runes lists the characters of a string as a range over it gives them.
func runes(s string) []char {
	out := make([]char, 0, len(s))
	for i, r := range s {
		out = append(out, char{i, r})
	}
	return out
}
