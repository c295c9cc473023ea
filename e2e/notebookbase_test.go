package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// baseScript has a slider that draws a picture, and an output in a frame.
const baseScript = `// %%
import "image"

k := widget.Float("x", 0, 1)
widget.Show(func() any { return image.NewGray(image.Rect(0, 0, 10+int(100*k.Get()), 10)) }, k)

// %%
display.HTML("<b id=b>framed</b><script>document.title = 'ran'</script>")
`

// A page below a path of its host, behind a proxy that has other pages there, runs cells, moves sliders, shows
// pictures and frames, and asks for nothing above that path.
func TestNotebookBelowABasePath(t *testing.T) {
	t.Parallel()
	s := serveNotebook(t, baseScript, "--base-path", "/lab/krigo")
	behind, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/lab/krigo/", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Host = r.In.Host
	}})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/favicon.ico" {
			t.Errorf("the page asks for %s", r.URL.Path)
		}
		http.NotFound(w, r)
	})
	proxy := httptest.NewServer(mux)
	defer proxy.Close()
	s.base = proxy.URL + "/lab/krigo"

	p := s.openPage(t, "page.ipynb")
	p.selectCell(0)
	p.press("Ctrl-Enter")
	picture := `[...` + cellAt(0) + `.querySelectorAll(".out")].at(-1)?.querySelector("img[src^='/lab/krigo/blob/']")`
	p.await(picture + `?.naturalWidth > 0`)
	p.js(`window.first = ` + picture + `.src; const input = ` + cellAt(0) + `.querySelector("input[type=range]"); input.value = 0.25; input.dispatchEvent(new Event("input"))`)
	p.await(picture + `?.naturalWidth > 0 && ` + picture + `.src !== first`)
	p.selectCell(1)
	p.press("Ctrl-Enter")
	p.await(cellAt(1) + `.querySelector("iframe[src^='/lab/krigo/frame/']")?.offsetHeight > 10`)
	p.settled()
	p.reload()
	p.await(picture + `?.naturalWidth > 0`)
	p.js(`fetch("/lab/krigo/export/page.ipynb?format=html").then(r => r.text()).then(text => { window.exported = text })`)
	p.await(`window.exported?.includes("<html")`)

	browse(t, p.ctx, chromedp.Navigate(s.base+"/"))
	p.wants("the list", `document.querySelector("main a[href^='/lab/krigo/notebooks/']").textContent`, "page.ipynb")
	p.screenshot("notebookbase-list.png")
}
