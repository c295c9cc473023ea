// Module github.com/oklog/ulid/v2@v2.1.2

package main

import (
	"fmt"

	"github.com/oklog/ulid/v2"
)

func main() {
	id, err := ulid.Parse("01G65Z755AFWAKHE12NY0CQ9FH")
	fmt.Println(id, id.Time(), err)
}
