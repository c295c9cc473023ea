// Module github.com/go-logfmt/logfmt@v0.6.1

package main

import (
	"fmt"
	"strings"

	"github.com/go-logfmt/logfmt"
)

func main() {
	d := logfmt.NewDecoder(strings.NewReader("a=1 b=\"x y\"\n"))
	for d.ScanRecord() {
		for d.ScanKeyval() {
			fmt.Printf("%s=%s\n", d.Key(), d.Value())
		}
	}
	fmt.Println(d.Err())
}
