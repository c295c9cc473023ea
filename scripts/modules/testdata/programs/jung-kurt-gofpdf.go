// Module github.com/jung-kurt/gofpdf@v1.16.2

package main

import (
	"bytes"
	"fmt"

	"github.com/jung-kurt/gofpdf"
)

func main() {
	p := gofpdf.New("P", "mm", "A4", "")
	p.AddPage()
	p.SetFont("Arial", "B", 16)
	p.Cell(40, 10, "Hello")
	var b bytes.Buffer
	fmt.Println(p.Output(&b), b.Len() > 500)
}
