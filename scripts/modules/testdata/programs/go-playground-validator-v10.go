// Module github.com/go-playground/validator/v10@v10.30.6

package main

import (
	"fmt"

	"github.com/go-playground/validator/v10"
)

func main() {
	type U struct {
		Email string `validate:"required,email"`
		Age   int    `validate:"gte=0,lte=130"`
	}
	fmt.Println(validator.New().Struct(U{"bad", 200}))
}
