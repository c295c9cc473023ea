// Module github.com/mitchellh/mapstructure@v1.5.0

package main

import (
	"fmt"
	"github.com/mitchellh/mapstructure"
)

type Person struct {
	Name  string
	Age   int
	Mail  []string
	Extra map[string]string
}

func main() {
	var p Person
	err := mapstructure.Decode(map[string]any{"name": "M", "age": 91, "mail": []string{"a", "b"}, "extra": map[string]string{"t": "x"}}, &p)
	fmt.Printf("%#v %v\n", p, err)
	fmt.Println(mapstructure.Decode(map[string]any{"name": 123}, &p))
}
