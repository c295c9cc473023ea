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

func TestWhatIsSafeStaysWhole(t *testing.T) {
	for _, safe := range []string{
		`<table><caption style="text-align:left"><b>t</b></caption><thead><tr><th style="text-align:right">a</th></tr></thead><tbody><tr><td colspan="2">1 &lt; 2 &amp; "q"</td></tr></tbody></table>`,
		`<table border="1" class="dataframe"><tbody><tr style="text-align: right;"><td>1</td></tr></tbody></table>`,
		`<p>text <em>and</em> <code>code</code><br/><a href="https://example.org/?a=b&amp;c">x</a> <a href="02-next.ipynb#A-B">y</a></p>`,
		`<img alt="a" src="data:image/png;base64,iVBORw0KGgo=" width="3">`, `<h2 id="A-(first)-fit">A (first) fit</h2>`,
		`<svg viewBox="0 0 10 10" width="10"><g fill="none" stroke="#000"><path d="M0 0L1 1"></path><text x="1">t</text></g></svg>`,
		`<details open=""><summary>s</summary>x</details>`,
		`<div style="background:#fff;color:#1c1f23;color-scheme:light;width:max-content;max-width:100%">x</div>`,
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
