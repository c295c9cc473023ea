// Module github.com/MakeNowJust/heredoc/v2@v2.0.1

package main

import (
	"fmt"

	"github.com/MakeNowJust/heredoc/v2"
)

func main() {
	fmt.Print(heredoc.Doc("\n\t\tfirst\n\t\t  second\n"))
}
