// Module github.com/alecthomas/participle/v2@v2.1.4

package main

import (
	"fmt"
	"github.com/alecthomas/participle/v2"
)

type G struct {
	Props []*P `@@*`
}
type P struct {
	Key   string `@Ident "="`
	Value string `@(String|Int)`
}

func main() {
	p, err := participle.Build[G](participle.Unquote("String"))
	fmt.Println(err)
	g, err := p.ParseString("", `a = "b" c = 3`)
	fmt.Println(err)
	for _, x := range g.Props {
		fmt.Println(*x)
	}
}
