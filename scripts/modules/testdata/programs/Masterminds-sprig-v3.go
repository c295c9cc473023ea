// Module github.com/Masterminds/sprig/v3@v3.3.0

package main

import (
	"fmt"
	"os"
	"text/template"

	"github.com/Masterminds/sprig/v3"
)

func main() {
	t := template.Must(template.New("t").Funcs(sprig.FuncMap()).Parse("{{ \"hello world\" | title | repeat 2 }} {{ list 1 2 3 | join \"-\" }}\n"))
	fmt.Println(t.Execute(os.Stdout, nil))
}
