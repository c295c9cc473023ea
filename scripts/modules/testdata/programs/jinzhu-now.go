// Module github.com/jinzhu/now@v1.1.5

package main

import (
	"fmt"
	"time"

	"github.com/jinzhu/now"
)

func main() {
	t := time.Date(2013, 11, 18, 17, 51, 49, 0, time.UTC)
	fmt.Println(now.With(t).BeginningOfMonth(), now.With(t).EndOfWeek())
}
