// Package words has the wording that messages share: numbers, times and sizes, and the names that a
// mistyped one may have meant.
package words

import "fmt"

// Count writes a number of things: "1 point", "3 points".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Bytes writes a size in bytes with a unit, to three digits: 1.23 kB.
func Bytes(n int64) string {
	value, unit := float64(n), "B"
	for _, larger := range []string{"kB", "MB", "GB", "TB"} {
		if value < 999.5 { // which rounds to 1000
			break
		}
		value, unit = value/1000, larger
	}
	return fmt.Sprintf("%.3g %s", value, unit)
}
