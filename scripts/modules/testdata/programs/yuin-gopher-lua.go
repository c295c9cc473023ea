// Module github.com/yuin/gopher-lua@v1.1.2

package main

import (
	"fmt"

	"github.com/yuin/gopher-lua"
)

func main() {
	l := lua.NewState()
	defer l.Close()
	fmt.Println(l.DoString("x = 0; for i = 1, 10 do x = x + i end"), l.GetGlobal("x"))
}
