// Module github.com/stretchr/testify@v1.12.1

package main

import (
	"fmt"
	"github.com/stretchr/testify/assert"
	"regexp"
)

type T struct{}

func (T) Errorf(f string, a ...any) {
	s := fmt.Sprintf(f, a...)
	fmt.Println(regexp.MustCompile(`(?s)Error Trace:.*Error: `).ReplaceAllString(s, "Error: "))
}

func main() {
	a := assert.New(T{})
	fmt.Println(a.Equal(1, 1), a.Equal([]int{1, 2}, []int{1, 3}), a.Contains("hello", "ell"), a.InDelta(1, 1.1, 0.2), a.ElementsMatch([]int{1, 2}, []int{2, 1}))
	fmt.Println(assert.ObjectsAreEqual(map[string]int{"a": 1}, map[string]int{"a": 1}))
}
