//go:build ignore

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"strings"
)

type HSV struct{ H, S, V float64 }

func (c HSV) RGBA() (r, g, b, a uint32) {
	f := func(n float64) uint32 {
		k := n + c.H/60
		for k >= 6 {
			k -= 6
		}
		return uint32((c.V - c.V*c.S*max(0, min(k, 4-k, 1))) * 0xffff)
	}
	return f(5), f(3), f(1), 0xffff
}

var grey4 = color.ModelFunc(func(c color.Color) color.Color {
	if g, ok := c.(Grey4); ok {
		return g
	}
	return Grey4(color.GrayModel.Convert(c).(color.Gray).Y >> 6)
})

type Grey4 uint8

func (g Grey4) RGBA() (r, gr, b, a uint32) {
	v := uint32(g) * 0xffff / 3
	return v, v, v, 0xffff
}

type Checker struct {
	size, cell int
	a, b       color.Color
}

func (c Checker) ColorModel() color.Model { return color.RGBAModel }
func (c Checker) Bounds() image.Rectangle { return image.Rect(0, 0, c.size, c.size) }
func (c Checker) At(x, y int) color.Color {
	if (x/c.cell+y/c.cell)%2 == 0 {
		return c.a
	}
	return c.b
}

type Func struct {
	image.Rectangle
	f func(x, y int) color.Color
}

func (f Func) ColorModel() color.Model     { return grey4 }
func (f Func) Bounds() image.Rectangle     { return f.Rectangle }
func (f Func) At(x, y int) color.Color     { return grey4.Convert(f.f(x, y)) }
func (f Func) Set(x, y int, c color.Color) {}

type ascii struct {
	w, h int
	pix  []Grey4
	sets int
}

func (a *ascii) ColorModel() color.Model     { return grey4 }
func (a *ascii) Bounds() image.Rectangle     { return image.Rect(0, 0, a.w, a.h) }
func (a *ascii) At(x, y int) color.Color     { return a.pix[y*a.w+x] }
func (a *ascii) Set(x, y int, c color.Color) { a.sets++; a.pix[y*a.w+x] = grey4.Convert(c).(Grey4) }
func (a *ascii) String() string {
	var sb strings.Builder
	for i, p := range a.pix {
		sb.WriteByte(" .o#"[p])
		if i%a.w == a.w-1 {
			sb.WriteByte('\n')
		}
	}
	return sb.String()
}

func sum(m image.Image) (h uint32) {
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, a := m.At(x, y).RGBA()
			h = h*31 + r>>8 + g>>6 + bl>>4 + a
		}
	}
	return
}

func main() {
	red := HSV{0, 1, 1}
	for _, h := range []float64{0, 60, 120, 240, 300} {
		fmt.Print(color.RGBAModel.Convert(HSV{h, 1, 1}), color.GrayModel.Convert(HSV{h, 0.5, 0.5}), grey4.Convert(HSV{h, 1, 1}), " ")
	}
	fmt.Println()
	ch := Checker{8, 2, red, color.White}
	var buf bytes.Buffer
	fmt.Println(png.Encode(&buf, ch))
	m, err := png.Decode(&buf)
	fmt.Printf("%T %v %v %t\n", m, m.Bounds(), err, sum(m) == sum(ch))
	grad := Func{image.Rect(0, 0, 12, 4), func(x, y int) color.Color { return color.Gray{Y: uint8(x*20 + y*8)} }}
	a := &ascii{w: 12, h: 4, pix: make([]Grey4, 48)}
	draw.Draw(a, a.Bounds(), grad, image.Point{}, draw.Src)
	fmt.Print(a, a.sets, "\n")
	draw.Draw(a, image.Rect(2, 1, 6, 3), image.NewUniform(color.Black), image.Point{}, draw.Over)
	draw.DrawMask(a, a.Bounds(), image.White, image.Point{}, Checker{12, 3, color.Opaque, color.Transparent}, image.Point{}, draw.Over)
	fmt.Print(a, a.sets, "\n")
	pal := color.Palette{color.Black, red, Grey4(2), color.RGBA{0, 0, 255, 255}}
	fmt.Println(pal.Index(HSV{240, 0.9, 0.9}), pal.Convert(HSV{10, 1, 0.9}) == color.Color(red))
	pm := image.NewPaletted(image.Rect(0, 0, 4, 4), pal)
	draw.FloydSteinberg.Draw(pm, pm.Bounds(), grad, image.Pt(4, 0))
	buf.Reset()
	err = gif.EncodeAll(&buf, &gif.GIF{Image: []*image.Paletted{pm, pm}, Delay: []int{1, 2}})
	g, err2 := gif.DecodeAll(&buf)
	fmt.Println(err, err2, len(g.Image), g.Delay, g.Config.Width)
	_, name, err := image.Decode(strings.NewReader("not an image"))
	fmt.Printf("%q %v\n", name, err)
	fmt.Println(sum(image.NewRGBA(image.Rect(0, 0, 2, 2)).SubImage(image.Rect(1, 1, 5, 5))), image.Pt(3, 4).In(ch.Bounds()), grad.Intersect(ch.Bounds()))
}
