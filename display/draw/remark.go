package draw

import "fmt"

// Remark adds to the legend what a reader has to know of what is drawn: a key
// without a sample.
func (p *Panel) Remark(format string, args ...any) {
	p.Keys = append(p.Keys, Key{Name: fmt.Sprintf(format, args...)})
}

// Silence has the panel say nothing of itself, where another one tells of both.
func (p *Panel) Silence() { p.silent = true }
