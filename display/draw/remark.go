package draw

import "fmt"

// Remark adds to the legend what a reader has to know of what is drawn: a key
// without a sample.
func (p *Panel) Remark(format string, args ...any) {
	p.Keys = append(p.Keys, Key{Name: fmt.Sprintf(format, args...)})
}

// Silence removes the panel from the description, because another one describes both.
func (p *Panel) Silence() { p.silent = true }
