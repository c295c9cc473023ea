package mime

import (
	"math"
	"strings"
	"testing"
)

func TestClaimsCountAndSayTheirVerdicts(t *testing.T) {
	c := Claims().
		Judge("it falls", "to 0", 0.25, 0.25 < 1).
		Judge("it is exact", 1.0, math.NaN(), math.NaN() <= 1).
		Leave("it scales", "10^9", "no room")
	text := strings.Join(strings.Fields(c.String()), " ")
	want := "Of 3 claims 1 held, 1 not held, 1 not shown " +
		"claim published measured verdict"
	if !strings.HasPrefix(text, want) {
		t.Errorf("the table begins %q, want %q", text, want)
	}
	for _, row := range []string{"it falls to 0 0.25 held", "it is exact 1 NaN not held", "it scales 10^9 not shown: no room"} {
		if !strings.Contains(text, row) {
			t.Errorf("%q has no row %q", text, row)
		}
	}
	if html := Of(c).Data["text/html"]; html == nil || !strings.Contains(html.(string), "not held") {
		t.Errorf("its HTML is %v", html)
	}
}
