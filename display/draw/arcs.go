package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// withoutArcs returns p with its arcs replaced by cubic curves of at most a
// quarter turn each. With handles of 4/3·tan(angle/4) radii a curve is off
// by less than 0.0003 radii.
func withoutArcs(p vg.Path) vg.Path {
	out := make(vg.Path, 0, len(p))
	for _, part := range p {
		if part.Type == vg.ArcComp {
			out = appendArc(out, part)
		} else {
			out = append(out, part)
		}
	}
	return out
}

func appendArc(p vg.Path, arc vg.PathComp) vg.Path {
	on := func(angle, radii float64) vg.Point {
		sin, cos := math.Sincos(angle)
		return arc.Pos.Add(vg.Point{X: arc.Radius * vg.Length(cos*radii), Y: arc.Radius * vg.Length(sin*radii)})
	}
	if len(p) == 0 {
		p.Move(on(arc.Start, 1))
	} else {
		p.Line(on(arc.Start, 1))
	}
	n := math.Ceil(math.Abs(arc.Angle) / (math.Pi/2 + 1e-9))
	step := arc.Angle / n
	handle := 4.0 / 3 * math.Tan(step/4)
	turn, reach := math.Atan(handle), math.Hypot(1, handle)
	for i := range int(n) {
		from := arc.Start + float64(i)*step
		p.CubeTo(on(from+turn, reach), on(from+step-turn, reach), on(from+step, 1))
	}
	return p
}
