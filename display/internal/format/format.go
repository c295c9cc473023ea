// Package format writes numbers and times for readers, and texts so that a
// markup shows them as they are.
package format

import (
	"strings"
	"time"

	"krigo/internal/words"
)

// TableDigits is the standard number of significant digits in a table.
const TableDigits = 4

// Number is [words.Number], as all parts of krigo write numbers.
func Number(v float64, digits int) string { return words.Number(v, digits) }

// TrueMinus writes the signs of a number as minus signs, which are as wide as
// digits, where hyphens stand.
func TrueMinus(number string) string { return strings.ReplaceAll(number, "-", "−") }

// Duration is [words.Duration].
func Duration(d time.Duration) string { return words.Duration(d) }

// markdown escapes what Markdown reads as markup, pipes of tables included.
var markdown = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `&lt;`, `[`, `\[`, `$`, `\$`,
)

// Markdown returns s with all that Markdown would read as markup escaped.
func Markdown(s string) string { return markdown.Replace(s) }
