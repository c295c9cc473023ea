// Module github.com/skip2/go-qrcode@v0.0.0-20200617195104-da1b6568686e

package main

import (
	"fmt"

	"github.com/skip2/go-qrcode"
)

func main() {
	q, err := qrcode.New("hello", qrcode.Low)
	fmt.Println(q.ToSmallString(false), err)
}
