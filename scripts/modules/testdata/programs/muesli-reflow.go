// Module github.com/muesli/reflow@v0.3.0

package main

import (
	"fmt"

	"github.com/muesli/reflow/ansi"
	"github.com/muesli/reflow/dedent"
	"github.com/muesli/reflow/indent"
	"github.com/muesli/reflow/margin"
	"github.com/muesli/reflow/padding"
	"github.com/muesli/reflow/truncate"
	"github.com/muesli/reflow/wordwrap"
	"github.com/muesli/reflow/wrap"
)

func main() {
	const text = "The \x1b[31mquick brown\x1b[0m fox-like 動物 jumps\tover the lazy dog."
	fmt.Printf("%q\n%q\n", wordwrap.String(text, 12), wrap.String(text, 10))
	fmt.Printf("%q\n%q\n", indent.String("a\nb\x1b[1mc\x1b[0m\n", 3), padding.String("a\nbcd", 5))
	fmt.Printf("%q\n%q\n", truncate.StringWithTail(text, 14, "…"), truncate.String(text, 18))
	fmt.Printf("%q\n%q\n", dedent.String("\n    a\n      b\n    c\n"), margin.String("x y", 9, 2))
	fmt.Println(ansi.PrintableRuneWidth(text), ansi.PrintableRuneWidth("\x1b[38;5;249mé漢\x1b[0m"))
}
