package display

import (
	"fmt"
	"testing"

	"krigo/display/drawtest"
)

// Every figure can be read at its own size, small and large.
func TestEveryFigureCanBeReadAtAnySize(t *testing.T) {
	for name, f := range gallery() {
		t.Run(name, func(t *testing.T) { drawtest.Check(t, f) })
		for _, size := range sizesOf(name) {
			t.Run(fmt.Sprintf("%s at %d×%d", name, size[0], size[1]), func(t *testing.T) {
				drawtest.Check(t, f.Size(size[0], size[1]))
			})
		}
	}
}
