package export

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// TestWhatRunsOrRestylesIsTakenOut, and reported.
func TestWhatRunsOrRestylesIsTakenOut(t *testing.T) {
	for _, hostile := range []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<svg onload=alert(1)><path d="M0 0"/></svg>`,
		`<a href="javascript:alert(1)">x</a>`, `<a href=" jAvascript:alert(1)">x</a>`, `<a href="data:text/html,<script>x</script>">x</a>`,
		`<meta http-equiv="refresh" content="0;url=//evil">`, `<style>*{display:none}</style>`, `<link rel=stylesheet href=//evil>`,
		`<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<object data=x></object>`, `<embed src=x>`, `<base href=//evil>`,
		`<form action=//evil><input name=q><button>go</button></form>`, `<input type=text>`, `<textarea></textarea>`,
		`<p style="position:fixed;top:0">x</p>`, `<p style="background:url(//evil)">x</p>`, `<p style="width:expression(alert(1))">x</p>`,
		`<svg><rect fill="url(//evil/x)"/></svg>`, `<svg><use href="#x"/></svg>`, `<svg><foreignObject><p>x</p></foreignObject></svg>`,
		`<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
		`<svg><animate attributeName=href values="javascript:alert(1)"/></svg>`, `<svg><image href="//evil"/></svg>`,
		`<math><annotation-xml encoding="text/html"><p>x</p></annotation-xml></math>`, `<math href="javascript:alert(1)"><mi>x</mi></math>`,
		`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
		`<svg><style><img src=x onerror=alert(1)></style></svg>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
		`<p style="background:var(--q,url(//evil))">x</p>`, `<p style="color:rgb(url(//evil))">x</p>`, `<p style="width:calc(1,image-set(url(//evil)))">x</p>`,
		`<p style="background:image-set('//evil' 1x)">x</p>`, `<p style="list-style:var(--q,calc(url(//evil)))">x</p>`, `<p style="cursor:min(1,max(2,calc(url(//evil))))">x</p>`,
		`<template><script>alert(1)</script></template>`, `<video src=//evil autoplay></video>`, `<portal src=//evil></portal>`,
	} {
		clean, whole := Sanitise(hostile)
		if whole {
			t.Errorf("%s: reported as whole", hostile)
		}
		low := strings.ToLower(string(clean))
		for _, bad := range []string{"<script", "onerror=", "onload=", "javascript:", "<style", "<meta", "<link", "<iframe", "<form", "evil", "<input", "data:text", "fixed", "expression", "srcdoc"} {
			if strings.Contains(strings.ReplaceAll(low, "title=\"&lt;/noscript&gt;&lt;img src=x onerror=", ""), bad) {
				t.Errorf("%s: %q is left in %s", hostile, bad, clean)
			}
		}
	}
}

