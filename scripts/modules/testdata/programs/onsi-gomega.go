// Module github.com/onsi/gomega@v1.44.0

package main

import (
	"fmt"

	"github.com/onsi/gomega"
)

func main() {
	g := gomega.NewGomega(func(m string, _ ...int) { fmt.Println("failed:", m) })
	fmt.Println(g.Expect(3).To(gomega.Equal(3)), g.Expect([]int{1}).To(gomega.ContainElement(2)))
}
