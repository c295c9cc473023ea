package manual

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Source says what pages of man(1) are of.
type Source struct {
	// Version is the program's, as in "krigo 1.0".
	Version string
	// Date is when it was made.
	Date time.Time
}

// ManName is the name of a command's page: krigo-data-get.1, or krigo-cells.7 of a
// topic.
func ManName(c *cobra.Command) string {
	return fmt.Sprintf("%s.%s", pageName(c), section(c))
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// section is that of man(1): 1 has commands, 7 has what is to be read.
func section(c *cobra.Command) string {
	if isTopic(c) {
		return "7"
	}
	return "1"
}

// Man is the page of a command in the language of man(7).
func Man(c *cobra.Command, s Source) string {
	c.InitDefaultHelpFlag()
	p := &page{}
	date := s.Date.UTC().Format(time.DateOnly)
	fmt.Fprintf(p, ".TH %s %s %s %q\n", strings.ToUpper(pageName(c)), section(c), date, s.Version)
	p.section("NAME")
	p.prose(pageName(c) + " - " + c.Short)
	if !isTopic(c) {
		p.section("SYNOPSIS")
		p.synopsis(c)
	}
	p.section("DESCRIPTION")
	p.text(about(c))
	for _, l := range lists(c) {
		p.commands(l)
	}
	if c.HasAvailableFlags() && !isTopic(c) {
		p.section("OPTIONS")
		c.LocalFlags().VisitAll(p.flag)
		c.InheritedFlags().VisitAll(p.flag)
	}
	if c.Example != "" {
		p.section("EXAMPLES")
		p.verbatim(strings.Split(strings.TrimRight(c.Example, "\n"), "\n"))
	}
	p.references(c)
	return p.String()
}

// page is a page that is being written.
type page struct {
	strings.Builder
	begun bool // there is something in the section
}

// section begins a section.
func (p *page) section(title string) {
	fmt.Fprintf(p, ".SH %s\n", title)
	p.begun = false
}

// paragraph parts what comes from what is there in the section.
func (p *page) paragraph() {
	if p.begun {
		p.WriteString(".PP\n")
	}
}

// line writes a line of text, which is escaped already.
func (p *page) line(text string) {
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	p.WriteString(text + "\n")
	p.begun = true
}

// sourceWidth is how long lines of prose are in a page's source.
const sourceWidth = 72

// prose writes a text whose lines are filled anew.
func (p *page) prose(text string) {
	for _, l := range wrap(text, sourceWidth) {
		p.line(escape(l))
	}
}

// synopsis writes how a command is called.
func (p *page) synopsis(c *cobra.Command) {
	for line := range strings.Lines(usage(c)) {
		if p.begun {
			p.WriteString(".br\n")
		}
		p.line(bold(c.CommandPath()) + escape(strings.TrimPrefix(strings.TrimSpace(line), c.CommandPath())))
	}
}

// item writes an entry of a list; the term is escaped already.
func (p *page) item(term, text string) {
	p.WriteString(".TP\n")
	p.line(term)
	p.prose(text)
}

// text writes paragraphs, lists and lines that stay as they are.
func (p *page) text(text string) {
	for _, b := range blocks(text) {
		switch {
		case b.lines != nil:
			p.verbatim(b.lines)
		case b.term != "":
			p.item(bold(b.term), b.text)
		default:
			p.paragraph()
			p.prose(b.text)
		}
	}
}

func (p *page) verbatim(lines []string) {
	p.paragraph()
	p.WriteString(".nf\n")
	for _, l := range lines {
		p.line(escape(l))
	}
	p.WriteString(".fi\n")
}

// commands writes a list of commands, with the pages that tell more of them.
func (p *page) commands(l list) {
	if len(l.commands) == 0 {
		return
	}
	p.section(strings.ToUpper(l.title))
	for _, c := range l.commands {
		p.item(reference(c), c.Short)
	}
}

func (p *page) flag(f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	term := bold(name)
	switch {
	case value != "" && f.NoOptDefVal != "":
		term += escape("[=" + value + "]")
	case value != "":
		term += escape(" " + value)
	}
	p.item(term, usage+defaultOf(f))
}

// defaultOf tells the value of a flag that is not given, where that is one.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "0", "0s", "false", "[]":
		return ""
	}
	return fmt.Sprintf(" (default %s)", f.DefValue)
}

// references names the pages of the command above and of those to see also.
func (p *page) references(c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, reference(c.Parent()))
	}
	for _, name := range References(c) {
		if other, _, err := c.Root().Find(strings.Fields(name)[1:]); err == nil {
			pages = append(pages, reference(other))
		}
	}
	if len(pages) > 0 {
		p.section("SEE ALSO")
		p.line(strings.Join(pages, ",\n"))
	}
}

// reference names the page of a command.
func reference(c *cobra.Command) string {
	return bold(pageName(c)) + "(" + section(c) + ")"
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

// escape writes a text so that nothing in it is of the language.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`).Replace(text)
}
