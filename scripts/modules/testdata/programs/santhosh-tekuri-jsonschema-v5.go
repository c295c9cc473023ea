// Module github.com/santhosh-tekuri/jsonschema/v5@v5.3.1

package main

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

func main() {
	s, err := jsonschema.CompileString("s.json", `{"type":"object","required":["a"]}`)
	fmt.Println(err, s.Validate(map[string]any{}) != nil, s.Validate(map[string]any{"a": 1}))
}
