// Module github.com/hako/durafmt@v0.0.0-20210608085754-5c1018a4e16b

package main

import (
	"fmt"
	"time"

	"github.com/hako/durafmt"
)

func main() {
	fmt.Println(durafmt.Parse(354*time.Hour + 22*time.Minute))
}
