// Module github.com/alecthomas/kong@v1.17.0

package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

func main() {
	var c struct {
		N    int    `short:"n" default:"3"`
		File string `arg:""`
	}
	p, err := kong.New(&c, kong.Name("x"))
	fmt.Println(err)
	_, err = p.Parse([]string{"-n", "5", "f.txt"})
	fmt.Println(c, err)
}
