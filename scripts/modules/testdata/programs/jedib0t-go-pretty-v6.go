// Module github.com/jedib0t/go-pretty/v6@v6.9.2

package main

import (
	"fmt"
	"github.com/jedib0t/go-pretty/v6/table"
)

func main() {
	t := table.NewWriter()
	t.AppendHeader(table.Row{"#", "Name"})
	t.AppendRows([]table.Row{{1, "A"}, {2, "B"}})
	t.AppendFooter(table.Row{"", "x"})
	fmt.Println(t.Render())
	fmt.Println(t.RenderMarkdown())
}
