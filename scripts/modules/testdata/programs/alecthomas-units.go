// Module github.com/alecthomas/units@v0.0.0-20240927000941-0f3dac36c52b

package main

import (
	"fmt"

	"github.com/alecthomas/units"
)

func main() {
	b, err := units.ParseBase2Bytes("1KB512B")
	fmt.Println(b, err, int64(b))
}
