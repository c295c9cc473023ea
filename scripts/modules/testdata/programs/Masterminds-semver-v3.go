// Module github.com/Masterminds/semver/v3@v3.5.0

package main

import (
	"fmt"

	"github.com/Masterminds/semver/v3"
)

func main() {
	v := semver.MustParse("1.2.3-beta.1+build345")
	c, err := semver.NewConstraint(">= 1.2.3, < 2.0.0 || > 4")
	fmt.Println(v.Major(), v.Prerelease(), v.IncMinor(), c.Check(semver.MustParse("1.9.0")), err)
}
