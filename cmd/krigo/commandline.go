package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/internal/exit"
	"krigo/internal/words"
)

// wantArgs refuses fewer arguments than least and more than most.
func wantArgs(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s: want %s, got %d", cmd.Name(), what, len(args))
		}
		return nil
	}
}

// obey executes a command line. A failure before a command begins is wrong use: cobra has then refused
// the command, its arguments or its flags.
func obey(ctx context.Context, root *cobra.Command) error {
	began := false
	eachCommand(root, func(c *cobra.Command) {
		if run := c.RunE; run != nil {
			c.RunE = func(c *cobra.Command, args []string) error {
				began = true
				return run(c, args)
			}
		}
	})
	root.SetFlagErrorFunc(flagError)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil || began {
		return err
	}
	return exit.Misusef("%s\n(%s --help shows its usage)", strings.TrimSpace(err.Error()), cmd.CommandPath())
}

func eachCommand(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		eachCommand(sub, do)
	}
}

// flagError adds to the error of an unknown flag the one that may be meant.
func flagError(c *cobra.Command, err error) error {
	unknown := (*pflag.NotExistError)(nil)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := words.Nearest(unknown.GetSpecifiedName(), names); name != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, name)
	}
	return err
}
