// Module github.com/kr/text@v0.2.0

package main

import (
	"fmt"

	"github.com/kr/text"
)

func main() {
	fmt.Println(text.Wrap("the quick brown fox jumps", 10), text.Indent("a\nb", "> "))
}
