// Module github.com/xwb1989/sqlparser@v0.0.0-20180606152119-120387863bf2

package main

import (
	"fmt"

	"github.com/xwb1989/sqlparser"
)

func main() {
	s, err := sqlparser.Parse("SELECT a, b FROM t WHERE x = 1")
	fmt.Println(sqlparser.String(s), err)
}
