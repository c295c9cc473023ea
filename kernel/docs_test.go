package kernel

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/protocol.md has every request that is served, and how.
func TestTheTableOfRequestsIsTheDispatchTable(t *testing.T) {
	raw, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (in order|comms|at once) \\|").FindAllStringSubmatch(string(raw), -1) {
		told[m[1]] = m[2]
	}
	served := map[string]string{}
	for name, r := range (&core{}).routes() {
		served[name] = map[lane]string{atOnce: "at once", cells: "in order", commLane: "comms"}[r.lane]
	}
	if !maps.Equal(told, served) {
		t.Errorf("the page has %v\nthe kernel serves %v", told, served)
	}
}

var published = regexp.MustCompile(`\b(?:publish|compose)\((?:s\.session, )?"(\w*[a-z])"`)

// docs/protocol.md names every message that the kernel sends unasked.
func TestTheMessagesOfIopubAreTold(t *testing.T) {
	raw, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	sent := map[string]bool{}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		source, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range published.FindAllStringSubmatch(string(source), -1) {
			sent[m[1]] = true
		}
	}
	if len(sent) < 8 {
		t.Fatalf("found %v, want more", slices.Sorted(maps.Keys(sent)))
	}
	for name := range sent {
		if !strings.Contains(string(raw), "`"+name+"`") {
			t.Errorf("%s is not on the page", name)
		}
	}
}
