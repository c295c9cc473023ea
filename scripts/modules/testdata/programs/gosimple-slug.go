// Module github.com/gosimple/slug@v1.15.0

package main

import (
	"fmt"

	"github.com/gosimple/slug"
)

func main() {
	fmt.Println(slug.Make("Hellö Wörld хелло ворлд"), slug.IsSlug("a-b"))
}
