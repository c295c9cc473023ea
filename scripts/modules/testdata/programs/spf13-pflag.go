// Module github.com/spf13/pflag@v1.1.0

package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

func main() {
	f := pflag.NewFlagSet("x", pflag.ContinueOnError)
	n := f.IntP("num", "n", 1, "how many")
	s := f.StringSlice("s", nil, "list")
	fmt.Println(f.Parse([]string{"-n7", "--s=a,b", "rest"}), *n, *s, f.Args())
	fmt.Print(f.FlagUsages())
}
