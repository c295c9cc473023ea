package modules_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"krigo/modules"
	"krigo/modules/modulestest"
)

// goList returns the build list that the go command selects for a go.mod file, one module a line.
func goList(t *testing.T, goMod []byte, env ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	modulestest.Put(t, filepath.Join(dir, "go.mod"), goMod)
	cmd := exec.CommandContext(ctx(t), "go", "list", "-mod=mod", "-m", "-f", "{{if not .Main}}{{.Path}} {{.Version}}{{end}}", "all")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local")
	cmd.Env = append(cmd.Env, env...)
	var out, failure bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failure
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go list: %w: %s", err, failure.Bytes())
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), nil
}

// ourList is goList by package modules.
func ourList(t *testing.T, client *modules.Client, goMod []byte) (string, error) {
	t.Helper()
	s, err := modules.Parse(client, goMod, nil, "")
	if err != nil {
		return "", err
	}
	all, err := s.List(ctx(t))
	var lines []string
	for _, m := range all {
		lines = append(lines, m.Path+" "+m.Version.Version)
	}
	return strings.Join(lines, "\n"), err
}

// TestSelectionOfRandomModules compares version selection with the go command's for modules that require
// each other at random: with and without graph pruning, with cycles, exclude and replace directives.
func TestSelectionOfRandomModules(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	const universes, mains = 6, 6
	for i := range universes {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			u := universe{rand.New(rand.NewPCG(uint64(i), 1)), []string{"", "1.16", "1.17", "1.21"}}
			if i%3 == 0 {
				u.languages = u.languages[:2] // before pruning
			}
			proxy := modulestest.URL(modulestest.Folder(t, u.archive()))
			client := newClient(t, config(t, proxy))
			cache := t.TempDir()
			t.Cleanup(func() { writable(t, cache) })
			for range mains {
				goMod := []byte(u.goMod("example.com/main", u.languages[len(u.languages)-1], 4) + u.directives())
				want, err := goList(t, goMod, "GOPROXY="+proxy, "GOSUMDB=off", "GOMODCACHE="+cache)
				if err != nil {
					t.Fatalf("%v\n%s", err, goMod)
				}
				if got, err := ourList(t, client, goMod); err != nil || got != want {
					t.Errorf("go.mod:\n%s\nbuild list %v:\n%s\nwant:\n%s", goMod, err, got, want)
				}
			}
		})
	}
}

// universe makes modules m0 to m9, each in four versions.
type universe struct {
	*rand.Rand
	languages []string // the Go versions of its modules; the main module has the last one
}

const (
	moduleCount  = 10
	versionCount = 4
)

func (u universe) pick(of []string) string { return of[u.IntN(len(of))] }

func (u universe) path() string { return fmt.Sprintf("example.com/m%d", u.IntN(moduleCount)) }

func (u universe) version() string { return fmt.Sprintf("v1.%d.0", u.IntN(versionCount)) }

// goMod returns a go.mod file with up to most requirements.
func (u universe) goMod(path, language string, most int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n\n", path)
	if language != "" {
		fmt.Fprintf(&b, "go %s\n\n", language)
	}
	seen := map[string]bool{path: true}
	for range u.IntN(most + 1) {
		if m := u.path(); !seen[m] {
			seen[m] = true
			fmt.Fprintf(&b, "require %s %s\n", m, u.version())
		}
	}
	return b.String()
}

func (u universe) directives() string {
	var b strings.Builder
	for range u.IntN(3) {
		fmt.Fprintf(&b, "exclude %s %s\n", u.path(), u.version())
	}
	for i := range u.IntN(3) {
		old := fmt.Sprintf("example.com/m%d", i)
		if u.IntN(2) == 0 {
			old += " " + u.version()
		}
		fmt.Fprintf(&b, "replace %s => %s %s\n", old, "example.com/fork", u.version())
	}
	return b.String()
}

func (u universe) archive() string {
	var b strings.Builder
	for v := range versionCount {
		for m := range moduleCount {
			path := fmt.Sprintf("example.com/m%d", m)
			fmt.Fprintf(&b, "-- %s@v1.%d.0/go.mod --\n%s", path, v, u.goMod(path, u.pick(u.languages), 3))
		}
		fmt.Fprintf(&b, "-- example.com/fork@v1.%d.0/go.mod --\n%s", v, u.goMod("example.com/fork", u.pick(u.languages), 3))
	}
	return b.String()
}

