// Module github.com/jinzhu/inflection@v1.0.0

package main

import (
	"fmt"

	"github.com/jinzhu/inflection"
)

func main() {
	fmt.Println(inflection.Plural("person"), inflection.Singular("bananas"))
}
