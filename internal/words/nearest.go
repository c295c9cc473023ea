package words

import "strings"

// Nearest returns the candidate that is most like name, or "" where none is
// close: at most one edit in three letters.
func Nearest(name string, candidates []string) string {
	best, limit := "", len(name)/3+1
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// editDistance returns the number of letters to insert, delete, replace or swap
// with a neighbour to make b of a (optimal string alignment).
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}
