// Module github.com/robfig/cron/v3@v3.0.1

package main

import (
	"fmt"
	"time"

	"github.com/robfig/cron/v3"
)

func main() {
	s, err := cron.ParseStandard("30 3-6,20-23 * * *")
	fmt.Println(s.Next(time.Date(2020, 1, 1, 7, 0, 0, 0, time.UTC)), err)
}
