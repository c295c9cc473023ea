package export

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// The limits of the files that a page takes in: of each, and of all together.
const (
	pictureBytes  = 32 << 20
	picturesBytes = 128 << 20
)

// pictures are the files of the notebook's folder that the page has taken in. Each is in the page
// once; where it is shown again, page.js takes the first one's address.
type pictures struct {
	files fs.FS             // or nil
	taken map[string]string // the ids of those in the page, by name
	bytes int
}

func (p pictures) copy() pictures {
	p.taken = maps.Clone(p.taken)
	return p
}

// embed takes an attachment or a file of the notebook's folder into the page.
func (m *markdown) embed(n *ast.Image, attachments map[string]map[string]any) {
	name, err := url.PathUnescape(string(n.Destination))
	if err != nil {
		m.meter.Output(len(n.Destination))
		return
	}
	if file, ok := strings.CutPrefix(name, "attachment:"); ok {
		m.attach(n, attachments[file])
		return
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if m.pictures.files == nil || !strings.HasPrefix(kind, "image/") {
		m.meter.Output(len(n.Destination))
		return
	}
	m.pictures.embed(n, path.Clean(name), kind)
	m.meter.Allow(len(n.Destination)) // which has a limit of its own
}

// attach shows an attachment.
func (m *markdown) attach(n *ast.Image, attachment map[string]any) {
	for kind, v := range attachment {
		if data, ok := v.(string); ok {
			m.meter.Output(len(data))
			n.Destination = []byte("data:" + kind + ";base64," + strings.Join(strings.Fields(data), ""))
			return
		}
	}
}

// attachedBytes returns the bytes of an attachment.
func attachedBytes(attachment map[string]any) (n int) {
	for _, v := range attachment {
		data, _ := v.(string)
		n += len(data)
	}
	return n
}

// embed takes a file into the page, once. One that cannot be read stays a link, and one that is
// too large, too, with a note.
func (p *pictures) embed(n *ast.Image, name, kind string) {
	if id := p.taken[name]; id != "" {
		n.Destination = nil
		n.SetAttributeString("data-picture", []byte(id))
		return
	}
	info, err := fs.Stat(p.files, name) // which refuses what leads out of the folder
	if err != nil || !info.Mode().IsRegular() {
		return // reading a pipe or a device might never end
	}
	if size := info.Size(); size > pictureBytes || int64(p.bytes)+size > picturesBytes {
		note := fmt.Sprintf(" (%s is not in this page: it has %d MB; a page takes in files of %d MB, %d MB together)",
			name, size>>20, pictureBytes>>20, picturesBytes>>20)
		n.Parent().InsertAfter(n.Parent(), n, ast.NewString([]byte(note)))
		return
	}
	raw, err := fs.ReadFile(p.files, name)
	if err != nil {
		return
	}
	if p.taken == nil {
		p.taken = map[string]string{}
	}
	id := fmt.Sprintf("picture-%d", len(p.taken)+1)
	p.taken[name] = id
	p.bytes += len(raw)
	n.SetAttributeString("id", []byte(id))
	n.Destination = []byte("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(raw))
}
