package diff

import "regexp"

// token is a word, a blank, or any other single character.
var token = regexp.MustCompile(`[\p{L}\p{N}_]+|[ \t]+|\n|.`)

// blank matches tokens that do not make texts differ.
var blank = regexp.MustCompile(`^\s+$`)

// tokens returns the words and signs of a text.
func tokens(text string) []string {
	all := token.FindAllString(text, -1)
	var signs []string
	for _, t := range all {
		if !blank.MatchString(t) {
			signs = append(signs, t)
		}
	}
	return signs
}

// piece is a part of a line, and whether it is in that line only.
type piece struct {
	text    string
	differs bool
}

// maxMarked is the largest number of tokens of lines whose words are compared, and
// leastShared the part of them that has to be the same for it to help a reader.
const (
	maxMarked   = 1500
	leastShared = 0.3
)

// markWords cuts lines that were replaced by others into pieces, line by line. It
// returns false where the two have little in common.
func markWords(old, new string) (before, after []piece, ok bool) {
	x, y := token.FindAllString(old, -1), token.FindAllString(new, -1)
	if len(x) > maxMarked || len(y) > maxMarked {
		return nil, nil, false
	}
	spans := common(len(x), len(y), func(i, j int) bool { return x[i] == y[j] })
	same := 0
	inX, inY := make([]bool, len(x)), make([]bool, len(y))
	for _, s := range spans {
		inX[s.old], inY[s.new] = true, true
		if !blank.MatchString(x[s.old]) {
			same++
		}
	}
	if 2*float64(same) < leastShared*float64(len(tokens(old))+len(tokens(new))) {
		return nil, nil, false
	}
	return pieces(x, inX), pieces(y, inY), true
}

// pieces joins neighbours of one kind.
func pieces(tokens []string, shared []bool) []piece {
	var list []piece
	for i, t := range tokens {
		if last := len(list) - 1; last >= 0 && list[last].differs == !shared[i] {
			list[last].text += t
			continue
		}
		list = append(list, piece{t, !shared[i]})
	}
	return list
}
