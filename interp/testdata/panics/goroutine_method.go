package main

import (
	"errors"
	"time"
)

type T struct{ n int }

func (t *T) set(v int) {
	t.n = v
}

func main() {
	go func() {
		var t *T
		t.set(3)
	}()
	time.Sleep(time.Second)
	panic(errors.New("late"))
}
