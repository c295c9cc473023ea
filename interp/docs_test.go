package interp

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/kernel.md has the commands that there are, as %help lists them.
func TestTheTableOfCommandsIsTheOneOfHelp(t *testing.T) {
	raw, err := os.ReadFile("../docs/kernel.md")
	if err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile("(?m)^\\| `%.*$").FindAllString(string(raw), -1)
	var want []string
	for _, c := range commands() {
		call := strings.ReplaceAll(strings.TrimSpace("%"+c.name+" "+c.args), "|", `\|`)
		want = append(want, "| `"+call+"` | "+c.help+" |")
	}
	if !slices.Equal(told, want) {
		t.Errorf("docs/kernel.md has\n%s\nand the code\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}
