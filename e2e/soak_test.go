package e2e

import (
	"strings"
	"testing"
	"time"
)

// The soaks of bench in a short form: they fail where a cell has no answer or a wrong one, or where a
// class takes more memory than krigo prints.
func TestSoaks(t *testing.T) {
	needsModule(t, "tornado")
	for name, args := range map[string][]string{
		"a class":  {"bench/class.py", "--minutes", "0.2", "--visitors", "12", "--hostile", "1", "--slots", "4", "--think", "4"},
		"a kernel": {"bench/load.py", "--only", "soak", "--cells", "200"},
	} {
		t.Run(name, func(t *testing.T) {
			out := krigo.run(t, 5*time.Minute, "", python, append([]string{args[0], "--krigo", krigo.krigo}, args[1:]...)...)
			t.Log(out)
			if !strings.Contains(out, "honest cells, 0 without the right answer") && !strings.Contains(out, "memory of the worker") {
				t.Error("the soak does not report")
			}
		})
	}
}
