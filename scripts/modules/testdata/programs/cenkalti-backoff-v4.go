// Module github.com/cenkalti/backoff/v4@v4.3.0

package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func main() {
	n := 0
	err := backoff.Retry(func() error {
		if n++; n < 3 {
			return errors.New("again")
		}
		return nil
	}, backoff.NewConstantBackOff(time.Millisecond))
	fmt.Println(n, err)
}
