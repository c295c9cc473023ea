package browser

import (
	"encoding/json"
	"fmt"
)

// LiteScriptFile is the script of the extension of JupyterLite.
const LiteScriptFile = "krigo-lite.js"

// Lite returns the files of an extension of JupyterLite by which krigo is a kernel there, by their names. They have to
// be in one folder. Spec is the kernelspec as JupyterLite registers it, version krigo's. Support is as in [Script].
func (p *Pages) Lite(support []byte, spec map[string]any, version string) (map[string][]byte, error) {
	files := map[string]string{"gzip": p.module + ".gz"}
	size := len(p.gzip)
	if p.brotli != nil {
		files["br"], size = p.module+".br", len(p.brotli)
	}
	config, err := json.Marshal(map[string]any{
		"spec": spec, "version": version, "module": map[string]any{"files": files, "size": size}, "docs": p.docsName,
	})
	if err != nil {
		return nil, fmt.Errorf("browser: the kernelspec: %w", err)
	}
	var b scriptWriter
	b.text.WriteString("\"use strict\";\n(() => {\n")
	fmt.Fprintf(&b.text, "const krigoLite = %s;\n", config)
	b.host(support)
	for _, name := range []string{"load.js", "workers.js", "lite.js"} {
		b.text.WriteString(b.own(name))
	}
	b.text.WriteString("})();\n")
	all := map[string][]byte{LiteScriptFile: []byte(b.text.String()), p.module + ".gz": p.gzip, p.docsName: p.docs}
	if p.brotli != nil {
		all[p.module+".br"] = p.brotli
	}
	return all, b.err
}
