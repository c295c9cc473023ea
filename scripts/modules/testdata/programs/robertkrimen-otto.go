// Module github.com/robertkrimen/otto@v0.5.1

package main

import (
	"fmt"

	"github.com/robertkrimen/otto"
)

func main() {
	v, err := otto.New().Run("var s = 0; for (var i = 0; i < 10; i++) s += i; s")
	fmt.Println(v, err)
}
