// Module github.com/antchfx/xmlquery@v1.5.2

package main

import (
	"fmt"
	"strings"

	"github.com/antchfx/xmlquery"
)

func main() {
	d, err := xmlquery.Parse(strings.NewReader("<a><b i=\"1\">x</b><b i=\"2\">y</b></a>"))
	fmt.Println(xmlquery.FindOne(d, "//b[@i=2]").InnerText(), err)
}
