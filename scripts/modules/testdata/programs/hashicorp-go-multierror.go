// Module github.com/hashicorp/go-multierror@v1.1.1

package main

import (
	"errors"
	"fmt"

	"github.com/hashicorp/go-multierror"
)

func main() {
	var all *multierror.Error
	all = multierror.Append(all, errors.New("one"), errors.New("two"))
	fmt.Println(all, all.Len())
}
