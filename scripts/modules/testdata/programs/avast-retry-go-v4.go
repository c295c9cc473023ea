// Module github.com/avast/retry-go/v4@v4.7.0

package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
)

func main() {
	n := 0
	err := retry.Do(func() error { n++; return errors.New("no") }, retry.Attempts(3), retry.Delay(time.Millisecond))
	fmt.Println(n, err)
}
