package ask

import (
	"go/doc/comment"
	"html"
	"strings"
)

// Text formats the description as plain text.
func (i Info) Text() string {
	return i.render(renderer{
		block: func(code string) string { return code },
		line:  func(label, code, rest string) string { return label + " " + code + rest },
		doc:   func(p *comment.Printer, d *comment.Doc) string { return string(p.Text(d)) },
	})
}

// Markdown formats the description with code fences.
func (i Info) Markdown() string {
	return i.render(renderer{
		block: func(code string) string { return fence(code) + "go\n" + code + "\n" + fence(code) },
		line:  func(label, code, rest string) string { return label + " " + codeSpan(code) + rest },
		doc:   func(p *comment.Printer, d *comment.Doc) string { return string(p.Markdown(d)) },
	})
}

// HTML formats the description as HTML without styles or scripts.
func (i Info) HTML() string {
	return i.render(renderer{
		block: func(code string) string { return "<pre><code>" + html.EscapeString(code) + "</code></pre>" },
		line: func(label, code, rest string) string {
			return "<p>" + label + " <code>" + html.EscapeString(code) + "</code>" + html.EscapeString(rest) + "</p>"
		},
		doc: func(p *comment.Printer, d *comment.Doc) string { return string(p.HTML(d)) },
	})
}

// renderer writes the parts of a description in one markup language.
type renderer struct {
	block func(code string) string
	line  func(label, code, rest string) string
	doc   func(*comment.Printer, *comment.Doc) string
}

// render writes all parts, the purpose first: a tooltip shows only the first lines.
func (i Info) render(r renderer) string {
	var parts []string
	prose := func(text string) {
		if text != "" {
			printer := &comment.Printer{HeadingLevel: 4, HeadingID: func(*comment.Heading) string { return "" }, DocLinkURL: noLink}
			parts = append(parts, strings.Trim(r.doc(printer, parsed(text)), "\n"))
		}
	}
	block := func(code string) {
		if code = strings.TrimSpace(code); code != "" {
			parts = append(parts, r.block(code))
		}
	}
	line := func(label, code, rest string) {
		if code != "" {
			parts = append(parts, r.line(label, code, rest))
		}
	}
	prose(i.Synopsis)
	block(i.Signature)
	line("value:", i.Value, "")
	line("from", i.Package, i.runs())
	prose(i.Doc)
	block(i.Type)
	block(i.Members)
	block(i.Source)
	return strings.Join(parts, "\n\n")
}

// runs returns the note on how a function runs, to follow its package.
func (i Info) runs() string {
	if i.Runs == "" {
		return ""
	}
	return ", " + i.Runs
}

// parsed returns documentation that may begin with code. The parser takes off what all
// lines are indented by, so that code alone would be prose to it, but for a paragraph
// above it.
func parsed(text string) *comment.Doc {
	var p comment.Parser
	if !strings.HasPrefix(text, "\t") && !strings.HasPrefix(text, " ") {
		return p.Parse(text)
	}
	d := p.Parse("Code.\n\n" + text)
	d.Content = d.Content[1:]
	return d
}

// noLink leaves names in documentation without a link, since no page exists to link to.
func noLink(*comment.DocLink) string { return "" }

// fence returns a line of backquotes that the code does not hold.
func fence(code string) string {
	f := "```"
	for strings.Contains(code, f) {
		f += "`"
	}
	return f
}

// codeSpan writes code within a line of Markdown.
func codeSpan(code string) string {
	if !strings.Contains(code, "`") {
		return "`" + code + "`"
	}
	f := fence(code)
	return f + " " + code + " " + f
}
