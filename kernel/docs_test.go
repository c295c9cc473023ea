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
	listed := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (in order|comms|at once) \\|").FindAllStringSubmatch(string(raw), -1) {
		listed[m[1]] = m[2]
	}
	lanes := map[lane]string{atOnce: "at once", cells: "in order", commLane: "comms"}
	for name, r := range (&core{}).routes() {
		if want := lanes[r.lane]; listed[name] != want {
			t.Errorf("docs/protocol.md needs the row \"| `%s` | %s | the reply |\" in its table of requests; it has %q", name, want, listed[name])
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("docs/protocol.md has a row for %s, which routes (dispatch.go) lacks", name)
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
			t.Errorf("docs/protocol.md needs a row for %s in its table of what comes on iopub", name)
		}
	}
}
