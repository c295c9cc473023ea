// Command movie draws the animation in docs/README.md: a Gaussian process given ten points,
// as its lengthscale goes from short to long and back.
//
//	go run ./scripts/movie -out docs/lengthscale.gif
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/image/draw"
	"gonum.org/v1/plot"

	"krigo/display"
	kit "krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// The frames: lengthscales from shortest to longest in equal steps of their logarithms,
// shown for delay hundredths of a second each, and both ends for longer.
const (
	frames            = 22
	shortest, longest = 0.25, 6
	delay, rest       = 11, 80
	width, height     = 640, 360
	loops             = 9 // after the first; then it stops
)

var (
	xs = []float64{0.3, 0.9, 1.6, 2.4, 3.1, 4.4, 5.2, 6.6, 7.5, 8.8}
	ys = []float64{0.25, 0.72, 1.05, 0.6, 0.08, -0.9, -0.95, 0.3, 0.9, 0.5}
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("movie: ")
	out := flag.String("out", filepath.Join("docs", "lengthscale.gif"), "the `file` to write")
	flag.Parse()
	content, err := movie()
	if err == nil {
		err = os.WriteFile(*out, content, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d bytes\n", *out, len(content))
}

// movie returns the GIF.
func movie() ([]byte, error) {
	data, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		return nil, err
	}
	pictures := make([]image.Image, frames)
	for i := range pictures {
		l := shortest * math.Pow(longest/shortest, float64(i)/(frames-1))
		if pictures[i], err = picture(data, l); err != nil {
			return nil, err
		}
	}
	colors := colours()
	g := gif.GIF{LoopCount: loops}
	for i, p := range pictures {
		g.Image = append(g.Image, paletted(p, colors))
		g.Delay = append(g.Delay, delay)
		if i == 0 || i == frames-1 {
			g.Delay[i] = rest
		}
	}
	for i := frames - 2; i > 0; i-- {
		g.Image, g.Delay = append(g.Image, g.Image[i]), append(g.Delay, delay)
	}
	g.Image = changes(g.Image)
	var b bytes.Buffer
	err = gif.EncodeAll(&b, &g)
	return b.Bytes(), err
}

// picture returns the posterior at a lengthscale.
func picture(data gplib.Data, lengthscale float64) (image.Image, error) {
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(lengthscale)), Noise: gplib.Gaussian(0.01)}
	posterior, err := gplib.Condition(model, data)
	if err != nil {
		return nil, err
	}
	terms, err := posterior.Terms()
	if err != nil {
		return nil, err
	}
	p, err := posterior.Predict(cov.Grid(0, 10, 400))
	if err != nil {
		return nil, err
	}
	figure := display.Plot(panel(p)).Size(width, height).
		Title(fmt.Sprintf("lengthscale %.2f: log marginal likelihood %.1f", lengthscale, terms.Sum()))
	raw, err := figure.Encode("png")
	if err != nil {
		return nil, err
	}
	large, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(small, small.Bounds(), large, large.Bounds(), draw.Src, nil)
	return small, nil
}

// panel draws the mean of f, its 50 % and 95 % bands, and the data.
func panel(p gplib.Prediction) *plot.Plot {
	grid := make([]float64, len(p.Mean))
	for i := range grid {
		grid[i] = 10 * float64(i) / float64(len(grid)-1)
	}
	fig := display.NewPlot()
	fig.X.Label.Text, fig.Y.Label.Text = "x", "f(x)"
	for _, b := range []struct {
		probability float64
		color       color.Color
	}{{0.95, color.Gray{0xe6}}, {0.5, color.Gray{0xc9}}} {
		lower, upper := p.Interval(b.probability)
		fig.Add(kit.Band{X: grid, Lower: lower, Upper: upper, Color: b.color})
	}
	fig.Add(kit.Curve{X: grid, Y: p.Mean, Style: kit.Stroke(display.Color(0), 1.8)},
		kit.Dots{X: xs, Y: ys, Style: kit.DotStyle(len(xs), color.Gray{0x20})})
	fig.X.Min, fig.X.Max, fig.Y.Min, fig.Y.Max = 0, 10, -2.7, 2.7
	return fig
}

// colours returns shades of grey and of the curve's blue, which also blends with the bands,
// and at the end one that is not drawn.
func colours() color.Palette {
	var all color.Palette
	for _, grey := range []uint8{0x20, 0x50, 0x70, 0x90, 0xa8, 0xb8, 0xc9, 0xd8, 0xe6, 0xf2, 0xff} {
		all = append(all, color.Gray{grey})
	}
	blue := color.RGBAModel.Convert(display.Color(0)).(color.RGBA)
	for _, ground := range []float64{0xc9, 0xff} {
		for _, part := range []float64{0.3, 0.6, 1} {
			mix := func(c uint8) uint8 { return uint8(math.Round(part*float64(c) + (1-part)*ground)) }
			all = append(all, color.RGBA{mix(blue.R), mix(blue.G), mix(blue.B), 0xff})
		}
	}
	return append(all, color.Transparent)
}

// paletted returns a picture in the nearest colours.
func paletted(p image.Image, colors color.Palette) *image.Paletted {
	drawn := image.NewPaletted(p.Bounds(), colors[:len(colors)-1])
	draw.Draw(drawn, drawn.Bounds(), p, image.Point{}, draw.Src)
	drawn.Palette = colors
	return drawn
}

// changes removes from each frame but the first the pixels that equal those of the frame
// before.
func changes(frames []*image.Paletted) []*image.Paletted {
	smaller := slices.Clone(frames[:1])
	for i, f := range frames[1:] {
		c := image.NewPaletted(f.Rect, f.Palette)
		for at, index := range f.Pix {
			c.Pix[at] = index
			if index == frames[i].Pix[at] {
				c.Pix[at] = uint8(len(f.Palette) - 1)
			}
		}
		smaller = append(smaller, c)
	}
	return smaller
}
