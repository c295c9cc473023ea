// Module go.uber.org/multierr@v1.11.0

package main

import (
	"errors"
	"fmt"

	"go.uber.org/multierr"
)

func main() {
	err := multierr.Combine(errors.New("a"), nil, errors.New("b"))
	fmt.Println(err, len(multierr.Errors(err)))
}
