package mathml

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The sizes that width assumes, in em. Fonts differ: these are on the wide side.
const (
	glyph   = 0.7  // a character
	around  = 0.56 // the space around an operator that does not say its own
	columns = 0.8  // the space between columns
	smaller = 0.75 // scripts, relative to their base
	radical = 1.0  // the sign of a root
)

// Width returns an estimate of the formula's width in em. The width depends on
// the font of the page: use the estimate only to choose a layout that works for
// any width.
func (f *Formula) Width() float64 { return width(group(f.row)) }

// width estimates the width of an element.
func width(element string) float64 {
	d := xml.NewDecoder(strings.NewReader(element))
	for {
		t, err := d.Token()
		if err != nil {
			return 0
		}
		if start, ok := t.(xml.StartElement); ok {
			w, _ := elementWidth(d, start)
			return w
		}
	}
}

// elementWidth reads an element up to its end. It returns its width and those
// of its children, by which a table aligns its columns.
func elementWidth(d *xml.Decoder, start xml.StartElement) (w float64, children []float64) {
	var cells []float64 // the widest of each column
	runes := 0
	for {
		t, err := d.Token()
		if err != nil {
			return 0, nil
		}
		switch t := t.(type) {
		case xml.CharData:
			runes += utf8.RuneCount(t)
		case xml.StartElement:
			child, inner := elementWidth(d, t)
			children = append(children, child)
			for i, c := range inner {
				if i == len(cells) {
					cells = append(cells, 0)
				}
				cells[i] = max(cells[i], c)
			}
		case xml.EndElement:
			return arranged(start, float64(runes)*glyph, children, cells), children
		}
	}
}

// arranged returns the width of an element from those of its text and children.
func arranged(start xml.StartElement, text float64, children, cells []float64) float64 {
	switch start.Name.Local {
	case "mo":
		return text + spaceAround(start)
	case "mspace":
		return em(start, "width", 0)
	case "mfrac", "mover", "munder", "munderover":
		return widest(children)
	case "msub", "msup", "msubsup":
		if len(children) > 0 {
			return children[0] + smaller*widest(children[1:])
		}
	case "msqrt", "mroot":
		return radical + sum(children)
	case "mtable":
		return sum(cells) + columns*float64(len(cells))
	}
	return text + sum(children)
}

// spaceAround returns the space on both sides of an operator.
func spaceAround(mo xml.StartElement) float64 {
	return em(mo, "lspace", around/2) + em(mo, "rspace", around/2)
}

// em returns the value of an attribute in em, or a default.
func em(start xml.StartElement, name string, missing float64) float64 {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			v, _ := strconv.ParseFloat(strings.TrimSuffix(a.Value, "em"), 64)
			return v
		}
	}
	return missing
}

func widest(widths []float64) float64 {
	w := 0.0
	for _, v := range widths {
		w = max(w, v)
	}
	return w
}

func sum(widths []float64) float64 {
	w := 0.0
	for _, v := range widths {
		w += v
	}
	return w
}
