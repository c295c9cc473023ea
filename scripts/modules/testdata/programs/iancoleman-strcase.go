// Module github.com/iancoleman/strcase@v0.3.0

package main

import (
	"fmt"

	"github.com/iancoleman/strcase"
)

func main() {
	fmt.Println(strcase.ToSnake("AnyKind of string"), strcase.ToLowerCamel("any_kind"), strcase.ToKebab("AnyKind"))
}