// Ids of a text are no ids of the page, and its links lead to them.
func TestIDsOfATextArePrefixed(t *testing.T) {
	for source, want := range map[string]string{
		`<h6 id="told">a</h6>`:             `<h6 id="user-told">a</h6>`,
		`<a href="#told">a</a>`:            `<a href="#user-told">a</a>`,
		`<a href="b.ipynb#told">a</a>`:     `<a href="b.ipynb#told">a</a>`,
		`<p id="told">a</p>`:               `<p>a</p>`,
		`<p title=' id="told'>a id="b</p>`: `<p title=" id=&#34;told">a id=&#34;b</p>`,
	} {
		if clean, _ := Sanitise(source); string(clean) != want {
			t.Errorf("%s became %s, want %s", source, clean, want)
		}
	}
	html, err := NewRenderer().Markdown(&nbformat.Cell{ID: "c", Source: "# A fit\n\n[up](#A-fit) note[^1]\n\n[^1]: foot"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`id="user-A-fit"`, `href="#user-A-fit"`, `id="user-c-fn:1"`, `href="#user-c-fn:1"`} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
}

func TestWhatIsSafeStaysWhole(t *testing.T) {
	for _, safe := range []string{
		`<table><caption style="text-align:left"><b>t</b></caption><thead><tr><th style="text-align:right">a</th></tr></thead><tbody><tr><td colspan="2">1 &lt; 2 &amp; "q"</td></tr></tbody></table>`,
		`<table border="1" class="dataframe"><tbody><tr style="text-align: right;"><td>1</td></tr></tbody></table>`,
		`<p>text <em>and</em> <code>code</code><br/><a href="https://example.org/?a=b&amp;c">x</a> <a href="02-next.ipynb#A-B">y</a></p>`,
		`<img alt="a" src="data:image/png;base64,iVBORw0KGgo=" width="3">`, `<h2 id="A-(first)-fit">A (first) fit</h2>`,
		`<svg viewBox="0 0 10 10" width="10"><g fill="none" stroke="#000"><path d="M0 0L1 1"></path><text x="1">t</text></g></svg>`,
		`<div class="figure below-640" role="img" aria-label="a"><svg width="640" viewBox="0 0 9 9" fill="none">` +
			`<path d="m1 2h0" stroke="var(--figure-ink,#262626)" stroke-opacity=".85" stroke-width="88" stroke-linecap="round"></path>` +
			`<text x="1" y="2" font-size="9" textLength="30" lengthAdjust="spacingAndGlyphs" transform="rotate(-90 1 2)">t</text>` +
			`<image x="1" href="data:image/png;base64,iVBORw0KGgo="></image></svg></div>`,
		`<details open=""><summary>s</summary>x</details>`,
		`<div style="background:#fff;color:#1c1f23;color-scheme:light;width:max-content;max-width:100%">x</div>`,
		`<p style="width:calc(100% - var(--x));color:light-dark(rgb(0 0 0 / 50%),var(--ansi-1))">x</p>`,
		`<span style="color:light-dark(#b3261e,var(--ansi-1));font-weight:bold">x</span><!-- a remark -->`,
		string(formula(`\sqrt{`+strings.Repeat("a + ", 40)+`b}`, true)), string(formula(strings.Repeat("a + ", 40)+"b", false)),
		string(formula(`k(x,x') = \sigma_f^2 \exp\left(-\frac{r^2}{2\ell^2}\right) \begin{pmatrix} a & \hat b \\ \mathbb{R} & \sum_{i=1}^n x_i \end{pmatrix}`, true)),
	} {
		if clean, whole := Sanitise(safe); !whole {
			t.Errorf("%s:\nbecame %s", safe, clean)
		}
	}
}

// TestTheCourseIsShownWhole: what our own notebooks hold loses nothing, but for the
// scripts of what is drawn ahead.
func TestTheCourseIsShownWhole(t *testing.T) {
	paths, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, len(paths))
	}
	for _, path := range paths {
		nb, err := nbformat.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := NewRenderer()
		for _, c := range nb.Cells {
			if c.Type == nbformat.Markdown {
				text, err := r.text(c.ID, c.Source, c.Attachments)
				if _, whole := Sanitise(string(text)); err != nil || !whole {
					t.Errorf("%s, cell %s: %v, whole: %v", path, c.ID, err, whole)
				}
			}
			for _, o := range c.Outputs {
				text, _ := o.Data["text/html"].(string)
				if clean, whole := Sanitise(text); !whole && !Runs(text) {
					t.Errorf("%s, cell %s: %s", path, c.ID, firstLoss(text, string(clean)))
				}
			}
		}
	}
}

// firstLoss returns the first token that sanitising has changed.
func firstLoss(before, after string) string {
	a, b := essence(before), essence(after)
	for i, token := range a {
		if i >= len(b) || b[i] != token {
			return fmt.Sprintf("%q became %q", token, b[i:min(i+1, len(b))])
		}
	}
	return "nothing"
}
