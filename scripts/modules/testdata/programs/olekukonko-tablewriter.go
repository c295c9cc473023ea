// Module github.com/olekukonko/tablewriter@v1.1.5

package main

import (
	"github.com/olekukonko/tablewriter"
	"os"
)

func main() {
	t := tablewriter.NewWriter(os.Stdout)
	t.Header("Name", "Age")
	t.Append("Ann", 3)
	t.Append("Bob", 44)
	t.Render()
}
