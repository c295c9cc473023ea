// Module github.com/gofrs/uuid/v5@v5.5.1

package main

import (
	"fmt"

	"github.com/gofrs/uuid/v5"
)

func main() {
	fmt.Println(uuid.NewV5(uuid.NamespaceDNS, "x"), uuid.FromStringOrNil("bad"))
}
