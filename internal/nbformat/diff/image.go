package diff

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif" // figures may be of any of these forms
	_ "image/jpeg"
	_ "image/png"
	"io"
	"strings"
)

// isPicture reports whether images of a type are made of pixels.
func isPicture(mimetype string) bool {
	return strings.HasPrefix(mimetype, "image/") && mimetype != "image/svg+xml"
}

// picture is an image of an output.
type picture struct {
	encoded string
	read    bool
	config  image.Config  // its size is 0 where it cannot be read
	pixels  *image.RGBA64 // nil where it cannot be read, or is too large
}

func newPicture(value any) *picture {
	encoded, _ := value.(string)
	return &picture{encoded: strings.TrimSpace(encoded)}
}

// An image is read if it has so many pixels, or so many for each of its bytes; a plane of one colour
// has thousands, and could take any memory.
const (
	freePixels    = 1 << 24
	pixelsPerByte = 64
)

// decode reads the image once.
func (p *picture) decode() *image.RGBA64 {
	if p.read {
		return p.pixels
	}
	p.read = true
	var err error
	if p.config, _, err = image.DecodeConfig(p.bytes()); err != nil {
		return nil
	}
	if int64(p.config.Width)*int64(p.config.Height) > freePixels+pixelsPerByte*int64(len(p.encoded)) {
		return nil
	}
	found, _, err := image.Decode(p.bytes())
	if err != nil {
		p.config = image.Config{}
		return nil
	}
	p.pixels = image.NewRGBA64(image.Rectangle{Max: found.Bounds().Size()})
	draw.Draw(p.pixels, p.pixels.Rect, found, found.Bounds().Min, draw.Src)
	return p.pixels
}

func (p *picture) bytes() io.Reader {
	return base64.NewDecoder(base64.StdEncoding, strings.NewReader(p.encoded))
}

// size is width and height in pixels, or "unreadable".
func (p *picture) size() string {
	p.decode()
	if p.config.Width == 0 {
		return "unreadable"
	}
	return fmt.Sprintf("%dx%d", p.config.Width, p.config.Height)
}

// equal reports whether two images have the same pixels, or the same bytes.
func (p *picture) equal(other *picture) bool {
	if p.encoded == other.encoded {
		return true
	}
	x, y := p.decode(), other.decode()
	return x != nil && y != nil && x.Rect == y.Rect && bytes.Equal(x.Pix, y.Pix)
}

// note describes how an image differs from its new version.
func (p *picture) note(other *picture) string {
	x, y := p.decode(), other.decode()
	if x == nil || y == nil || x.Rect != y.Rect {
		return fmt.Sprintf("image changed: %s -> %s", p.size(), other.size())
	}
	return fmt.Sprintf("image changed: %s, %.2g %% of pixels differ", p.size(), 100*differing(x.Pix, y.Pix))
}

// differing returns the part of pixels, of eight bytes each, that are not the same.
func differing(x, y []uint8) float64 {
	const bytesOfPixel = 8
	count := 0
	for i := 0; i < len(x); i += bytesOfPixel {
		if !bytes.Equal(x[i:i+bytesOfPixel], y[i:i+bytesOfPixel]) {
			count++
		}
	}
	return float64(count) / float64(len(x)/bytesOfPixel)
}
