package course_test

import (
	"encoding/json"
	"testing"

	"krigo/course"
)

// FuzzJudge: whatever a student's process says that an answer shows, judging it ends, and the same is
// judged the same again.
func FuzzJudge(f *testing.F) {
	all := course.Exercises()
	for i, raw := range []string{`1`, `"text"`, `[1,2]`, `[[1,2],[3]]`, `{"a":1}`, `null`, `1e999`, `[1e308,-1e308]`, `{"Values":null}`, `[`} {
		f.Add(i*5, []byte(raw), uint64(i))
	}
	f.Fuzz(func(t *testing.T, at int, raw []byte, probe uint64) {
		id := all[uint(at)%uint(len(all))].ID
		first, again := course.Judge("", id, json.RawMessage(raw), probe), course.Judge("", id, json.RawMessage(raw), probe)
		if (first == nil) != (again == nil) {
			t.Errorf("%s: %q is judged as %v, then as %v", id, raw, first, again)
		}
	})
}
