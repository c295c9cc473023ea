// Module github.com/spf13/cast@v1.10.0

package main

import (
	"fmt"
	"github.com/spf13/cast"
)

func main() {
	fmt.Println(cast.ToInt("12"), cast.ToString(3.5), cast.ToStringSlice([]any{1, "a"}), cast.ToBool("true"), cast.ToDuration("3s"))
	_, err := cast.ToIntE("x")
	fmt.Println(err)
}
