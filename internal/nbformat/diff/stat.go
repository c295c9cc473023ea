package diff

import "fmt"

// stat writes a line for each cell that differs, and how many do.
func (p *printer) stat(d Diff) {
	if d.Empty() {
		return
	}
	if n := len(d.Metadata); n > 0 {
		p.line("", "notebook's metadata: "+counted(n, "field"))
	}
	for _, c := range d.Cells {
		p.line("", c.Title()+c.counts())
	}
	p.line("", fmt.Sprintf("different cells: %d; cells before: %d, after: %d", len(d.Cells), d.Old, d.New))
}

// counts tells how many lines and fields of a cell have changed.
func (c Cell) counts() string {
	text := ""
	if c.Source != nil {
		text += ", source " + c.Source.counts()
	}
	if n := len(c.Outputs); n > 0 {
		text += ", " + counted(n, "output")
	}
	if n := len(c.Fields); n > 0 {
		text += ", " + counted(n, "field") + " of metadata"
	}
	return text
}

// counts are the lines that came and went, as +2 -1.
func (t Text) counts() string {
	added, removed := 0, 0
	for _, l := range unified(t) {
		switch l[0] {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return fmt.Sprintf("+%d -%d", added, removed)
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
