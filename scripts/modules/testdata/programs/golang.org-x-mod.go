// Module golang.org/x/mod@v0.43.0

package main

import (
	"fmt"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

func main() {
	f, err := modfile.Parse("go.mod", []byte("module m\n\nrequire a.b/c v1.0.0\n"), nil)
	fmt.Println(f.Require[0].Mod, err, semver.Compare("v1.2.0", "v1.10.0"))
}
