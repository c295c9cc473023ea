package export

import (
	_ "embed"
	"regexp"

	"krigo/internal/nbformat"
)

//go:embed slides.css
var slidesStyle string

//go:embed slides.js
var slidesScript string

// deck knows where the slides of a notebook begin: at cells that say so, or at headings if none does.
type deck struct{ tagged bool }

func deckOf(nb *nbformat.Notebook) deck {
	for _, c := range nb.Cells {
		if opens(c) {
			return deck{tagged: true}
		}
	}
	return deck{}
}

// opens reports whether a cell has a tag or a type of Jupyter's slides by which a slide begins.
func opens(c *nbformat.Cell) bool {
	kind := slideType(c)
	return c.HasTag("slide") || kind == "slide" || kind == "subslide"
}

// slideType returns the type that a cell has in Jupyter's slides, or "".
func slideType(c *nbformat.Cell) string {
	section, _ := c.Metadata["slideshow"].(map[string]any)
	kind, _ := section["slide_type"].(string)
	return kind
}

// topHeading matches Markdown that begins with a heading of the first or the second level.
var topHeading = regexp.MustCompile(`^\s*##?\s`)

// begins reports whether a cell begins a slide.
func (d deck) begins(c *nbformat.Cell) bool {
	if d.tagged {
		return opens(c)
	}
	return c.Type == nbformat.Markdown && topHeading.MatchString(c.Source)
}

// skips reports whether slides leave a cell out.
func (d deck) skips(c *nbformat.Cell) bool {
	kind := slideType(c)
	return c.HasTag("skip") || c.HasTag("notes") || kind == "skip" || kind == "notes"
}
