// Module github.com/klauspost/compress@v1.20.4

package main

import (
	"bytes"
	"fmt"
	"github.com/klauspost/compress/zstd"
)

func main() {
	e, err := zstd.NewWriter(nil)
	b := e.EncodeAll(bytes.Repeat([]byte("hello "), 1000), nil)
	d, _ := zstd.NewReader(nil)
	out, err2 := d.DecodeAll(b, nil)
	fmt.Println(len(b) < 200, len(out), err, err2)
}
