// Module github.com/gorilla/schema@v1.4.1

package main

import (
	"fmt"

	"github.com/gorilla/schema"
)

func main() {
	var v struct {
		Name string
		IDs  []int
	}
	fmt.Println(schema.NewDecoder().Decode(&v, map[string][]string{"Name": {"x"}, "IDs": {"1", "2"}}), v)
}
