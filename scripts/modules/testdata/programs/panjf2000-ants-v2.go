// Module github.com/panjf2000/ants/v2@v2.12.1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/panjf2000/ants/v2"
)

func main() {
	var n atomic.Int64
	var wg sync.WaitGroup
	p, err := ants.NewPool(3)
	for i := range 10 {
		wg.Add(1)
		p.Submit(func() { n.Add(int64(i)); wg.Done() })
	}
	wg.Wait()
	p.Release()
	fmt.Println(n.Load(), err)
}
