// Module github.com/andybalholm/brotli@v1.3.0

package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

func main() {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	w.Write(bytes.Repeat([]byte("ab"), 100))
	fmt.Println(w.Close(), b.Len() < 60)
	d, err := io.ReadAll(brotli.NewReader(&b))
	fmt.Println(len(d), err)
}
