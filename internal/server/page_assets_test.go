package server

import (
	"compress/gzip"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krigo/internal/contrast"
)

// assetLimit and compressedLimit bound the total bytes that the page loads, as they are and
// compressed.
const assetLimit, compressedLimit = 134_000, 47_600

func TestTheAssetsAreSmall(t *testing.T) {
	total, packed := 0, 0
	s := serve(t)
	for _, name := range pageAssets(t) {
		total += len(s.asset(filepath.Base(name), "identity").body)
		packed += len(s.asset(filepath.Base(name), "gzip").body)
	}
	t.Logf("the page loads %d bytes, %d compressed", total, packed)
	if total > assetLimit || packed > compressedLimit {
		t.Errorf("the page loads %d bytes, %d compressed: more than %d and %d", total, packed, assetLimit, compressedLimit)
	}
}

// asset asks for a file of the page.
func (s served) asset(name, accept string, header ...string) answer {
	s.t.Helper()
	return s.ask("GET", "/static/"+name, "", append(header, "Accept-Encoding", accept)...)
}

// Scripts and styles are served without indentation and the lines that are comments. This shows that
// what looks like one is one: by induction, no line begins within a literal or another
// comment.
func TestAssetsLoseCommentsIndentationAndNothingElse(t *testing.T) {
	s := serve(t)
	for _, name := range pageAssets(t) {
		if ext := filepath.Ext(name); ext != ".js" && ext != ".css" {
			continue
		}
		had := strings.Split(readAsset(t, name), "\n")
		got := strings.Split(s.asset(filepath.Base(name), "identity").body, "\n")
		if len(got) != len(had) {
			t.Fatalf("%s has %d lines, and as it is served %d", name, len(had), len(got))
		}
		within := false
		for i, line := range had {
			text := strings.TrimSpace(line)
			fault := func(what string) { t.Errorf("%s:%d: %s: %s", name, i+1, what, text) }
			within = within || strings.HasPrefix(text, "/*")
			comment := within || strings.HasPrefix(text, "//")
			end := strings.Index(text, "*/")
			switch {
			case comment && got[i] != "":
				fault("a comment is served")
			case !comment && got[i] != strings.TrimLeft(line, " \t"):
				fault("code is not served")
			case within && end >= 0 && end != len(text)-2:
				fault("code follows a comment on its line, where it is lost")
			case !comment && strings.Count(line, "`")%2 == 1:
				fault("a text in backquotes goes over lines, or a backquote is not written as \\x60")
			case !comment && strings.HasSuffix(line, `\`):
				fault("a string goes over lines")
			case !comment && strings.Count(line, "/*") > strings.Count(line, "*/") && !strings.Contains(line, `\/\*`):
				fault("a comment begins behind code and goes over lines")
			}
			within = within && end < 0
		}
	}
}

// A compressed answer is the same file under its own tag, for clients that accept it.
func TestAssetsAreCompressedForWhoTakesThat(t *testing.T) {
	s := serve(t)
	want := s.asset("page.css", "identity").body
	tags := map[string]bool{}
	for accept, packed := range map[string]bool{
		"gzip": true, "deflate, GZIP;q=0.5, br": true, "identity": false, "gzip;q=0": false, "gzip; q=0.000": false, "x-gzip": false,
	} {
		got := s.asset("page.css", accept)
		body := got.body
		if coding := got.header.Get("Content-Encoding"); (coding == "gzip") != packed || got.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q gets %q, which varies by %q", accept, coding, got.header.Get("Vary"))
		}
		if packed {
			body = unpacked(t, body)
		}
		if body != want {
			t.Errorf("%q gets %d bytes of other content", accept, len(body))
		}
		tag := got.header.Get("ETag")
		tags[tag] = true
		if again := s.asset("page.css", accept, "If-None-Match", tag); again.status != 304 || again.body != "" {
			t.Errorf("%q asks again and gets %d, %d bytes", accept, again.status, len(again.body))
		}
	}
	if len(tags) != 2 {
		t.Errorf("tags %v, want one of each form", tags)
	}
}

func unpacked(t *testing.T, body string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The policy of the page (package server) forbids these, and nothing comes from elsewhere.
func TestThePageHasNoInlineScriptsAndNoForeignAssets(t *testing.T) {
	html := readAsset(t, filepath.Join("page", "index.html"))
	for _, bad := range []string{`<script>`, ` onclick=`, ` onload=`, `javascript:`, ` style="`, `<style`} {
		if strings.Contains(html, bad) {
			t.Errorf("index.html has %q", bad)
		}
	}
	foreign := regexp.MustCompile(`(?:from|import|url\(|src=|href=)\s*\(?["']?(?:https?:)?//`)
	for _, name := range pageAssets(t) {
		if found := foreign.FindString(readAsset(t, name)); found != "" {
			t.Errorf("%s asks for %q", name, found)
		}
	}
}

// Every asset is there that another names.
func TestTheAssetsThatAreNamedAreThere(t *testing.T) {
	named := regexp.MustCompile(`(?:from "\./|/static/)([\w.]+)"`)
	for _, name := range pageAssets(t) {
		for _, m := range named.FindAllStringSubmatch(readAsset(t, name), -1) {
			if !slices.ContainsFunc(pageAssets(t), func(path string) bool { return filepath.Base(path) == m[1] }) {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
}

// The colours are the colours of exported pages, and text of every colour can be read on every
// ground.
func TestTheColoursAreThoseOfExportedPages(t *testing.T) {
	pairs := lightDark(t, readAsset(t, filepath.Join("page", "page.css")))
	exported := readAsset(t, filepath.Join("..", "nbformat", "export", "page.css"))
	light, dark, ok := strings.Cut(exported, "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("the exported page has no dark colours")
	}
	dark, _, _ = strings.Cut(dark, "}")
	light, _, _ = strings.Cut(light, "}")
	variable := regexp.MustCompile(`--([\w-]+): (#\w+);`)
	for i, text := range []string{light, dark} {
		found := variable.FindAllStringSubmatch(text, -1)
		if len(found) < 20 {
			t.Fatalf("%d colours in the exported page", len(found))
		}
		for _, m := range found {
			if got := pairs[m[1]][i]; got != m[2] {
				t.Errorf("--%s is %s, in exported pages %s", m[1], got, m[2])
			}
		}
	}
}

func TestTextStandsOutFromItsGround(t *testing.T) {
	pairs := lightDark(t, readAsset(t, filepath.Join("page", "page.css")))
	for name, c := range pairs {
		if !regexp.MustCompile(`^(ink|soft|accent|keyword|string|number|comment|call|ansi-\d+|warn-text|error-text)$`).MatchString(name) {
			continue
		}
		for _, ground := range []string{"paper", "ground", "stripe", "hover"} {
			for i := range 2 {
				if r := contrast.Ratio(parseColour(t, c[i]), parseColour(t, pairs[ground][i])); r < contrast.Legible {
					t.Errorf("--%s (%s) on --%s (%s): %.2f", name, c[i], ground, pairs[ground][i], r)
				}
			}
		}
	}
}

// lightDark returns the variables of a style that are pairs of colours.
func lightDark(t *testing.T, css string) map[string][2]string {
	t.Helper()
	pairs := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([\w-]+): light-dark\((#\w+), (#\w+)\)`).FindAllStringSubmatch(css, -1) {
		pairs[m[1]] = [2]string{m[2], m[3]}
	}
	return pairs
}

func parseColour(t *testing.T, text string) color.Color {
	t.Helper()
	c := color.RGBA{A: 255}
	var err error
	switch len(text) {
	case 4:
		_, err = fmt.Sscanf(text, "#%1x%1x%1x", &c.R, &c.G, &c.B)
		c.R, c.G, c.B = 17*c.R, 17*c.G, 17*c.B
	case 7:
		_, err = fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	default:
		err = fmt.Errorf("colour %q", text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pageAssets returns the paths of all files that browsers load.
func pageAssets(t *testing.T) []string {
	t.Helper()
	styles := filepath.Join("..", "nbformat", "export")
	names := []string{filepath.Join(styles, "formula.css"), filepath.Join(styles, "figure.css"), filepath.Join(styles, "figure.js")}
	for _, pattern := range []string{"*.html", "*.css", "*.js", "*.svg"} {
		found, err := filepath.Glob(filepath.Join("page", pattern))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	if len(names) < 10 {
		t.Fatalf("assets: %v", names)
	}
	return names
}

func readAsset(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
