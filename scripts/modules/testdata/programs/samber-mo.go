// Module github.com/samber/mo@v1.16.0

package main

import (
	"fmt"

	"github.com/samber/mo"
)

func main() {
	fmt.Println(mo.Some(3).OrElse(1), mo.None[int]().OrElse(1), mo.Ok(2).MustGet())
}
