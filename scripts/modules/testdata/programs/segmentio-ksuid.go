// Module github.com/segmentio/ksuid@v1.0.4

package main

import (
	"fmt"

	"github.com/segmentio/ksuid"
)

func main() {
	k, err := ksuid.Parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv")
	fmt.Println(k.Timestamp(), k.Next(), err)
}
