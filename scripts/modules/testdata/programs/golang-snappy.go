// Module github.com/golang/snappy@v1.0.0

package main

import (
	"bytes"
	"fmt"

	"github.com/golang/snappy"
)

func main() {
	e := snappy.Encode(nil, bytes.Repeat([]byte("ab"), 100))
	d, err := snappy.Decode(nil, e)
	fmt.Println(len(e) < 50, len(d), err)
}
