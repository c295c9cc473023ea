package export

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"strings"

	"krigo/cell"
	explore "krigo/internal/explore/page"
	"krigo/internal/nbformat"
)

// figures are the models of a notebook's widgets. Explorable figures among them can be live.
type figures struct {
	models     map[string]any
	live       bool
	explorable bool // whether there was one
}

// contentOf returns the content of an explorable figure that is to be live, or nil.
func (f *figures) contentOf(o *nbformat.Output) map[string]any {
	if _, ok := o.Data[cell.ExploreType]; !ok || !f.live {
		return nil
	}
	model, _ := f.models[o.ViewedModel()].(map[string]any)
	state, _ := model["state"].(map[string]any)
	if state == nil {
		return nil
	}
	content := maps.Clone(state)
	maps.DeleteFunc(content, func(key string, _ any) bool { return strings.HasPrefix(key, "_") })
	return content
}

// explorableOf returns a figure that the page's script makes live. Until then, and without scripts, it
// is a picture.
func (f *figures) explorableOf(o *nbformat.Output, content map[string]any, md *markdown) (template.HTML, error) {
	f.explorable = true
	raw, err := json.Marshal(content) // in which no tag can end
	if err != nil {
		return "", err
	}
	still, err := renderRichest(o, md)
	return template.HTML(`<div class="krigo-explore"><script type="application/json">`+string(raw)+"</script>\n") + still + "</div>", err
}

// addLive adds scripts, style and module of explorable figures; the module as a script of its own where
// that has an address.
func (p *page) addLive(module string) error {
	style, err := explore.Style()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	script, err := explore.Script()
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	p.Style += template.CSS(Slim([]byte(style)))
	p.Script += template.JS(Slim([]byte(script)))
	if module != "" {
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
