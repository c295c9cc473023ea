package manual

import (
	"strings"
	"testing"
	"time"

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

// example is a small program with a command.
func example() *cobra.Command {
	root := &cobra.Command{Use: "prog", Short: "A program"}
	sub := &cobra.Command{
		Use: "do THING | do --all", Short: "Do it", Long: ".begins with a dot and has a \\ and -flag\n\n  'quoted' line",
		Example: "  prog do -x 'it'", Run: func(*cobra.Command, []string) {},
	}
	sub.Flags().StringP("x", "x", "d", "what `VALUE` it has")
	Refer(sub, "prog other")
	root.AddCommand(sub, &cobra.Command{Use: "other", Short: "Something to read"})
	return root
}

func TestMan(t *testing.T) {
	sub, _, err := example().Find([]string{"do"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `.TH PROG-DO 1 2026-01-02 "prog 1"
.SH NAME
prog\-do \- Do it
.SH SYNOPSIS
\fBprog do\fR [flags] THING
.br
\fBprog do\fR [flags] \-\-all
.SH DESCRIPTION
\&.begins with a dot and has a \e and \-flag
.PP
.nf
  \(aqquoted\(aq line
.fi
.SH OPTIONS
.TP
\fB\-h, \-\-help\fR
help for do
.TP
\fB\-x, \-\-x\fR VALUE
what VALUE it has (default d)
.SH EXAMPLES
.nf
  prog do \-x \(aqit\(aq
.fi
.SH SEE ALSO
\fBprog\fR(1),
\fBprog\-other\fR(7)
`
	if got := Man(sub, Source{"prog 1", time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if name := ManName(sub); name != "prog-do.1" {
		t.Errorf("its name is %s", name)
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
