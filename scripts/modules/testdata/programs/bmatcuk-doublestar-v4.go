// Module github.com/bmatcuk/doublestar/v4@v4.10.4

package main

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

func main() {
	fmt.Println(doublestar.Match("a/**/b*.{go,txt}", "a/x/y/bar.go"))
}
