// Module github.com/araddon/dateparse@v0.0.0-20210429162001-6b43995a97de

package main

import (
	"fmt"

	"github.com/araddon/dateparse"
)

func main() {
	fmt.Println(dateparse.ParseAny("May 8, 2009 5:57:51 PM"))
	fmt.Println(dateparse.ParseAny("oct. 7, 1970"))
}
