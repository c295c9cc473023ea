// Module github.com/cockroachdb/apd/v3@v3.2.3

package main

import (
	"fmt"

	"github.com/cockroachdb/apd/v3"
)

func main() {
	var z apd.Decimal
	_, err := apd.BaseContext.WithPrecision(20).Quo(&z, apd.New(1, 0), apd.New(3, 0))
	fmt.Println(&z, err)
}