// published are modules whose go.mod files are compared.
const published = `
github.com/spf13/cobra@v1.8.1 github.com/spf13/viper@v1.19.0 github.com/gin-gonic/gin@v1.10.0 github.com/labstack/echo/v4@v4.12.0
github.com/gofiber/fiber/v2@v2.52.5 google.golang.org/grpc@v1.65.0 gorm.io/gorm@v1.25.11 entgo.io/ent@v0.13.1
github.com/caddyserver/caddy/v2@v2.8.4 github.com/prometheus/client_golang@v1.19.1 github.com/prometheus/common@v0.55.0
github.com/nats-io/nats-server/v2@v2.10.18 github.com/hashicorp/consul/api@v1.29.2 github.com/hashicorp/vault/api@v1.14.0
go.etcd.io/etcd/client/v3@v3.5.15 k8s.io/client-go@v0.30.3 k8s.io/apimachinery@v0.30.3 go.uber.org/zap@v1.27.0
github.com/rs/zerolog@v1.33.0 github.com/sirupsen/logrus@v1.9.3 github.com/stretchr/testify@v1.9.0 github.com/xuri/excelize/v2@v2.8.1
github.com/go-echarts/go-echarts/v2@v2.4.1 gonum.org/v1/gonum@v0.15.0 gonum.org/v1/plot@v0.14.0 github.com/traefik/yaegi@v0.16.1
golang.org/x/tools@v0.24.0 golang.org/x/tools/gopls@v0.16.1 golang.org/x/net@v0.28.0 golang.org/x/crypto@v0.26.0
github.com/samber/lo@v1.47.0 github.com/shopspring/decimal@v1.4.0 gopkg.in/yaml.v3@v3.0.1 github.com/BurntSushi/toml@v1.4.0
github.com/tidwall/gjson@v1.17.3 github.com/PuerkitoBio/goquery@v1.9.2 github.com/jackc/pgx/v5@v5.6.0 github.com/redis/go-redis/v9@v9.6.1
github.com/aws/aws-sdk-go-v2@v1.30.3 cloud.google.com/go/storage@v1.43.0 github.com/google/go-cmp@v0.6.0 github.com/expr-lang/expr@v1.16.9
github.com/klauspost/compress@v1.17.9 modernc.org/sqlite@v1.32.0 github.com/charmbracelet/bubbletea@v0.27.0
github.com/docker/cli@v20.10.7+incompatible github.com/containerd/containerd@v1.7.20 helm.sh/helm/v3@v3.15.3
github.com/gohugoio/hugo@v0.131.0 github.com/minio/minio-go/v7@v7.0.75 github.com/open-policy-agent/opa@v0.67.1
github.com/cloudevents/sdk-go/v2@v2.15.2 github.com/go-git/go-git/v5@v5.12.0 github.com/apache/arrow/go/v17@v17.0.0
github.com/olekukonko/tablewriter@v1.0.7 github.com/onsi/ginkgo/v2@v2.20.0 github.com/grpc-ecosystem/grpc-gateway/v2@v2.21.0
go.opentelemetry.io/otel@v1.28.0 github.com/golang-migrate/migrate/v4@v4.17.1 github.com/pion/webrtc/v3@v3.2.50
github.com/cockroachdb/pebble@v1.1.1 github.com/dgraph-io/badger/v4@v4.2.0`

// TestSelectionOfPublishedModules compares version selection with the go command's for go.mod files of
// real modules. It needs the network.
func TestSelectionOfPublishedModules(t *testing.T) {
	if os.Getenv("KRIGO_NETWORK") == "" {
		t.Skip("KRIGO_NETWORK is not set")
	}
	c, err := modules.ReadConfig(ctx(t))
	if err != nil {
		t.Fatal(err)
	}
	c.SumDB = "off" // it takes most of the time, and decides nothing here
	client := newClient(t, c)
	compared, modulesSeen := 0, 0
	for _, name := range strings.Fields(published) {
		t.Run(name, func(t *testing.T) {
			goMod := publishedGoMod(t, c, name)
			want, err := goList(t, goMod, "GOSUMDB=off")
			if err != nil {
				t.Skip(err)
			}
			got, err := ourList(t, client, goMod)
			if err != nil || got != want {
				t.Errorf("error %v\ngot:\n%s\nwant:\n%s", err, got, want)
			}
			compared++
			modulesSeen += strings.Count(want, "\n") + 1
		})
	}
	t.Logf("%d go.mod files with %d selected versions", compared, modulesSeen)
	if compared < 50 {
		t.Errorf("the go command listed %d of them, want 50", compared)
	}
}

// publishedGoMod returns the go.mod file of a module from the first module proxy, without the
// replacements by folders that only its repository has.
func publishedGoMod(t *testing.T, c modules.Config, name string) []byte {
	t.Helper()
	path, version, _ := strings.Cut(name, "@")
	escaped, err := module.EscapePath(path)
	if err != nil {
		t.Fatal(err)
	}
	proxy, _, _ := strings.Cut(c.Proxy, ",")
	request, err := http.NewRequestWithContext(ctx(t), http.MethodGet, proxy+"/"+escaped+"/@v/"+version+".mod", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response.Status, err)
	}
	f, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range f.Replace {
		if x.New.Version == "" {
			if err := f.DropReplace(x.Old.Path, x.Old.Version); err != nil {
				t.Fatal(err)
			}
		}
	}
	if data, err = f.Format(); err != nil {
		t.Fatal(err)
	}
	return data
}
