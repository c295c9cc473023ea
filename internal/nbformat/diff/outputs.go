package diff

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"krigo/internal/nbformat"
)

// plain is the MIME type of the text that every output has.
const plain = "text/plain"

// result is an output as it is compared.
type result struct {
	place    int // among the cell's, from 1
	kind     string
	text     string
	pictures map[string]*picture // by MIME type
	others   map[string]any      // representations that are neither
	alt      string              // what a figure shows, in words
}

// outputs compares the outputs of a cell: the equal ones are paired first, then
// those of one kind between them.
func outputs(old, new []*nbformat.Output, o Options) []Output {
	x, y := results(old), results(new)
	var list []Output
	i, j := 0, 0
	equal := func(i, j int) bool { return x[i].equal(y[j], o) }
	for _, s := range append(common(len(x), len(y), equal), span{len(x), len(y)}) {
		list = append(list, between(x[i:s.old], y[j:s.new], o)...)
		i, j = s.old+1, s.new+1
	}
	return list
}

// between compares results between equal ones.
func between(x, y []result, o Options) []Output {
	var list []Output
	i, j := 0, 0
	sameKind := func(i, j int) bool { return x[i].kind == y[j].kind }
	for _, s := range append(common(len(x), len(y), sameKind), span{len(x), len(y)}) {
		for ; i < s.old; i++ {
			list = append(list, x[i].removed())
		}
		for ; j < s.new; j++ {
			list = append(list, y[j].added())
		}
		if i < len(x) && j < len(y) && !x[i].equal(y[j], o) {
			list = append(list, x[i].changed(y[j], o))
		}
		i, j = s.old+1, s.new+1
	}
	return list
}

func (r result) removed() Output {
	return Output{From: r.place, Kind: r.kind, Text: &Text{Old: r.text}, Notes: r.figureNotes()}
}

func (r result) added() Output {
	return Output{To: r.place, Kind: r.kind, Text: &Text{New: r.text}, Notes: r.figureNotes()}
}

// figureNotes describe a figure, in words.
func (r result) figureNotes() []string {
	var notes []string
	for _, mimetype := range slices.Sorted(maps.Keys(r.pictures)) {
		notes = append(notes, "image of "+r.pictures[mimetype].size())
	}
	if r.alt != "" {
		notes = append(notes, r.alt)
	}
	return notes
}

// equal reports whether two results are the same to the options.
func (r result) equal(other result, o Options) bool {
	return r.kind == other.kind && o.settle(r.text, other.text) == r.text &&
		maps.EqualFunc(r.pictures, other.pictures, (*picture).equal) &&
		maps.EqualFunc(r.others, other.others, o.equalValue)
}

// changed describes how a result differs from its new version. Other forms of a text
// that differs are not reported.
func (r result) changed(other result, o Options) Output {
	out := Output{From: r.place, To: other.place, Kind: other.kind}
	if now := o.settle(r.text, other.text); now != r.text {
		out.Text = &Text{r.text, now}
	}
	for _, mimetype := range names(r.pictures, other.pictures) {
		before, after := r.pictures[mimetype], other.pictures[mimetype]
		switch {
		case before == nil || after == nil:
			out.Notes = append(out.Notes, cameOrWent(mimetype, after != nil))
		case !before.equal(after):
			out.Notes = append(out.Notes, before.note(after))
		}
	}
	if len(out.Notes) > 0 && r.alt != other.alt {
		out.Notes = append(out.Notes, "was: "+r.alt, "is:  "+other.alt)
	}
	for _, mimetype := range names(r.others, other.others) {
		before, was := r.others[mimetype]
		after, is := other.others[mimetype]
		switch {
		case was != is:
			out.Notes = append(out.Notes, cameOrWent(mimetype, is))
		case out.Text == nil && !o.equalValue(before, after):
			out.Notes = append(out.Notes, mimetype+" changed")
		}
	}
	return out
}

func cameOrWent(mimetype string, came bool) string {
	if came {
		return mimetype + " added"
	}
	return mimetype + " removed"
}

func (o Options) equalValue(before, after any) bool {
	x, isText := before.(string)
	y, both := after.(string)
	if isText && both {
		return o.settle(x, y) == x
	}
	return reflect.DeepEqual(before, after)
}

// results returns a cell's outputs. What it wrote to one stream in several pieces is
// one result.
func results(list []*nbformat.Output) []result {
	var all []result
	for i, o := range list {
		r := resultOf(o)
		r.place = i + 1
		last := len(all) - 1
		if o.Type == nbformat.Stream && last >= 0 && all[last].kind == r.kind {
			all[last].text += r.text
			continue
		}
		all = append(all, r)
	}
	return all
}

func resultOf(o *nbformat.Output) result {
	switch o.Type {
	case nbformat.Stream:
		return result{kind: o.Name, text: withoutColours(o.Text)}
	case nbformat.Error:
		lines := append([]string{o.ErrorName + ": " + o.ErrorValue}, o.Traceback...)
		return result{kind: "error", text: withoutColours(strings.Join(lines, "\n"))}
	}
	r := result{kind: "result", pictures: map[string]*picture{}, others: map[string]any{}}
	for mimetype, value := range o.Data {
		text, isText := value.(string)
		switch {
		case mimetype == plain && isText:
			r.text = text
		case isPicture(mimetype):
			r.kind, r.pictures[mimetype] = "figure", newPicture(value)
			about, _ := o.Metadata[mimetype].(map[string]any)
			r.alt, _ = about["alt"].(string)
		case nbformat.ShowsModel(mimetype): // it names a model by an id that changes in most runs
		default:
			r.others[mimetype] = value
		}
	}
	return r
}

// colours are the sequences by which texts are coloured in terminals.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func withoutColours(text string) string { return colours.ReplaceAllString(text, "") }
