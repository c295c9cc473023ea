// Module golang.org/x/text@v0.44.0

package main

import (
	"fmt"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

func main() {
	message.NewPrinter(language.German).Printf("%d %.2f\n", 1234567, 1234.5)
	fmt.Println(language.MustParse("en-Latn-us"))
}
