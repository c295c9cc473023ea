// Module github.com/spf13/cobra@v1.10.2

package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	var n int
	c := &cobra.Command{Use: "app", Run: func(cmd *cobra.Command, args []string) { fmt.Println(args, n) }}
	c.Flags().IntVarP(&n, "num", "n", 1, "how many")
	c.SetArgs([]string{"-n", "3", "x"})
	fmt.Println(c.Execute())
	c.SetOut(os.Stdout)
	c.SetArgs([]string{"--help"})
	fmt.Println(c.Execute())
}
