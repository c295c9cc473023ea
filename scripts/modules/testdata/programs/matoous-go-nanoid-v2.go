// Module github.com/matoous/go-nanoid/v2@v2.1.0

package main

import (
	"fmt"

	"github.com/matoous/go-nanoid/v2"
)

func main() {
	id, err := gonanoid.Generate("a", 5)
	fmt.Println(id, err)
}
