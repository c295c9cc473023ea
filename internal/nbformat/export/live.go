package export

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"krigo/cell"
	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat"
)

// computes is the kind of figures that compute, for which a page has a module. Others are drawn from
// what is recorded in them.
const computes = "explore"

// figures are the models of a notebook's widgets. Some of them are figures that the page's script draws.
type figures struct {
	models map[string]any
	live   bool     // whether those that compute are drawn
	kinds  []string // of those that are drawn
}

// contentOf returns the kind and the content of a figure that the page's script is to draw, or nil.
func (f *figures) contentOf(o *nbformat.Output) (kind string, content map[string]any) {
	if _, ok := o.Data[cell.ExploreType]; !ok {
		return "", nil
	}
	model, _ := f.models[o.ViewedModel()].(map[string]any)
	state, _ := model["state"].(map[string]any)
	kind, _ = state["_krigo"].(string)
	if !slices.Contains(explore.Kinds(), kind) || kind == computes && !f.live {
		return "", nil
	}
	content = maps.Clone(state)
	maps.DeleteFunc(content, func(key string, _ any) bool { return strings.HasPrefix(key, "_") })
	return kind, content
}

// explorableOf returns a figure that the page's script draws. Until then, and without scripts, it
// is a picture.
func (f *figures) explorableOf(o *nbformat.Output, kind string, content map[string]any, md *markdown) (template.HTML, error) {
	if !slices.Contains(f.kinds, kind) {
		f.kinds = append(f.kinds, kind)
	}
	raw, err := json.Marshal(content) // in which no tag can end
	if err != nil {
		return "", err
	}
	still, err := renderRichest(o, md)
	return template.HTML(`<div class="krigo-explore" data-figure="`+kind+`"><script type="application/json">`+string(raw)+"</script>\n") + still + "</div>", err
}

// addFigures adds the scripts and the style of figures of some kinds, and the module of those that
// compute, as a script of its own where that has an address.
func (p *page) addFigures(kinds []string, module string) error {
	style, err := explore.Style()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	script, err := explore.Script(kinds...)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	p.Style += template.CSS(Slim([]byte(style)))
	p.Script += template.JS(Slim([]byte(script)))
	switch {
	case !slices.Contains(kinds, computes):
		return nil
	case module != "":
		p.Module = template.HTML(`<script id="krigo-module" type="text/plain" data-src="` + template.HTMLEscapeString(module) + `"></script>`)
		return nil
	}
	embedded, err := explore.Embedded()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	p.Module = template.HTML(`<script id="krigo-module" type="application/json">` + string(embedded) + "</script>")
	return nil
}

// LiveModule returns the content of the script with the module that several pages share
// ([Options].Module).
func LiveModule() ([]byte, error) {
	embedded, err := explore.Embedded()
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return append(append([]byte("krigoModule("), embedded...), ")\n"...), nil
}
