// Module github.com/mattn/go-isatty@v0.0.24

package main

import (
	"fmt"

	"github.com/mattn/go-isatty"
)

func main() {
	fmt.Println(isatty.IsTerminal(99), isatty.IsCygwinTerminal(99))
}
