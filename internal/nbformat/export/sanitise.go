package export

import (
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"krigo/internal/nbformat/budget"
)

// Sanitise returns the part of untrusted HTML that is safe: text, tables, pictures, MathML and
// drawings stay; scripts, styles of the whole page, forms, frames, handlers and addresses that run
// are gone, and ids begin with user-. It reports whether the HTML had nothing else to show. Of HTML
// that is over the budget it returns the reason.
func Sanitise(source string) (clean template.HTML, whole bool) {
	type result struct {
		clean template.HTML
		whole bool
	}
	r, err := budget.Do(func(*budget.Meter) (result, error) {
		if err := budget.HTML(source); err != nil {
			return result{}, err
		}
		text := policy.Sanitize(source)
		return result{apart(text), slices.Equal(essence(source), essence(text))}, nil
	})
	if err != nil {
		return template.HTML(`<p class="note">This output is not shown here: ` + template.HTMLEscapeString(err.Error()) + ".</p>"), false
	}
	return r.clean, r.whole
}

// apart returns sanitised HTML whose ids, and links to them, begin with user-, so that they are no
// ids of the page. In what the policy writes, a quotation mark in a text or a value is escaped.
func apart(clean string) template.HTML {
	return template.HTML(strings.NewReplacer(` id="`, ` id="user-`, ` href="#`, ` href="#user-`).Replace(clean))
}

// Runs reports whether HTML has scripts, or handlers of events, which pages that forbid
// them would not run.
func Runs(source string) bool {
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.StartTagToken, html.SelfClosingTagToken:
			if t := z.Token(); t.Data == "script" || slices.ContainsFunc(t.Attr, runs) {
				return true
			}
		}
	}
}

func runs(a html.Attribute) bool {
	return strings.HasPrefix(a.Key, "on") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:")
}

// essence returns the visible content of HTML, token by token: without comments, titles that show
// when the user points at a drawing, and the names by which styles and scripts find elements.
func essence(source string) []string {
	var all []string
	text, titled := "", false
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := z.Next()
		t := z.Token()
		switch {
		case t.Data == "title" && (kind == html.StartTagToken || kind == html.EndTagToken):
			titled = kind == html.StartTagToken
			continue
		case kind == html.CommentToken || kind == html.DoctypeToken || titled && kind == html.TextToken:
			continue
		case kind == html.TextToken:
			text += t.Data
			continue
		}
		if text != "" {
			all = append(all, text)
			text = ""
		}
		if kind == html.ErrorToken {
			return all
		}
		all = append(all, tag(t, kind == html.EndTagToken))
	}
}

func tag(t html.Token, end bool) string {
	var b strings.Builder
	b.WriteString("<")
	if end {
		b.WriteString("/")
	}
	b.WriteString(t.Data)
	for _, a := range t.Attr {
		if a.Key != "class" && a.Key != "id" && !strings.HasPrefix(a.Key, "data-") {
			b.WriteString(" " + a.Key + "=" + a.Val)
		}
	}
	return b.String()
}

// function is the expression of a function of CSS that computes a number, a colour or a variable,
// whose arguments hold no functions but inner ones.
func function(inner string) string {
	if inner != "" {
		inner = "|" + inner
	}
	return `(?:rgba?|hsla?|var|calc|min|max|light-dark)\((?:[^:;()<>\\@"']` + inner + `)*\)`
}

