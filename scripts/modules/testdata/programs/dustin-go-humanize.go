// Module github.com/dustin/go-humanize@v1.1.0

package main

import (
	"fmt"
	"github.com/dustin/go-humanize"
)

func main() {
	fmt.Println(humanize.Bytes(82854982), humanize.Comma(6582491), humanize.Ordinal(193), humanize.SI(0.00000000223, "M"))
	fmt.Println(humanize.ParseBytes("42 MB"))
}
