package display

import (
	"fmt"
	"image"
	"reflect"
)

// imageBundle shows img as PNG at its own size.
func imageBundle(img image.Image) Bundle {
	if isNil(img) {
		return Bundle{}
	}
	size := img.Bounds().Size()
	text := fmt.Sprintf("<image, %d×%d>", size.X, size.Y)
	data, err := encodePNG(img)
	if err != nil {
		return failed(fmt.Errorf("display: %s: %w", text, err))
	}
	return Bundle{Data: map[string]any{mimePlain: text, mimePNG: data}}
}

// isNil tells whether v is nil or a nil pointer.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}