// What the policy allows.
var (
	texts = []string{
		"a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "center", "cite", "code", "col", "colgroup", "dd", "del",
		"details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img",
		"ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "section", "small", "span", "strike", "strong", "sub",
		"summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
	}
	formulas = []string{
		"annotation", "math", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts", "mroot",
		"mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder",
		"munderover", "semantics",
	}
	formulaAttributes = []string{
		"accent", "accentunder", "columnspan", "depth", "dir", "display", "displaystyle", "fence", "form", "height",
		"largeop", "linethickness", "lspace", "mathbackground", "mathcolor", "mathsize", "mathvariant", "maxsize", "minsize",
		"movablelimits", "rowspan", "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "voffset", "width",
	}
	drawings = []string{
		"circle", "defs", "ellipse", "g", "image", "line", "lineargradient", "path", "polygon", "polyline", "radialgradient", "rect",
		"stop", "svg", "text", "tspan",
	}
	drawingAttributes = []string{
		"cx", "cy", "d", "dominant-baseline", "dx", "dy", "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style",
		"font-weight", "gradienttransform", "gradientunits", "height", "image-rendering", "lengthadjust", "offset", "opacity", "paint-order",
		"points", "preserveaspectratio",
		"r", "rx", "ry", "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
		"stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "textlength", "transform", "viewbox",
		"width", "x", "x1", "x2", "xmlns", "y", "y1", "y2",
	}
	// plainValue is a value that names nothing outside: no url(...).
	plainValue = regexp.MustCompile(`^[^()<>\\@]*(?:\((?:[^()<>\\@:/]*)\)[^()<>\\@]*)*$`)
	// declarations change how an element looks in its place, and nothing else.
	declarations = regexp.MustCompile(`^(?:\s*(?:` + strings.Join([]string{
		"background", "background-color", "border(?:-(?:top|right|bottom|left))?(?:-(?:width|style|color))?", "border-(?:collapse|spacing|radius)",
		"color", "color-scheme", "cursor", "display", "font", "font-(?:family|size|style|variant|variant-numeric|weight)", "height", "letter-spacing",
		"line-height", "list-style", "margin", "margin-(?:top|right|bottom|left)", "max-(?:width|height)", "min-(?:width|height)",
		"opacity", "overflow(?:-x|-y|-wrap)?", "padding", "padding-(?:top|right|bottom|left)", "table-layout", "text-(?:align|decoration|indent|transform)",
		"vertical-align", "white-space", "width",
	}, "|") + `)\s*:\s*(?:[^:;()<>\\@]|` + function(function("")) + `)+(?:;|$))*\s*;?\s*$`)
	footnote = regexp.MustCompile(`^[A-Za-z0-9_-]+fn(?:ref)?[0-9]*:[0-9]+$`)
	// classes are the classes of this package's own HTML.
	classes     = regexp.MustCompile(`^(?:(?:stream|stdout|stderr|error|plain|open|go|keyword|string|number|comment|call|card|formula|inline|pieces|fit|measure|copy-of|rest|figure|panel|below-[0-9]+|fitted|scroll|tex|footnotes?|footnote-(?:ref|backref)|task-list-item)(?:\s+|$))+$`)
	embeddedPNG = regexp.MustCompile(`^data:image/png;base64,[A-Za-z0-9+/=]*$`)
	panelValue  = regexp.MustCompile(`^[-+.0-9e ]+ [cnlt] [cnlt]$`)
	rowsValue   = regexp.MustCompile(`^[-0-9 ]+$`)
	image64     = regexp.MustCompile(`^image/(?:png|jpeg|gif|webp|svg\+xml)[;,]`)
)

var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(slices.Concat(texts, formulas, drawings)...)
	p.AllowNoAttrs().OnElements(slices.Concat(texts, formulas, drawings)...)
	p.AllowAttrs("style").Matching(declarations).Globally()
	p.AllowAttrs("class").Matching(classes).Globally()
	p.AllowAttrs("title", "lang", "dir", "role", "aria-label", "aria-hidden").Globally()
	p.AllowAttrs("id").OnElements("h1", "h2", "h3", "h4", "h5", "h6")
	p.AllowAttrs("id").Matching(footnote).OnElements("li", "sup")

	p.AllowStandardURLs()
	p.RequireNoFollowOnLinks(false)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt", "width", "height").OnElements("img")
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return image64.MatchString(u.Opaque) })
	p.AllowAttrs("align", "valign", "colspan", "rowspan", "span", "scope", "width", "height", "border", "cellpadding", "cellspacing").
		OnElements("table", "thead", "tbody", "tfoot", "tr", "td", "th", "col", "colgroup", "caption")
	p.AllowAttrs("start", "type", "value", "reversed").OnElements("ol", "ul", "li")
	p.AllowAttrs("align").OnElements("div", "p", "h1", "h2", "h3", "h4", "h5", "h6")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("datetime").OnElements("time", "del", "ins")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").OnElements("input") // of lists of tasks

	p.AllowAttrs(formulaAttributes...).Matching(plainValue).OnElements(formulas...)
	p.AllowAttrs("xmlns").OnElements("math")
	p.AllowAttrs("encoding").Matching(regexp.MustCompile(`^application/x-tex$`)).OnElements("annotation")
	p.AllowAttrs(drawingAttributes...).Matching(plainValue).OnElements(drawings...)
	p.AllowAttrs("href").Matching(embeddedPNG).OnElements("image")
	p.AllowAttrs("data-panel").Matching(panelValue).OnElements("g")
	p.AllowAttrs("data-x", "data-y", "data-name").OnElements(drawings...)
	p.AllowAttrs("data-rows").Matching(rowsValue).OnElements("path", "circle")
	return p
}
