// Module github.com/fatih/structtag@v1.2.0

package main

import (
	"fmt"

	"github.com/fatih/structtag"
)

func main() {
	t, err := structtag.Parse(`json:"foo,omitempty" xml:"bar"`)
	j, _ := t.Get("json")
	fmt.Println(j.Name, j.Options, t, err)
}
