// Module github.com/xeipuuv/gojsonschema@v1.2.0

package main

import (
	"fmt"
	"sort"

	"github.com/xeipuuv/gojsonschema"
)

const schema = `{
	"type": "object",
	"required": ["name", "age"],
	"properties": {
		"name": {"type": "string", "minLength": 3},
		"age": {"type": "integer", "minimum": 0, "maximum": 150},
		"mail": {"type": "string", "format": "email"},
		"tags": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true}
	},
	"additionalProperties": false
}`

func main() {
	s, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(schema))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, doc := range []string{
		`{"name": "Anna", "age": 3}`,
		`{"name": "An", "age": -1.5, "mail": "x", "tags": ["a", "a", "c"], "more": null}`,
		`[]`,
		`{"name": "Anna", "age": 151, "mail": "a@b.org"}`,
	} {
		result, err := s.Validate(gojsonschema.NewStringLoader(doc))
		if err != nil {
			fmt.Println(err)
			continue
		}
		var all []string
		for _, e := range result.Errors() {
			all = append(all, fmt.Sprint(e, " ", e.Type(), " ", e.Field(), " ", e.Value()))
		}
		sort.Strings(all)
		fmt.Println(result.Valid(), len(all))
		for _, text := range all {
			fmt.Println("  ", text)
		}
	}
	got, err := s.Validate(gojsonschema.NewGoLoader(map[string]any{"name": "Bob", "age": 7}))
	fmt.Println(got.Valid(), err)
}
