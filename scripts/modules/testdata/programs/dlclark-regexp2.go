// Module github.com/dlclark/regexp2@v1.12.0

package main

import (
	"fmt"

	"github.com/dlclark/regexp2"
)

func main() {
	m, err := regexp2.MustCompile(`(?<=a)b(\d+)`, 0).FindStringMatch("xab123")
	fmt.Println(m, m.GroupByNumber(1), err)
}
