package static

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"krigo/cell"
)

// Each file of testdata/effects is a session of cells, each of which is followed by what
// it reads and writes, written out by hand: a line for each list that is not empty.
func TestEffectsAreThoseWrittenByHand(t *testing.T) {
	files, err := filepath.Glob("testdata/effects/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := New(world)
			var does, source string
			for _, f := range archive.Files {
				if f.Name == "effects" {
					if want := strings.TrimSpace(string(f.Data)); does != want {
						t.Errorf("the cell\n%s\nhas the effects\n%s\n\nwant\n%s", source, does, want)
					}
					continue
				}
				source = string(f.Data)
				p, faults := s.Check(cell.Cell{Label: f.Name, Source: source})
				if len(faults) > 0 {
					t.Fatalf("%s\n%v", source, faults)
				}
				s.Commit(p)
				does = effectsText(p.Effects)
			}
		})
	}
}

// effectsText has a line for each list of effects that is not empty, and for each note.
func effectsText(e cell.Effects) string {
	var lines []string
	for _, list := range []struct {
		name  string
		names []string
	}{{"reads", e.Reads}, {"may read", e.MayRead}, {"uses", e.Uses}, {"writes", e.Writes}, {"sets", e.Sets}, {"may write", e.MayWrite}} {
		if len(list.names) > 0 {
			lines = append(lines, list.name+": "+strings.Join(list.names, " "))
		}
	}
	for _, note := range e.Notes {
		lines = append(lines, "note: "+note)
	}
	return strings.Join(lines, "\n")
}
