// Module github.com/fogleman/gg@v1.3.0

package main

import (
	"fmt"

	"github.com/fogleman/gg"
)

func main() {
	c := gg.NewContext(20, 20)
	c.SetRGB(1, 0, 0)
	c.DrawCircle(10, 10, 5)
	c.Fill()
	fmt.Println(c.Image().At(10, 10), c.Image().At(0, 0))
}
