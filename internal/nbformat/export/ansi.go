package export

import (
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strconv"
	"strings"
)

// control is an ANSI control sequence; those that end in m set the style.
var control = regexp.MustCompile(`\x1b\[([0-9;:?]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]`)

// withoutColours drops the control sequences of a text.
func withoutColours(text string) string { return control.ReplaceAllString(text, "") }

// ansiStyle is the style of a run of text.
type ansiStyle struct {
	color, ground                        ansiColor
	bold, faint, italic, under, inverted bool
}

// ansiToHTML returns the HTML of a text without context.
func ansiToHTML(text string) string { return string(new(Colours).HTML(text)) }

// Colours makes HTML of a text with ANSI colours that comes in pieces. The zero
// value begins without a style; a copy goes on from the same place.
type Colours struct{ style ansiStyle }

// HTML escapes the next piece of the text and makes its colours spans; other control
// sequences are dropped.
func (c *Colours) HTML(text string) template.HTML {
	var b strings.Builder
	for text != "" {
		if !strings.Contains(text, "\x1b") {
			c.style.write(&b, text)
			break
		}
		at := control.FindStringSubmatchIndex(text)
		if at == nil {
			c.style.write(&b, text)
			break
		}
		c.style.write(&b, text[:at[0]])
		if at[4] >= 0 && text[at[4]:at[5]] == "m" {
			c.style.set(text[at[2]:at[3]])
		}
		text = text[at[1]:]
	}
	return template.HTML(b.String())
}

func (s ansiStyle) write(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	css := s.css()
	if css == "" {
		b.WriteString(html.EscapeString(text))
		return
	}
	fmt.Fprintf(b, `<span style="%s">%s</span>`, css, html.EscapeString(text))
}

func (s ansiStyle) css() string {
	var parts []string
	color, ground := s.colors()
	for _, p := range []struct {
		on  bool
		css string
	}{
		{color != "", "color:" + color}, {ground != "", "background:" + ground}, {s.bold, "font-weight:bold"},
		{s.italic, "font-style:italic"}, {s.under, "text-decoration:underline"},
	} {
		if p.on {
			parts = append(parts, p.css)
		}
	}
	return strings.Join(parts, ";")
}

// colors returns the style's colours as CSS, "" for the page's own. They can be read on the
// page, light and dark; a text with a ground and no colour of its own can be
// read on that.
func (s ansiStyle) colors() (color, ground string) {
	switch {
	case s.inverted && s.color == none:
		return "var(--paper)", "var(--ink)"
	case s.inverted && s.ground == none:
		return s.color.under(), s.color.ground()
	case s.inverted:
		return s.ground.ground(), s.color.ground()
	case s.color == none && s.ground != none:
		return s.ground.under(), s.ground.ground()
	case s.ground != none:
		return s.color.ground(), s.ground.ground()
	case s.color == none && s.faint:
		return "var(--soft)", ""
	}
	return s.color.text(), ""
}

// set applies the parameters of one sequence.
func (s *ansiStyle) set(parameters string) {
	var codes []int
	for p := range strings.SplitSeq(strings.ReplaceAll(parameters, ":", ";"), ";") {
		n, _ := strconv.Atoi(p) // an empty one is 0
		codes = append(codes, n)
	}
	for i := 0; i < len(codes); i++ {
		if c := codes[i]; c == 38 || c == 48 {
			color, used := extended(codes[i+1:])
			if c == 38 {
				s.color = color
			} else {
				s.ground = color
			}
			i += used
			continue
		}
		s.apply(codes[i])
	}
}

func (s *ansiStyle) apply(code int) {
	switch {
	case code == 0:
		*s = ansiStyle{}
	case code == 1:
		s.bold = true
	case code == 2:
		s.faint = true
	case code == 3:
		s.italic = true
	case code == 4:
		s.under = true
	case code == 7:
		s.inverted = true
	case code == 22:
		s.bold, s.faint = false, false
	case code == 23:
		s.italic = false
	case code == 24:
		s.under = false
	case code == 27:
		s.inverted = false
	case code == 39:
		s.color = none
	case code == 49:
		s.ground = none
	case code >= 30 && code <= 37:
		s.color = named(code - 30)
	case code >= 90 && code <= 97:
		s.color = named(code - 90 + 8)
	case code >= 40 && code <= 47:
		s.ground = named(code - 40)
	case code >= 100 && code <= 107:
		s.ground = named(code - 100 + 8)
	}
}

// extended reads a colour of 256 ("5;n") or of 24 bits ("2;r;g;b") and tells
// how many parameters it used.
func extended(codes []int) (color ansiColor, used int) {
	switch {
	case len(codes) >= 2 && codes[0] == 5:
		return palette(codes[1]), 2
	case len(codes) >= 4 && codes[0] == 2:
		return exact(codes[1], codes[2], codes[3]), 4
	}
	return none, len(codes)
}

// palette is xterm's of 256 colours.
func palette(n int) ansiColor {
	switch {
	case n < 0 || n > 255:
		return none
	case n < 16:
		return named(n)
	case n >= 232:
		grey := 8 + 10*(n-232)
		return exact(grey, grey, grey)
	}
	level := func(v int) int {
		if v == 0 {
			return 0
		}
		return 55 + 40*v
	}
	n -= 16
	return exact(level(n/36), level(n/6%6), level(n%6))
}
