// Module github.com/json-iterator/go@v1.1.12

package main

import (
	"fmt"
	jsoniter "github.com/json-iterator/go"
)

type T struct {
	A int      `json:"a"`
	B []string `json:"b,omitempty"`
}

func main() {
	b, err := jsoniter.Marshal(T{1, []string{"x"}})
	var t T
	fmt.Println(string(b), err, jsoniter.Unmarshal([]byte(`{"a":5,"b":["q"]}`), &t), t)
}
