// Module github.com/hashicorp/go-version@v1.9.0

package main

import (
	"fmt"

	"github.com/hashicorp/go-version"
)

func main() {
	v, err := version.NewVersion("1.3.0-beta1")
	c, _ := version.NewConstraint(">= 1.0, < 1.4")
	fmt.Println(v, err, c.Check(version.Must(version.NewVersion("1.3.5"))), c)
}
