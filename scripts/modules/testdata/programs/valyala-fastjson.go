// Module github.com/valyala/fastjson@v1.6.10

package main

import (
	"fmt"

	"github.com/valyala/fastjson"
)

func main() {
	v, err := fastjson.Parse(`{"a":[1,{"b":"c"}]}`)
	fmt.Println(string(v.GetStringBytes("a", "1", "b")), v.GetInt("a", "0"), err)
}
