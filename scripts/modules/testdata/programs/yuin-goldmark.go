// Module github.com/yuin/goldmark@v1.8.7

package main

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

func main() {
	var b bytes.Buffer
	err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte("# A\n\n* x *y*\n* [l](u)\n\n|a|b|\n|-|-|\n|1|2|\n"), &b)
	fmt.Println(b.String(), err)
}
