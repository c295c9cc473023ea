// Module gopkg.in/yaml.v3@v3.0.1

package main

import (
	"fmt"
	"gopkg.in/yaml.v3"
)

type T struct {
	A string
	B struct {
		RenamedC int   `yaml:"c"`
		D        []int `yaml:",flow"`
	}
}

func main() {
	var t T
	err := yaml.Unmarshal([]byte("a: Easy!\nb:\n  c: 2\n  d: [3, 4]\n"), &t)
	fmt.Println(t, err)
	m := map[string]any{}
	fmt.Println(yaml.Unmarshal([]byte("x: 1\ny: [a, b]\nz: {k: 2.5, t: 2001-01-02}"), &m), m)
	out, err := yaml.Marshal(&t)
	fmt.Print(string(out), err, "\n")
	fmt.Println(yaml.Unmarshal([]byte("a: [1\n"), &t))
}
