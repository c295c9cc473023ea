// Module github.com/pierrec/lz4/v4@v4.1.33

package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/pierrec/lz4/v4"
)

func main() {
	var b bytes.Buffer
	w := lz4.NewWriter(&b)
	w.Write(bytes.Repeat([]byte("ab"), 100))
	fmt.Println(w.Close())
	d, err := io.ReadAll(lz4.NewReader(&b))
	fmt.Println(len(d), err)
}
