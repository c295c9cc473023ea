// Module github.com/urfave/cli/v2@v2.27.7

package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"
)

func main() {
	app := &cli.App{
		Name: "tool", Usage: "does things", Version: "1.2", Writer: os.Stdout, ErrWriter: os.Stdout,
		ExitErrHandler: func(*cli.Context, error) {},
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "print `MORE`"},
			&cli.DurationFlag{Name: "wait", Value: time.Second},
		},
		Commands: []*cli.Command{{
			Name: "add", Aliases: []string{"a"}, Usage: "add numbers", ArgsUsage: "N...",
			Flags: []cli.Flag{
				&cli.IntSliceFlag{Name: "n", Required: true},
				&cli.StringFlag{Name: "format", Value: "%d", Category: "output"},
				&cli.Float64Flag{Name: "scale", Value: 1},
			},
			Before: func(c *cli.Context) error { fmt.Println("before", c.NArg()); return nil },
			Action: func(c *cli.Context) error {
				sum := 0
				for _, n := range c.IntSlice("n") {
					sum += n
				}
				fmt.Printf(c.String("format")+" %v %v %q\n", sum, c.Bool("verbose"), c.Duration("wait"), c.Args().Slice())
				if sum < 0 {
					return cli.Exit(errors.New("negative"), 3)
				}
				return nil
			},
		}},
	}
	app.HideVersion = true
	for _, args := range [][]string{
		{"tool", "add", "--n", "1", "--n", "2,3", "x", "y"},
		{"tool", "-v", "--wait", "2m", "a", "--n=-5", "--format", "<%d>"},
		{"tool", "add"},
		{"tool", "add", "--n", "x"},
		{"tool", "--nope"},
		{"tool", "help", "add"},
		{"tool", "--help"},
	} {
		err := app.Run(args)
		var exit cli.ExitCoder
		fmt.Println("=>", err, errors.As(err, &exit))
	}
}
