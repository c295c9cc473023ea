// Module github.com/fatih/color@v1.19.0

package main

import (
	"fmt"
	"github.com/fatih/color"
)

func main() {
	color.NoColor = false
	red := color.New(color.FgRed, color.Bold).SprintFunc()
	fmt.Printf("%q\n", red("hi"))
	fmt.Printf("%q\n", color.GreenString("x %d", 3))
}
