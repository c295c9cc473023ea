// Module github.com/fatih/camelcase@v1.0.0

package main

import (
	"fmt"

	"github.com/fatih/camelcase"
)

func main() {
	fmt.Println(camelcase.Split("PDFLoaderX509"))
}
