// Module github.com/hashicorp/hcl@v1.0.0

package main

import (
	"fmt"

	"github.com/hashicorp/hcl"
)

func main() {
	var c struct {
		Name string
		Port int
	}
	fmt.Println(hcl.Decode(&c, "name = \"x\"\nport = 80\n"), c)
}
