package notebook

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/protocol.md has every command that a page may give, and every event.
func TestTheTablesOfThePageAreThoseOfTheCode(t *testing.T) {
	page := read(t, "../../docs/protocol.md")
	_, commandsTable, _ := strings.Cut(page, "| command |")
	commandsTable, eventsTable, ok := strings.Cut(commandsTable, "| event |")
	if !ok {
		t.Fatal("docs/protocol.md has no tables of commands and events")
	}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\|")
	if told, want := names(row, commandsTable), slices.Sorted(maps.Keys(commands)); !slices.Equal(told, want) {
		t.Errorf("the page has the commands %q, the code %q", told, want)
	}
	want := names(regexp.MustCompile("`json:\"ev\"` // (\\w+)"), read(t, "event.go"))
	if told := names(row, eventsTable); !slices.Equal(told, want) {
		t.Errorf("the page has the events %q, the code %q", told, want)
	}
}

// names returns the matches of an expression, sorted, each once.
func names(of *regexp.Regexp, text string) []string {
	var found []string
	for _, m := range of.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
