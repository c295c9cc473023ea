// Module github.com/russross/blackfriday/v2@v2.1.0

package main

import (
	"fmt"

	"github.com/russross/blackfriday/v2"
)

func main() {
	fmt.Println(string(blackfriday.Run([]byte("# Title\n\nSome *text* and `code`.\n"))))
}
