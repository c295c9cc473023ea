// Module github.com/xuri/excelize/v2@v2.11.1

package main

import (
	"bytes"
	"fmt"
	"github.com/xuri/excelize/v2"
)

func main() {
	f := excelize.NewFile()
	fmt.Println(f.SetCellValue("Sheet1", "A1", 42), f.SetCellFormula("Sheet1", "A2", "=A1*2"))
	fmt.Println(f.CalcCellValue("Sheet1", "A2"))
	var b bytes.Buffer
	fmt.Println(f.Write(&b))
	g, err := excelize.OpenReader(&b)
	fmt.Println(err)
	fmt.Println(g.GetRows("Sheet1"))
}
