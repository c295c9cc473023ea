package gp

import (
	"fmt"
	"testing"

	"krigo/display/draw/drawtest"
)

// leastSizes are those of figures of many panels, which are not readable at the
// smallest one of gallerySizes.
var leastSizes = map[string][2]int{"grid": {720, 480}, "three": {480, 360}, "five": {560, 360}}

// Every figure can be read at its own size, small and large.
func TestEveryFigureCanBeReadAtAnySize(t *testing.T) {
	for name, f := range gallery() {
		t.Run(name, func(t *testing.T) { drawtest.Check(t, f) })
		for _, size := range gallerySizes {
			if least := leastSizes[name]; size[0] < least[0] {
				size = least
			}
			t.Run(fmt.Sprintf("%s at %d×%d", name, size[0], size[1]), func(t *testing.T) {
				drawtest.Check(t, f.Size(size[0], size[1]))
			})
		}
	}
}
