// Module github.com/looplab/fsm@v1.0.3

package main

import (
	"context"
	"fmt"

	"github.com/looplab/fsm"
)

func main() {
	f := fsm.NewFSM("closed", fsm.Events{{Name: "open", Src: []string{"closed"}, Dst: "open"}}, nil)
	fmt.Println(f.Current(), f.Event(context.Background(), "open"), f.Current(), f.Can("open"))
}
