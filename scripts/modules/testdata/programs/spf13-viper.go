// Module github.com/spf13/viper@v1.21.0

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/viper"
)

func main() {
	v := viper.New()
	v.SetConfigType("yaml")
	v.SetDefault("x", 1)
	fmt.Println(v.ReadConfig(strings.NewReader("a: 3\nb:\n  c: [1, 2]\n")), v.GetInt("a"), v.GetIntSlice("b.c"), v.Get("x"))
}
