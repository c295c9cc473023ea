package display

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"strings"

	"krigo/cell"
	"krigo/display/draw"
	"krigo/display/internal/format"
	"krigo/display/internal/panel"
	"krigo/display/mime"
)

// The panel in CSS pixels: the state at the top, the objective's curve at the left
// with its range in a gutter, the monitors at the right, and a bar with its words at
// the bottom.
const (
	panelWidth, panelHeight = 640, 150

	captionLine           = 42
	curveTop, curveBottom = 52, 114
	gutter, curveWidth    = 56, 318
	monitorLeft           = 390
	monitorWidth          = 117
	monitorGap            = 13
	barTop, barLine       = 124, 146
)

// bundle returns the state of a fit, or its summary. It is of one size throughout.
func (l *live) bundle(cellEnded bool) cell.Bundle {
	text := l.runningText(cellEnded)
	if l.ended != nil {
		text = l.endedText()
	}
	b := cell.Bundle{Data: map[string]any{
		mime.TypePlain: text,
		mime.TypeHTML:  `<div class="krigo-live">` + l.picture(cellEnded) + l.below() + `</div>`,
	}}
	if l.ended == nil && !cellEnded {
		return b.AsPassing()
	}
	return b
}

// picture returns the panel.
func (l *live) picture(cellEnded bool) string {
	state := l.state(cellEnded)
	p := panel.New(panelWidth, panelHeight, l.method()+": "+state.Word)
	at := p.Chip(0, 2, state) + 8
	p.Text(at, 16.5, clipped(strings.TrimSuffix(l.method()+", "+l.start(), ", "), 56), panel.Strong, "")
	elapsed := l.last.Elapsed
	if l.ended != nil {
		elapsed = l.ended.elapsed
	}
	p.Text(panelWidth, 16.5, format.Duration(elapsed), panel.Right, "time since the fit began")
	l.drawObjective(p)
	for i := range l.curves {
		l.curves[i].draw(p, monitorLeft+float64(i)*(monitorWidth+monitorGap), hex(draw.Color(i+1)))
	}
	l.drawProgress(p, cellEnded)
	return p.HTML()
}

func (l *live) drawObjective(p *panel.Picture) {
	now := l.last.Value
	if l.ended != nil {
		now = l.ended.value
	}
	values, scale, sign := l.course.points(), "", ""
	lo, hi := draw.Span(values)
	low, high := number(lo, 3), number(hi, 3)
	if logs, converging := gaps(values); converging {
		values, scale, sign = logs, "the distance from the lowest value, on a logarithmic scale", "+"
		lo, hi = draw.Span(values)
		low, high = number(math.Pow(10, lo), 2), number(math.Pow(10, hi), 2)
	}
	title := strings.TrimSuffix(l.objective()+"; "+scale, "; ")
	p.Text(0, captionLine, clipped(l.objective(), 50)+" "+value(now), panel.Plain, title)
	box := panel.Box{X: gutter, Y: curveTop, Width: curveWidth, Height: curveBottom - curveTop}
	if lo <= hi {
		p.Text(gutter-4, curveTop+8, sign+high, panel.Small+panel.Right, title)
	}
	if lo < hi {
		p.Text(gutter-4, curveBottom, sign+low, panel.Small+panel.Right, title)
	}
	p.Curve(box, values, lo, hi, hex(draw.Color(0)))
}

// draw draws a monitor at x, with its last value.
func (c *curve) draw(p *panel.Picture, x float64, color string) {
	values := c.points()
	title := c.name + ": " + c.meaning
	if logs, spread := positive(values); spread {
		values, title = logs, title+"; on a logarithmic scale"
	}
	p.Text(x, captionLine, clipped(c.name, 17), panel.Faint, title)
	p.Text(x, captionLine+15, number(c.last, 3), panel.Plain, title)
	const top = captionLine + 20
	lo, hi := draw.Span(values)
	p.Curve(panel.Box{X: x, Y: top, Width: monitorWidth, Height: curveBottom - top}, values, lo, hi, color)
}

// drawProgress draws the bar with its words, or how the fit has ended.
func (l *live) drawProgress(p *panel.Picture, cellEnded bool) {
	left, right := "", ""
	part, words, rest := l.part()
	switch {
	case l.ended != nil:
		e := l.ended
		left = e.words
		if n := len(e.warnings); n > 0 {
			right = draw.Count(n, "warning")
		}
	case cellEnded && l.fit != nil:
		left = words + " when the cell ended; the fit runs on"
	case cellEnded:
		left = words + ", the last when the cell ended"
	default:
		if part >= 0 {
			p.Bar(0, barTop, panelWidth, part)
		}
		left, right = words, remaining(rest)
		if l.last.Restart > 0 {
			left += ", lowest value so far " + value(l.best)
		}
		if l.others {
			left += "; another fit that runs is not shown"
		}
	}
	p.Text(0, barLine, left, panel.Plain, "")
	if right != "" {
		p.Text(panelWidth, barLine, right, panel.Right, "")
	}
}

// below returns the line under the panel: the parameters, which all unfold when the fit has
// ended, and further remarks.
func (l *live) below() string {
	if l.ended == nil {
		return `<div style="` + noteStyle + `;overflow:hidden;white-space:nowrap">` + html.EscapeString(few(told(l.last))) + `</div>`
	}
	e := l.ended
	var b strings.Builder
	if e.reason != "" {
		b.WriteString(note(e.reason))
	}
	b.WriteString(`<details style="` + noteStyle + `"><summary style="display:list-item;cursor:pointer">` + html.EscapeString(few(e.params)) + `</summary>`)
	b.WriteString(paramRows(e.params))
	for _, w := range e.warnings {
		b.WriteString(note("warning: " + w.String()))
	}
	b.WriteString("</details>")
	return b.String()
}

// paramRows returns a table of parameters.
func paramRows(params []paramValue) string {
	var b strings.Builder
	row := func(cells string) { b.WriteString(`<tr style="background:none">` + cells + `</tr>`) }
	rows := func(params []paramValue) {
		for _, p := range params {
			row("<td>" + html.EscapeString(p.name) + "</td><td>" + html.EscapeString(value(p.value)) + "</td>")
		}
	}
	b.WriteString(`<table style="color:inherit;font-size:inherit">`)
	if left := len(params) - listedParams; left > 0 {
		rows(params[:listedParams/2])
		row(fmt.Sprintf(`<td colspan="2">… %d more …</td>`, left))
		params = params[listedParams/2+left:]
	}
	rows(params)
	b.WriteString("</table>")
	return b.String()
}

// listedParams is how many parameters a summary lists: a network's weights are
// thousands. The last ones, with the noise, are among them.
const listedParams = 100

// noteStyle is the style of text below the panel, in CSS.
const noteStyle = "max-width:640px;font:12px system-ui,sans-serif;line-height:1.5"

// note returns text below the panel.
func note(text string) string {
	return `<div style="` + noteStyle + `">` + html.EscapeString(text) + `</div>`
}

// clipped returns s in at most n characters.
func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// hex writes a colour as CSS does.
func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02X%02X%02X", n.R, n.G, n.B)
}
