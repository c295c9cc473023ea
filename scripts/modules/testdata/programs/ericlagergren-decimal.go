// Module github.com/ericlagergren/decimal@v0.0.0-20190204014639-71cf34b7c2b5

package main

import (
	"fmt"

	"github.com/ericlagergren/decimal"
)

func main() {
	x, _ := new(decimal.Big).SetString("1.5")
	fmt.Println(new(decimal.Big).Mul(x, decimal.New(3, 0)))
}
