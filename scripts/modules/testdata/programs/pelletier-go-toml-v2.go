// Module github.com/pelletier/go-toml/v2@v2.4.3

package main

import (
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

func main() {
	var c struct {
		V  int
		Xs []string
	}
	fmt.Println(toml.Unmarshal([]byte("V = 2\nXs = [\"a\", \"b\"]\n"), &c), c)
	b, err := toml.Marshal(c)
	fmt.Println(string(b), err)
}
