package browser

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"krigo/internal/nbformat"
	"krigo/internal/nbformat/export"
)

// Folder is the name of the folder with the module, next to krigo. ScriptFile, ModuleFile with .gz or .br, and
// DocsFile, the documentation of packages, are its files, which scripts/browser writes.
const (
	Folder     = "krigo-pages"
	ScriptFile = "krigo.js"
	ModuleFile = "krigo.wasm"
	DocsFile   = "krigo.docs.gz"
)

// OfflineFile is the service worker, which has to be in the folder of the pages or above.
const OfflineFile = "krigo-offline.js"

// Pages makes pages with one module.
type Pages struct {
	script, gzip, brotli, docs   []byte // brotli may be nil
	scriptName, module, docsName string // with hashes; module has no ending
}

// Find returns the module that is next to this program.
func Find() (*Pages, error) {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return nil, fmt.Errorf("browser: find this program: %w", err)
	}
	return Open(filepath.Join(filepath.Dir(program), Folder))
}

// Open returns the module in a folder.
func Open(dir string) (*Pages, error) {
	p := &Pages{}
	var err, missing error
	p.script, err = os.ReadFile(filepath.Join(dir, ScriptFile))
	if err == nil {
		p.gzip, err = os.ReadFile(filepath.Join(dir, ModuleFile+".gz"))
	}
	if err == nil {
		p.docs, err = os.ReadFile(filepath.Join(dir, DocsFile))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the module of pages is not in %s: in a checkout, make browser builds it: %w", dir, err)
	}
	if p.brotli, missing = os.ReadFile(filepath.Join(dir, ModuleFile+".br")); !errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, missing)
	}
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	p.scriptName = "krigo-" + hash(p.script) + ".js"
	p.module = "krigo-" + hash(slices.Concat(p.gzip, p.brotli)) + ".wasm"
	p.docsName = "krigo-" + hash(p.docs) + ".docs.gz"
	return p, nil
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// Files returns the files that pages load, by their names. They may be in any folder of the pages' site; their names
// change with their content.
func (p *Pages) Files() map[string][]byte {
	files := map[string][]byte{p.scriptName: p.script, p.module + ".gz": p.gzip, p.docsName: p.docs}
	if p.brotli != nil {
		files[p.module+".br"] = p.brotli
	}
	return files
}

//go:embed web/offline.js
var offline []byte

// Offline returns [OfflineFile].
func Offline() []byte { return export.Slim(offline) }

// Options configure a page.
type Options struct {
	Export export.Options
	// Name is the file name of the notebook, by default Export.Name with .ipynb.
	Name string
	// Files are those that the page holds for its cells: see [FilesOf].
	Files []File
	// Below is the address, from the page, of the folder with [Pages.Files] and [OfflineFile]: "" or ending in a slash.
	Below string
	// Alone puts all that the page loads into it.
	Alone bool
	// Home is the address, from the page, of a list of notebooks, or "".
	Home string
}

// pageData has the data that the page's script reads.
type pageData struct {
	Path     string `json:"path"`
	Name     string `json:"name"`
	Home     string `json:"home"`
	Script   string `json:"script"`
	Offline  string `json:"offline"`
	Docs     string `json:"docs,omitempty"` // without, the page holds them
	Original string `json:"original"`       // hash of the notebook
	Size     int    `json:"size"`           // bytes to load
	Module   struct {
		Files struct {
			Gzip   string `json:"gzip"`
			Brotli string `json:"br,omitempty"`
		} `json:"files"`
		Size int `json:"size"`
	} `json:"module"`
}

//go:embed web/start.js
var startScript []byte

//go:embed web/start.css
var startStyle []byte

//go:embed web/status.css
var statusStyle []byte

// HTML returns a notebook as a page with cells that run.
func (p *Pages) HTML(nb *nbformat.Notebook, o Options) ([]byte, error) {
	raw, err := nb.Encode()
	if err != nil {
		return nil, fmt.Errorf("browser: %w", err)
	}
	var below bytes.Buffer
	if err := p.write(&below, raw, o); err != nil {
		return nil, err
	}
	o.Export.Frame.Head += template.HTML("<style>\n" + string(export.Slim(startStyle)) + string(export.Slim(statusStyle)) + "</style>\n")
	o.Export.Frame.Last += template.HTML(below.String())
	return export.HTML(nb, o.Export)
}

// write writes what the page holds for its script, and the script that begins it.
func (p *Pages) write(b *bytes.Buffer, notebook []byte, o Options) error {
	name := o.Name
	if name == "" {
		name = o.Export.Name + ".ipynb"
	}
	data := pageData{
		Path: path.Join(home, name), Name: name, Home: o.Home, Script: o.Below + p.scriptName, Original: hash(notebook),
		Size: len(p.script) + len(p.gzip),
	}
	data.Module.Size = len(p.gzip)
	if !o.Alone {
		data.Offline, data.Docs, data.Module.Files.Gzip = o.Below+OfflineFile, o.Below+p.docsName, o.Below+p.module+".gz"
		if p.brotli != nil {
			data.Module.Files.Brotli, data.Module.Size = o.Below+p.module+".br", len(p.brotli)
		}
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("browser: %w", err)
	}
	fmt.Fprintf(b, "<script type=\"application/json\" id=\"krigo-page\">%s</script>\n", raw)
	if err := hold(b, "krigo-notebook", "", notebook); err != nil {
		return err
	}
	for i, f := range o.Files {
		content, err := f.content()
		if err != nil {
			return err
		}
		if err := hold(b, fmt.Sprintf("krigo-file-%d", i+1), path.Join(home, f.Name), content); err != nil {
			return err
		}
	}
	if o.Alone {
		fmt.Fprintf(b, "<script type=\"text/plain\" id=\"krigo-cells-module\">%s</script>\n", base64.StdEncoding.EncodeToString(p.gzip))
		fmt.Fprintf(b, "<script type=\"text/plain\" id=\"krigo-cells-docs\">%s</script>\n", base64.StdEncoding.EncodeToString(p.docs))
		fmt.Fprintf(b, "<script type=\"text/plain\" id=\"krigo-cells-script\">%s</script>\n", inScript(p.script))
	}
	fmt.Fprintf(b, "<script>\n%s</script>\n", inScript(export.Slim(startScript)))
	return nil
}

// inScript returns a script as an element may hold it: ours have these characters in texts only, where a backslash
// changes nothing.
func inScript(script []byte) []byte { return bytes.ReplaceAll(script, []byte("</"), []byte(`<\/`)) }

// hold writes content into the page, as gzip in base64. Path, if not "", is that of a file for the cells.
func hold(b *bytes.Buffer, id, path string, content []byte) error {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("browser: %w", err)
	}
	class := ""
	if path != "" {
		class = fmt.Sprintf(` class="krigo-file" data-path="%s"`, template.HTMLEscapeString(path))
	}
	fmt.Fprintf(b, "<script type=\"text/plain\" id=\"%s\"%s>%s</script>\n", id, class, base64.StdEncoding.EncodeToString(packed.Bytes()))
	return nil
}
