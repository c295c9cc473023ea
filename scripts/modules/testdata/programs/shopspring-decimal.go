// Module github.com/shopspring/decimal@v1.6.0

package main

import (
	"encoding/json"
	"fmt"
	"github.com/shopspring/decimal"
)

func main() {
	p, err := decimal.NewFromString("136.02")
	q := decimal.NewFromInt(3)
	fmt.Println(p.Mul(q), p.Div(q), err, p.Sub(q).StringFixed(1), p)
	b, _ := json.Marshal(map[string]decimal.Decimal{"x": p})
	fmt.Println(string(b))
	fmt.Printf("%v %T %s\n", p, p, decimal.Sum(p, q, q))
	fmt.Println(decimal.NewFromFloat(2).Pow(decimal.NewFromInt(100)))
}
