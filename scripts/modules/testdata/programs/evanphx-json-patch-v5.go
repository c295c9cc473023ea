// Module github.com/evanphx/json-patch/v5@v5.9.11

package main

import (
	"fmt"

	"github.com/evanphx/json-patch/v5"
)

func main() {
	p, err := jsonpatch.DecodePatch([]byte(`[{"op":"replace","path":"/a","value":2}]`))
	fmt.Println(err)
	out, err := p.Apply([]byte(`{"a":1,"b":3}`))
	fmt.Println(string(out), err)
}
