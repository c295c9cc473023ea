package help

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const text = `A paragraph that is
filled anew, with a "// %%" in it.

  one     the first
  second  one that goes on
          here

The end.`

func TestFill(t *testing.T) {
	const want = `A paragraph that is
filled anew, with a
"// %%" in it.

  one      the first
  second   one that
           goes on
           here

The end.
`
	if got := Fill(text, 20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := Fill("  a-term-that-is-too-wide-for-it  below\n  b  c", 40), "  a-term-that-is-too-wide-for-it\n      below\n  b   c\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := Fill("  f := g() {\n    x\n  }", 5), "  f := g() {\n    x\n  }\n"; got != want {
		t.Errorf("verbatim: got\n%s\nwant\n%s", got, want)
	}
}

// example returns a small program with a command.
func example() *cobra.Command {
	root := &cobra.Command{Use: "prog", Short: "A program"}
	sub := &cobra.Command{
		Annotations: SeeAlso("prog other"),
		Use:         "do THING | do --all", Short: "Do it", Example: "  prog do -x it", Run: func(*cobra.Command, []string) {},
	}
	sub.Flags().StringP("x", "x", "d", "what `VALUE` it has")
	root.AddCommand(sub, &cobra.Command{Use: "other", Short: "Something to read"})
	return root
}

func TestHelpOfACommand(t *testing.T) {
	sub, _, err := example().Find([]string{"do"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `Do it.

Usage:
  prog do [flags] THING
  prog do [flags] --all

Examples:
  prog do -x it

Flags:
  -h, --help      help for do
  -x, --x VALUE   what VALUE it has (default "d")

See also: prog other
`
	if got := Help(sub, 80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHelpOfATopicHasNoUsage(t *testing.T) {
	root := example()
	other, _, err := root.Find([]string{"other"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Help(other, 80), "Something to read.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Help(root, 80); !strings.Contains(got, "\nTopics:\n  other   Something to read\n") {
		t.Errorf("the root's page: %s", got)
	}
}
