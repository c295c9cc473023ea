// Module github.com/lucasb-eyer/go-colorful@v1.4.1

package main

import (
	"fmt"

	"github.com/lucasb-eyer/go-colorful"
)

func main() {
	c, err := colorful.Hex("#517ab8")
	h, s, v := c.Hsv()
	fmt.Printf("%.3f %.3f %.3f %v\n", h, s, v, err)
	fmt.Println(c.BlendLab(colorful.Color{R: 1}, 0.5).Clamped().Hex())
}
