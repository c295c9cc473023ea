// Module github.com/BurntSushi/toml@v1.6.0

package main

import (
	"fmt"
	"github.com/BurntSushi/toml"
	"os"
)

type C struct {
	Title string
	Owner struct{ Name string }
	Ports []int
}

func main() {
	var c C
	md, err := toml.Decode("title = \"x\"\nports = [1,2]\n[owner]\nname=\"n\"\n", &c)
	fmt.Println(c, md.Keys(), err)
	toml.NewEncoder(os.Stdout).Encode(c)
	_, err = toml.Decode("a = ", &c)
	fmt.Println(err)
}
