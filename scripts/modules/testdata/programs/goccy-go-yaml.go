// Module github.com/goccy/go-yaml@v1.19.2

package main

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

func main() {
	var v struct {
		A int
		B []string
	}
	fmt.Println(yaml.Unmarshal([]byte("a: 1\nb:\n- x\n- y\n"), &v), v)
	out, err := yaml.Marshal(v)
	fmt.Println(string(out), err)
}
