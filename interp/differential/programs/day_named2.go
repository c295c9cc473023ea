package main

import (
	"fmt"
	"time"
)

type Stamp time.Time

func (s Stamp) String() string { return time.Time(s).Format("2006") }
func (s *Stamp) UnmarshalText(b []byte) error {
	t, err := time.Parse("2006", string(b))
	*s = Stamp(t)
	return err
}
func main() {
	var s Stamp
	fmt.Println(s.UnmarshalText([]byte("2020")), s.String())
	fmt.Println(s)
}
