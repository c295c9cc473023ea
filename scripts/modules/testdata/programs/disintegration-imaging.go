// Module github.com/disintegration/imaging@v1.6.2

package main

import (
	"fmt"
	"image"
	"image/color"

	"github.com/disintegration/imaging"
)

func main() {
	m := imaging.New(8, 8, color.NRGBA{200, 100, 0, 255})
	m2 := imaging.Resize(m, 4, 4, imaging.Lanczos)
	fmt.Println(m2.Bounds() == image.Rect(0, 0, 4, 4), m2.At(1, 1))
}
