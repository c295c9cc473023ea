package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// hubConfig is the configuration of a hub whose users need no accounts: its folder, and the ports of
// the proxy, of the proxy's API and of the hub.
const hubConfig = `import os
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:%[2]s"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:%[3]s"
c.JupyterHub.hub_port = %[4]s
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "secret"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = %[1]q + "/{username}"
c.Spawner.args = ["--allow-root", "--LabApp.expose_app_in_browser=True"]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {"JUPYTER_PATH": %[1]q + "/prefix/share/jupyter", "JUPYTER_CONFIG_DIR": os.environ["JUPYTER_CONFIG_DIR"]}
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
`

var hubURL = regexp.MustCompile(`JupyterHub is now running at (http://[^/\s]+)`)

// Under JupyterHub three users sign in, run cells at the same time and move a slider; each has a
// session of their own.
func TestJupyterHub(t *testing.T) {
	t.Parallel()
	needs(t, filepath.Join(environment, "bin", "jupyterhub"), "chromium")
	dir := t.TempDir()
	krigo.run(t, time.Minute, "", krigo.krigo, "install", "--prefix", filepath.Join(dir, "prefix"))
	config := filepath.Join(dir, "jupyterhub_config.py")
	if err := os.WriteFile(config, fmt.Appendf(nil, hubConfig, dir, freePort(t), freePort(t), freePort(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	base := startProgram(t, dir, krigo.env(), hubURL, filepath.Join(environment, "bin", "jupyterhub"), "--config", config)[1]

	users := []string{"ada", "bob", "eve"}
	pages := map[string]*labPage{}
	for _, name := range users {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		writeNotebook(t, filepath.Join(dir, name, "mine.ipynb"), fmt.Sprintf("who := %q", name), "who",
			"k := widget.Float(\"x\", 0, 1)\nwidget.Show(func() any { return fmt.Sprintf(\"%s: %g\", who, k.Get()) }, k)")
		p := &labPage{window{t, newBrowser(t)}, "mine.ipynb"}
		pages[name] = p
		browse(t, p.ctx, chromedp.Navigate(base+"/hub/login"))
		p.js(fmt.Sprintf(`document.querySelector("#username_input").value = %q; document.querySelector("#password_input").value = "secret";
			document.querySelector("#login_submit").click()`, name))
		p.arrives("/hub/spawn")
		p.comesTo(base, "/user/"+name+"/lab/tree/mine.ipynb")
		p.ready()
		p.run(0)
		p.idle()
	}
	for _, name := range users {
		p := pages[name]
		p.run(1)
		p.wants("what the session of "+name+" holds", labOutput(1), name)
		p.idle()
		p.run(2)
		p.idle()
		p.await(labOutput(2) + `.includes("` + name + `: 0.5") && ` + labCell(2) + `.outputArea.node.querySelector(".noUi-handle")`)
		p.js(labCell(2) + `.outputArea.node.querySelector(".noUi-handle").focus()`)
		p.press("Right")
		p.await(labOutput(2) + `.includes("` + name + `: 0.51")`)
	}
	pages["eve"].screenshot("jupyterhub.png")
}
