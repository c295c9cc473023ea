package nbformat

import "strings"

// Title returns the first heading of the first level in the notebook's Markdown, or "".
func (nb *Notebook) Title() string {
	for _, c := range nb.Cells {
		if c.Type != Markdown {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if title, ok := strings.CutPrefix(line, "# "); ok {
				return strings.TrimSpace(title)
			}
		}
	}
	return ""
}
