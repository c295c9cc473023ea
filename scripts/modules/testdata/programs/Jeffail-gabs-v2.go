// Module github.com/Jeffail/gabs/v2@v2.1.0

package main

import (
	"fmt"

	"github.com/Jeffail/gabs/v2"
)

func main() {
	g, err := gabs.ParseJSON([]byte(`{"a":{"b":[1,2]}}`))
	fmt.Println(g.Path("a.b.1").Data(), g.Exists("a", "c"), err)
}
