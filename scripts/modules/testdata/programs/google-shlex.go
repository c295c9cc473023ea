// Module github.com/google/shlex@v0.0.0-20191202100458-e7afc7fbc510

package main

import (
	"fmt"

	"github.com/google/shlex"
)

func main() {
	fmt.Println(shlex.Split("one \"two three\" four # c"))
}
