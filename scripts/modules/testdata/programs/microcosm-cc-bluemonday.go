// Module github.com/microcosm-cc/bluemonday@v1.0.27

package main

import (
	"fmt"

	"github.com/microcosm-cc/bluemonday"
)

func main() {
	fmt.Println(bluemonday.UGCPolicy().Sanitize(`<a onblur="x" href="http://e.com">l</a><script>alert(1)</script>`))
}
