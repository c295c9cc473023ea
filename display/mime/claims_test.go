package mime

import (
	"math"
	"strings"
	"testing"
)

func TestClaimsCountAndSayTheirVerdicts(t *testing.T) {
	c := Claims().
		Judge("it falls", "to 0", 0.25, 0.25 < 1).
		Judge("it is exact", 1.0, math.NaN(), false).
		Leave("it scales", "10^9", "no room")
	text := strings.Join(strings.Fields(c.String()), " ")
	for _, part := range []string{
		"3 claims: 1 held, 1 not held, 1 not shown claim published measured verdict",
		"it falls to 0 0.25 held", "it is exact 1 NaN not held", "it scales 10^9 not shown: no room",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q has no %q", text, part)
		}
	}
	if html, _ := Of(c).Data["text/html"].(string); !strings.Contains(html, "not held") {
		t.Errorf("its HTML is %q", html)
	}
}

func TestAClaimOfTheSameWordsIsJudgedAnew(t *testing.T) {
	c := Claims().Judge("it falls", 1, 2, false).Leave("it scales", 1, "no room")
	c.Judge("it falls", 1, 0.5, true)
	text := strings.Join(strings.Fields(c.String()), " ")
	if !strings.HasPrefix(text, "2 claims: 1 held, 1 not shown") || strings.Contains(text, "not held") {
		t.Errorf("judged anew it shows %q", text)
	}
}
