// Module github.com/go-logr/logr@v1.4.4

package main

import (
	"fmt"

	"github.com/go-logr/logr/funcr"
)

func main() {
	l := funcr.New(func(p, a string) { fmt.Println(p, a) }, funcr.Options{})
	l.WithName("x").Info("hi", "k", 1)
}
