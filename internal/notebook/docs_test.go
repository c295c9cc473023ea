package notebook

import (
	"maps"
	"os"
	"path/filepath"
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
	compareTable(t, "commands", names(row, commandsTable), slices.Sorted(maps.Keys(commands)))
	compareTable(t, "events", names(row, eventsTable), names(regexp.MustCompile("`json:\"ev\"` // (\\w+)"), read(t, "event.go")))
}

// compareTable reports the rows that a table of docs/protocol.md lacks, and those of what the code does not have.
func compareTable(t *testing.T, table string, listed, want []string) {
	t.Helper()
	for _, name := range want {
		if !slices.Contains(listed, name) {
			t.Errorf("docs/protocol.md needs the row \"| `%s` | what it is for |\" in its table of %s", name, table)
		}
	}
	for _, name := range listed {
		if !slices.Contains(want, name) {
			t.Errorf("docs/protocol.md has a row for %s in its table of %s, which the code does not have", name, table)
		}
	}
}

// The scripts of the page ask for every command, and for no other.
func TestThePageAsksForTheCommandsOfTheCode(t *testing.T) {
	scripts, err := filepath.Glob("../server/page/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts, error %v", len(scripts), err)
	}
	asked := map[string]string{} // the file that asks, by command
	for _, path := range scripts {
		for _, m := range regexp.MustCompile(`\bop: "(\w+)"`).FindAllStringSubmatch(read(t, path), -1) {
			asked[m[1]] = path
		}
	}
	for name, path := range asked {
		if commands[name] == nil {
			t.Errorf("%s asks for %q: add it to commands (command.go)", path, name)
		}
	}
	for name := range commands {
		if asked[name] == "" {
			t.Errorf("no script of the page asks for %q, as op: %q", name, name)
		}
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
