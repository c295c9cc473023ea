// Module github.com/gobwas/glob@v1.1.0

package main

import (
	"fmt"

	"github.com/gobwas/glob"
)

func main() {
	g := glob.MustCompile("*.{github,gitlab}.com")
	fmt.Println(g.Match("api.github.com"), g.Match("x.org"))
}
