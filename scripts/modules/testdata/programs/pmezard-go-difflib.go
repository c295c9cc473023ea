// Module github.com/pmezard/go-difflib@v1.0.0

package main

import (
	"fmt"

	"github.com/pmezard/go-difflib/difflib"
)

func main() {
	s, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines("a\nb\nc"), B: difflib.SplitLines("a\nx\nc"), FromFile: "l", ToFile: "r", Context: 1})
	fmt.Println(s, err)
}
