package mime

import (
	"fmt"
	"image"

	"krigo/cell"
	"krigo/display/internal/smallpng"
)

func init() { Register(func(img image.Image) any { return imageBundle(img) }) }

// imageBundle shows img as PNG at its own size.
func imageBundle(img image.Image) cell.Bundle {
	size := img.Bounds().Size()
	text := fmt.Sprintf("<image, %d×%d>", size.X, size.Y)
	data, err := smallpng.Encode(img)
	if err != nil {
		return Failed(fmt.Errorf("display: %s: %w", text, err))
	}
	return cell.Bundle{Data: map[string]any{TypePlain: text, TypePNG: data}}
}
