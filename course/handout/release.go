package handout

import (
	"fmt"
	"regexp"
	"strings"

	"krigo/internal/nbformat"
)

// mark matches a line that begins or ends a part that students do not get.
var mark = regexp.MustCompile(`^(\s*)//\s*#*\s*(BEGIN|END) (SOLUTION|HIDDEN TESTS)\s*#*\s*$`)

// stub are the lines that replace a solution.
var stub = []string{"// write your answer here", `panic("no answer yet")`}

// Released returns the students' version of a teacher's notebook: without outputs, with a
// stub that panics instead of the lines between // BEGIN SOLUTION and // END SOLUTION, and
// without the lines between // BEGIN HIDDEN TESTS and // END HIDDEN TESTS. The notes
// report cells that students are to solve and that have no such lines: they stay as they
// are.
func Released(raw []byte) (released []byte, notes []string, err error) {
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, nil, err
	}
	sources := map[int]string{}
	for i, c := range nb.Cells {
		source, marked, err := withoutParts(c.Source)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("cell %d of all cells: %w", i+1, err)
		case marked:
			sources[i] = source
		case Of(c).Solution && c.Type == nbformat.Code:
			notes = append(notes, fmt.Sprintf("exercise %q has no // BEGIN SOLUTION: its cell is given out as it is", Of(c).ID))
		}
	}
	if raw, err = nbformat.ReplaceSources(raw, sources); err != nil {
		return nil, nil, err
	}
	released, err = nbformat.Strip(raw)
	return released, notes, err
}

// withoutParts returns a cell's source without what students do not get.
func withoutParts(source string) (released string, marked bool, err error) {
	var kept []string
	within := "" // what is left out: SOLUTION or HIDDEN TESTS
	for line := range strings.SplitSeq(source, "\n") {
		m := mark.FindStringSubmatch(line)
		switch {
		case m == nil && within == "":
			kept = append(kept, line)
		case m == nil:
		case m[2] == "BEGIN" && within != "":
			return "", false, fmt.Errorf("BEGIN %s stands before END %s", m[3], within)
		case m[2] == "BEGIN":
			marked, within = true, m[3]
			if within == "SOLUTION" {
				kept = append(kept, m[1]+stub[0], m[1]+stub[1])
			}
		case m[3] != within:
			return "", false, fmt.Errorf("END %s has no BEGIN %s", m[3], m[3])
		default:
			within = ""
		}
	}
	if within != "" {
		return "", false, fmt.Errorf("BEGIN %s has no END %s", within, within)
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n"), marked, nil
}
