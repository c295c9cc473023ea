package draw

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// textOutlines is a canvas that draws text as filled outlines, so that an SVG or
// PDF file looks the same everywhere and carries no font.
type textOutlines struct{ vg.Canvas }

// FillString fills the glyphs of s, its baseline beginning at pt. A glyph that
// the font lacks is left out.
func (o textOutlines) FillString(face font.Face, pt vg.Point, s string) {
	var buf sfnt.Buffer
	var path vg.Path
	for i, r := range s {
		index, err := face.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		units := fixed.Int26_6(face.Face.UnitsPerEm())
		segments, err := face.Face.LoadGlyph(&buf, index, units, nil)
		if err != nil {
			continue
		}
		origin := pt.Add(vg.Point{X: face.Width(s[:i])})
		path = appendGlyph(path, segments, origin, face.Font.Size/vg.Length(units))
	}
	if len(path) > 0 {
		o.Fill(path)
	}
}

// appendGlyph adds a glyph's contours. Its y axis points down, the canvas's
// up.
func appendGlyph(path vg.Path, segments sfnt.Segments, origin vg.Point, scale vg.Length) vg.Path {
	at := func(p fixed.Point26_6) vg.Point {
		return origin.Add(vg.Point{X: vg.Length(p.X) * scale, Y: -vg.Length(p.Y) * scale})
	}
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	if len(segments) > 0 {
		path.Close()
	}
	return path
}
