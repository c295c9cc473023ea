package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/pem"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"index/suffixarray"
	"mime"
	"os"
	"runtime"
	"strconv"
	"strings"
	"text/template/parse"
	"unicode/utf16"
)

type Canvas struct {
	*image.RGBA
	pen color.Color
}

func (c *Canvas) Line(x0, y0, x1, y1 int) {
	dx, dy := abs(x1-x0), -abs(y1-y0)
	sx, sy := sign(x1-x0), sign(y1-y0)
	for e := dx + dy; ; {
		c.Set(x0, y0, c.pen)
		if x0 == x1 && y0 == y1 {
			return
		}
		if e2 := 2 * e; e2 >= dy {
			e += dy
			x0 += sx
			if e2 <= dx {
				e += dx
				y0 += sy
			}
		} else if e2 <= dx {
			e += dx
			y0 += sy
		}
	}
}
func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

type checker struct{ image.Rectangle }

func (c checker) ColorModel() color.Model { return color.RGBAModel }
func (c checker) Bounds() image.Rectangle { return c.Rectangle }
func (c checker) At(x, y int) color.Color {
	if (x+y)%2 == 0 {
		return color.White
	}
	return hex("#102030")
}

type hex string

func (h hex) RGBA() (r, g, b, a uint32) {
	v, _ := strconv.ParseUint(string(h[1:]), 16, 32)
	return uint32(v>>16) * 0x101, uint32(v>>8&0xff) * 0x101, uint32(v&0xff) * 0x101, 0xffff
}

func main() {
	c := &Canvas{image.NewRGBA(image.Rect(0, 0, 8, 5)), hex("#ff0000")}
	draw.Draw(c, c.Bounds(), checker{c.Bounds()}, image.Point{}, draw.Src)
	c.Line(0, 0, 7, 4)
	c.Line(7, 0, 0, 4)
	for y := range 5 {
		for x := range 8 {
			r, _, _, _ := c.At(x, y).RGBA()
			g := c.RGBAAt(x, y).G
			fmt.Print(map[bool]string{true: "#", false: "."}[r == 0xffff && g == 0])
		}
		fmt.Println()
	}
	var buf bytes.Buffer
	fmt.Println(png.Encode(&buf, c))
	img, kind, err := image.Decode(&buf)
	fmt.Println(img.Bounds(), kind, err, img.At(0, 0), fmt.Sprintf("%x", sha256.Sum256(c.Pix))[:8])
	pal := image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.Black, hex("#ffffff"), color.RGBA{255, 0, 0, 255}})
	pal.Set(1, 1, hex("#ee1111"))
	fmt.Println(pal.Pix, pal.Palette.Index(hex("#eeeeee")), image.Pt(3, 4).In(c.Rect), c.SubImage(image.Rect(1, 1, 3, 3)).Bounds())
	fmt.Println(html.EscapeString("<a&'b'>"), html.UnescapeString("&lt;&eacute;"), mime.TypeByExtension(".html"))
	fmt.Println(utf16.Encode([]rune("a😀")), parse.IsEmptyTree(nil))
	out := make([]byte, 20)
	n := ascii85.Encode(out, []byte("hello"))
	fmt.Println(string(out[:n]))
	pem.Encode(os.Stdout, &pem.Block{Type: "T", Headers: map[string]string{"k": "v"}, Bytes: []byte("data")})
	ix := suffixarray.New([]byte("banana"))
	fmt.Println(len(ix.Lookup([]byte("ana"), -1)), runtime.GOOS, strings.HasPrefix(runtime.Version(), "go"))
}
