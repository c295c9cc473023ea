// Module github.com/d5/tengo/v2@v2.17.0

package main

import (
	"context"
	"fmt"

	"github.com/d5/tengo/v2"
)

func main() {
	v, err := tengo.Eval(context.Background(), "a * 2 + 1", map[string]interface{}{"a": 20})
	fmt.Println(v, err)
}
