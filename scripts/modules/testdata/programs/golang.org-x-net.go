// Module golang.org/x/net@v0.62.0

package main

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

func main() {
	z := html.NewTokenizer(strings.NewReader("<p class=a>Hi <b>x</b></p>"))
	for z.Next() != html.ErrorToken {
		fmt.Println(z.Token())
	}
}
