package export

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"

	"krigo/internal/nbformat"
)

//go:embed controls.html
var controlsSource string

var controlsTemplate = template.Must(template.New("controls").Parse(controlsSource))

// controls draws Jupyter's widgets on a page, which has no kernel: they show their last state, and
// do not move.
type controls struct {
	models   map[string]any
	Controls []drawn
	Told     bool // how they come to life
}

// drawn is a control or a line of text. The fields that are set say what it is.
type drawn struct {
	Text     template.HTML
	Label    string
	At       []float64 // where sliders stand
	Min, Max float64
	Readout  string

	Box, Ticked bool

	Options []string
	Chosen  string

	Field                bool
	Written, Placeholder string

	Button string
}

// widgetState is the part of a model's state that a page needs.
type widgetState struct {
	Description    string
	Value          any
	Min, Max, Base float64  // the first two are exponents where the scale is logarithmic
	Format         string   `json:"readout_format"`
	Options        []string `json:"_options_labels"`
	Index          *int
	Placeholder    string
	Children       []string
	Layout         string
	Display        string
}

// renderControls draws a model. It is false where that, or a part of it, is none of
// those that are known here.
func renderControls(models map[string]any, id string) (template.HTML, bool) {
	c := controls{models: models}
	if id == "" || !c.add(nbformat.ModelPrefix+id) {
		return "", false
	}
	var b strings.Builder
	if err := controlsTemplate.Execute(&b, c); err != nil {
		return "", false
	}
	return template.HTML(b.String()), true
}

// model returns the class and the state of a model that a state refers to.
func (c *controls) model(reference string) (name string, s widgetState, ok bool) {
	m, ok := c.models[strings.TrimPrefix(reference, nbformat.ModelPrefix)].(map[string]any)
	if !ok {
		return "", s, false
	}
	raw, err := json.Marshal(m["state"])
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	name, _ = m["model_name"].(string)
	return name, s, err == nil
}

// add adds a model and what is in it.
func (c *controls) add(reference string) bool {
	name, s, ok := c.model(reference)
	if !ok {
		return false
	}
	if _, layout, ok := c.model(s.Layout); ok && layout.Display == "none" {
		return true
	}
	switch name {
	case "VBoxModel", "HBoxModel":
		for _, child := range s.Children {
			if !c.add(child) {
				return false
			}
		}
		return true
	case "PlayModel": // its buttons would do nothing; a slider next to it has the value
		return true
	}
	added, ok := s.control(name)
	c.Controls = append(c.Controls, added)
	c.Told = c.Told || added.Text != ""
	return ok
}

// control returns the drawing of a control on a page.
func (s widgetState) control(name string) (drawn, bool) {
	c := drawn{Label: s.Description, Min: s.Min, Max: s.Max}
	number, isNumber := s.Value.(float64)
	text, isText := s.Value.(string)
	switch name {
	case "FloatSliderModel", "IntSliderModel":
		c.At, c.Readout = []float64{number}, formatted(number, s.Format)
		return c, isNumber
	case "FloatLogSliderModel":
		c.At, c.Readout = []float64{math.Log(number) / math.Log(s.Base)}, formatted(number, s.Format)
		return c, isNumber && number > 0 && s.Base > 1
	case "FloatRangeSliderModel", "IntRangeSliderModel":
		return s.ends(c)
	case "CheckboxModel":
		c.Box = true
		c.Ticked, _ = s.Value.(bool)
		return c, true
	case "DropdownModel":
		c.Options = s.Options
		if s.Index != nil && *s.Index >= 0 && *s.Index < len(s.Options) {
			c.Chosen = s.Options[*s.Index]
		}
		return c, true
	case "TextModel":
		c.Field, c.Written, c.Placeholder = true, text, s.Placeholder
		return c, isText
	case "ButtonModel":
		c.Label, c.Button = "", s.Description
		return c, true
	case "HTMLModel":
		return drawn{Text: template.HTML(text)}, isText
	}
	return c, false
}

// ends are two sliders, one for each end of a range.
func (s widgetState) ends(c drawn) (drawn, bool) {
	pair, _ := s.Value.([]any)
	var readout []string
	for _, end := range pair {
		v, ok := end.(float64)
		if !ok {
			return c, false
		}
		c.At, readout = append(c.At, v), append(readout, formatted(v, s.Format))
	}
	c.Readout = strings.Join(readout, " – ")
	return c, len(pair) == 2
}

// numberFormat matches the part of d3-format that controls use: a precision and a type.
var numberFormat = regexp.MustCompile(`^(?:\.(\d+))?([dfge%])$`)

// formatted writes a number in a format, and in as few digits as tell it apart where
// the format is not known here.
func formatted(v float64, format string) string {
	parts := numberFormat.FindStringSubmatch(format)
	if parts == nil {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	precision, err := strconv.Atoi(parts[1])
	if err != nil {
		precision = 6 // as d3 has it
	}
	switch parts[2] {
	case "d":
		return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
	case "%":
		return strconv.FormatFloat(100*v, 'f', precision, 64) + "%"
	}
	return strconv.FormatFloat(v, parts[2][0], precision, 64)
}
