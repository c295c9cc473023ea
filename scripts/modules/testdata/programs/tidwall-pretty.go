// Module github.com/tidwall/pretty@v1.3.0

package main

import (
	"fmt"

	"github.com/tidwall/pretty"
)

func main() {
	fmt.Print(string(pretty.Pretty([]byte(`{"b":[1,2],"a":{"x":null}}`))))
	fmt.Println(string(pretty.Ugly([]byte("{ \"a\" : 1 }"))))
}
