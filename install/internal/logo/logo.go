// Package logo draws krigo's logo: the posterior of a Gaussian process, its
// mean, its band of two standard deviations and its data. One drawing serves
// SVG and PNG.
package logo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/vector"
	"gonum.org/v1/gonum/mat"
)

// Points are in units of the logo's side, from its upper left corner.
type point struct{ x, y float64 }

// shape is a filled polygon.
type shape struct {
	fill    color.NRGBA
	outline []point
}

var (
	bandColor = color.NRGBA{0x9b, 0xdc, 0xee, 0xff}
	meanColor = color.NRGBA{0x00, 0x6d, 0x8f, 0xff}
	dataColor = color.NRGBA{0xce, 0x32, 0x62, 0xff}
)

const (
	steps      = 64    // points of the curve
	meanWidth  = 0.085 // of the curve's line
	dataRadius = 0.095
)

// data are the observations, with y upwards from the middle.
var data = []point{{0.2, -0.16}, {0.47, 0.22}, {0.83, -0.03}}

// posterior returns the mean and standard deviation of a Gaussian process with a
// squared-exponential covariance given data, at x.
func posterior(x float64) (mean, std float64) {
	const lengthscale, amplitude, noise = 0.17, 0.2, 0.035
	k := func(a, b float64) float64 {
		d := (a - b) / lengthscale
		return amplitude * amplitude * math.Exp(-d*d/2)
	}
	n := len(data)
	gram := mat.NewSymDense(n, nil)
	cross, y := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i, a := range data {
		for j := i; j < n; j++ {
			gram.SetSym(i, j, k(a.x, data[j].x))
		}
		gram.SetSym(i, i, gram.At(i, i)+noise*noise)
		cross.SetVec(i, k(x, a.x))
		y.SetVec(i, a.y)
	}
	var chol mat.Cholesky
	chol.Factorize(gram)
	var alpha, v mat.VecDense
	chol.SolveVecTo(&alpha, y)
	chol.SolveVecTo(&v, cross)
	return mat.Dot(cross, &alpha), math.Sqrt(max(k(x, x)-mat.Dot(cross, &v), 0))
}

// drawing returns the logo from back to front.
func drawing() []shape {
	const left, right = 0.05, 0.95
	var mean, upper, lower []point
	for i := range steps + 1 {
		x := left + (right-left)*float64(i)/steps
		m, s := posterior(x)
		mean = append(mean, point{x, 0.5 - m})
		upper = append(upper, point{x, 0.5 - m - 2*s})
		lower = append(lower, point{x, 0.5 - m + 2*s})
	}
	shapes := []shape{{bandColor, ribbon(upper, lower)}, {meanColor, stroke(mean, meanWidth)}}
	for _, p := range data {
		shapes = append(shapes, shape{dataColor, disc(point{p.x, 0.5 - p.y}, dataRadius)})
	}
	return shapes
}

// ribbon returns the outline between two lines.
func ribbon(a, b []point) []point {
	outline := append([]point{}, a...)
	for i := range b {
		outline = append(outline, b[len(b)-1-i])
	}
	return outline
}

// stroke returns the outline of a line of some width.
func stroke(line []point, width float64) []point {
	var left, right []point
	for i, p := range line {
		before, after := line[max(i-1, 0)], line[min(i+1, len(line)-1)]
		dx, dy := after.x-before.x, after.y-before.y
		half := width / 2 / math.Hypot(dx, dy)
		left = append(left, point{p.x - dy*half, p.y + dx*half})
		right = append(right, point{p.x + dy*half, p.y - dx*half})
	}
	return ribbon(left, right)
}

func disc(centre point, radius float64) []point {
	const corners = 32
	outline := make([]point, corners)
	for i := range outline {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		outline[i] = point{centre.x + radius*cos, centre.y + radius*sin}
	}
	return outline
}

// SVG returns the logo as a scalable image.
func SVG() []byte {
	const side = 64.0
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\">\n<title>krigo</title>\n", side, side)
	for _, s := range drawing() {
		fmt.Fprintf(&b, "<path fill=\"#%02x%02x%02x\" d=\"", s.fill.R, s.fill.G, s.fill.B)
		for i, p := range s.outline {
			fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], p.x*side, p.y*side)
		}
		b.WriteString("Z\"/>\n")
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// PNG returns the logo as an image of size by size pixels on a transparent
// ground.
func PNG(size int) ([]byte, error) {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	side := float32(size)
	for _, s := range drawing() {
		r := vector.NewRasterizer(size, size)
		for i, p := range s.outline {
			if i == 0 {
				r.MoveTo(float32(p.x)*side, float32(p.y)*side)
				continue
			}
			r.LineTo(float32(p.x)*side, float32(p.y)*side)
		}
		r.ClosePath()
		r.Draw(img, img.Bounds(), image.NewUniform(s.fill), image.Point{})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
