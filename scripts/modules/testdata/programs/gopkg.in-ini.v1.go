// Module gopkg.in/ini.v1@v1.68.0

package main

import (
	"fmt"

	"gopkg.in/ini.v1"
)

func main() {
	f, err := ini.Load([]byte("[a]\nx = 1\ny = two\n"))
	fmt.Println(f.Section("a").Key("x").MustInt(), f.Section("a").KeysHash(), err)
}
