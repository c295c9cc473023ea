// Module github.com/bitly/go-simplejson@v0.5.1

package main

import (
	"fmt"

	"github.com/bitly/go-simplejson"
)

func main() {
	j, err := simplejson.NewJson([]byte(`{"a":[1,"x"]}`))
	fmt.Println(j.Get("a").GetIndex(1).MustString(), err)
}
