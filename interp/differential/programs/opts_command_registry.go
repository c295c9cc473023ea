//go:build ignore

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
)

type Context struct {
	Args  []string
	Out   io.Writer
	Flags map[string]string
	Vars  map[string]int
}

type Command struct {
	Name    string
	Aliases []string
	Help    string
	MinArgs int
	Run     func(*Context) error
	Sub     []*Command
}

type usageError struct{ cmd, why string }

func (u *usageError) Error() string { return u.cmd + ": " + u.why }

var errQuit = errors.New("quit")

func (c *Command) find(name string) *Command {
	for _, s := range c.Sub {
		if s.Name == name {
			return s
		}
		for _, a := range s.Aliases {
			if a == name {
				return s
			}
		}
	}
	return nil
}

func (c *Command) Execute(ctx *Context) error {
	if len(ctx.Args) > 0 {
		if sub := c.find(ctx.Args[0]); sub != nil {
			ctx.Args = ctx.Args[1:]
			return sub.Execute(ctx)
		}
	}
	if c.Run == nil {
		if len(ctx.Args) == 0 {
			return c.help(ctx.Out)
		}
		return &usageError{c.Name, "unknown command " + strconv.Quote(ctx.Args[0])}
	}
	var rest []string
	for _, a := range ctx.Args {
		if k, v, ok := strings.Cut(strings.TrimPrefix(a, "--"), "="); ok && strings.HasPrefix(a, "--") {
			ctx.Flags[k] = v
			continue
		}
		rest = append(rest, a)
	}
	if ctx.Args = rest; len(rest) < c.MinArgs {
		return &usageError{c.Name, fmt.Sprintf("needs %d args, got %d", c.MinArgs, len(rest))}
	}
	return c.Run(ctx)
}

func (c *Command) help(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, '.', 0)
	for _, s := range c.Sub {
		names := append([]string{s.Name}, s.Aliases...)
		fmt.Fprintf(tw, "  %s\t%s\n", strings.Join(names, ","), s.Help)
	}
	return tw.Flush()
}

func arith(name string, f func(a, b int) int) *Command {
	return &Command{Name: name, Help: name + " two or more numbers", MinArgs: 2, Run: func(c *Context) error {
		acc := 0
		for i, a := range c.Args {
			n, err := strconv.Atoi(a)
			if v, ok := c.Vars[a]; ok {
				n, err = v, nil
			}
			if err != nil {
				return fmt.Errorf("%s: argument %d: %w", name, i+1, err)
			}
			if i == 0 {
				acc = n
			} else {
				acc = f(acc, n)
			}
		}
		if to := c.Flags["to"]; to != "" {
			c.Vars[to] = acc
		}
		_, err := fmt.Fprintln(c.Out, acc)
		return err
	}}
}

func main() {
	root := &Command{Name: "calc"}
	root.Sub = []*Command{
		{Name: "math", Aliases: []string{"m"}, Help: "arithmetic", Sub: []*Command{
			arith("add", func(a, b int) int { return a + b }),
			arith("mul", func(a, b int) int { return a * b }),
		}},
		{Name: "vars", Help: "list variables", Run: func(c *Context) error {
			names := []string{}
			for k := range c.Vars {
				names = append(names, k)
			}
			sort.Strings(names)
			for _, n := range names {
				fmt.Fprintf(c.Out, "%s=%d ", n, c.Vars[n])
			}
			_, err := fmt.Fprintln(c.Out)
			return err
		}},
		{Name: "quit", Aliases: []string{"exit", "q"}, Help: "leave", Run: func(*Context) error { return errQuit }},
	}
	vars := map[string]int{"ten": 10}
	for _, line := range []string{"", "math", "m add 1 2 3 --to=six", "math mul six ten", "m mul 2", "m add 1 x", "m pow 2 3", "what", "vars", "q", "vars"} {
		fmt.Println(">", line)
		err := root.Execute(&Context{strings.Fields(line), os.Stdout, map[string]string{}, vars})
		var ue *usageError
		switch {
		case err == errQuit:
			fmt.Println("bye")
			os.Exit(0)
		case errors.As(err, &ue):
			fmt.Println("usage:", ue, "/", ue.cmd)
		case errors.Is(err, strconv.ErrSyntax):
			fmt.Println("number?", err)
		case err != nil:
			fmt.Println("error:", err)
		}
	}
}
