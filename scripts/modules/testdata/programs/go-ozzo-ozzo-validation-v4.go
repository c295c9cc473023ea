// Module github.com/go-ozzo/ozzo-validation/v4@v4.4.1

package main

import (
	"fmt"

	"github.com/go-ozzo/ozzo-validation/v4"
)

func main() {
	fmt.Println(validation.Validate("x", validation.Required, validation.Length(5, 100)))
}
