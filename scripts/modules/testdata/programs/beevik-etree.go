// Module github.com/beevik/etree@v1.8.1

package main

import (
	"fmt"

	"github.com/beevik/etree"
)

func main() {
	d := etree.NewDocument()
	fmt.Println(d.ReadFromString("<r><x n=\"1\"/></r>"), d.FindElement("//x").SelectAttrValue("n", ""))
	d.Indent(2)
	fmt.Println(d.WriteToString())
}
