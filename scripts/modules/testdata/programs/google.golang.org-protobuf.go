// Module google.golang.org/protobuf@v1.36.12

package main

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

func main() {
	b := protowire.AppendTag(nil, 1, protowire.VarintType)
	b = protowire.AppendVarint(b, 300)
	fmt.Println(b)
	fmt.Println(protowire.ConsumeField(b))
}
