// Module github.com/tidwall/gjson@v1.20.3

package main

import (
	"fmt"
	"github.com/tidwall/gjson"
)

const json = `{"name":{"first":"Janet","last":"Prichard"},"age":47,"friends":[{"n":"a","v":1},{"n":"b","v":2}]}`

func main() {
	fmt.Println(gjson.Get(json, "name.last"), gjson.Get(json, "friends.#.n"), gjson.Get(json, `friends.#(v>1).n`), gjson.Get(json, "age").Int())
	gjson.Parse(json).ForEach(func(k, v gjson.Result) bool { fmt.Println(k, v.Type); return true })
	fmt.Println(gjson.Valid(json), gjson.Get(json, "@pretty"))
}
