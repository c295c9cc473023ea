// Module gopkg.in/yaml.v2@v2.4.0

package main

import (
	"fmt"

	"gopkg.in/yaml.v2"
)

func main() {
	var v struct{ A []int }
	fmt.Println(yaml.Unmarshal([]byte("a: [1, 2]\n"), &v), v)
	b, err := yaml.Marshal(v)
	fmt.Print(string(b), err, "\n")
}
