// Module github.com/lestrrat-go/strftime@v1.2.0

package main

import (
	"fmt"
	"time"

	"github.com/lestrrat-go/strftime"
)

func main() {
	fmt.Println(strftime.Format("%Y-%m-%d %H:%M %A", time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)))
}
