// Module github.com/pkg/errors@v0.9.1

package main

import (
	"fmt"
	"github.com/pkg/errors"
)

func main() {
	err := errors.Wrap(errors.New("inner"), "outer")
	fmt.Println(err, errors.Cause(err))
	fmt.Printf("%T\n", err)
}
