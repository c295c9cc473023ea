// Module github.com/fxamacker/cbor/v2@v2.10.0

package main

import (
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

func main() {
	b, err := cbor.Marshal(map[string]int{"a": 1})
	var m map[string]int
	fmt.Printf("%x %v %v %v\n", b, err, cbor.Unmarshal(b, &m), m)
}
