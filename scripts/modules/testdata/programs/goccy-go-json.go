// Module github.com/goccy/go-json@v0.12.0

package main

import (
	"fmt"

	"github.com/goccy/go-json"
)

func main() {
	var v map[string]any
	fmt.Println(json.Unmarshal([]byte(`{"a":[1,2]}`), &v), v)
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
}
