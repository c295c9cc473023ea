package draw

import "fmt"

// Remark adds a note about the drawing to the legend: a key without a sample.
func (p *Panel) Remark(format string, args ...any) {
	p.Keys = append(p.Keys, Key{Name: fmt.Sprintf(format, args...)})
}

// Silence removes the panel from the description, because another one describes both.
func (p *Panel) Silence() { p.silent = true }
