// Module github.com/google/go-cmp@v0.7.0

package main

import (
	"fmt"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

type T struct {
	A int
	B []string
	c int
}

func main() {
	x, y := T{1, []string{"a"}, 1}, T{2, []string{"a", "b"}, 1}
	fmt.Println(cmp.Equal(x, x, cmpopts.IgnoreUnexported(T{})), len(cmp.Diff(x, y, cmp.AllowUnexported(T{}))) > 20)
	fmt.Println(cmp.Equal([]float64{1}, []float64{1.0001}, cmpopts.EquateApprox(0, 0.01)))
}
