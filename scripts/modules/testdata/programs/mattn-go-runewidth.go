// Module github.com/mattn/go-runewidth@v0.0.31

package main

import (
	"fmt"

	"github.com/mattn/go-runewidth"
)

func main() {
	fmt.Println(runewidth.StringWidth("つのだ☆HIRO"), runewidth.Truncate("つのだ☆HIRO", 6, "…"))
}
