// Module github.com/alecthomas/chroma/v2@v2.27.0

package main

import (
	"bytes"
	"fmt"

	"github.com/alecthomas/chroma/v2/quick"
)

func main() {
	var b bytes.Buffer
	err := quick.Highlight(&b, "package main\n", "go", "html", "github")
	fmt.Println(b.Len() > 100, err)
}
