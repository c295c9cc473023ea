// Module github.com/Rhymond/go-money@v1.0.15

package main

import (
	"fmt"

	"github.com/Rhymond/go-money"
)

func main() {
	p := money.New(100, "GBP")
	x, err := p.Split(3)
	fmt.Println(p.Display(), len(x), x[0].Display(), err)
}
