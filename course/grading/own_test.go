package grading_test

import (
	"fmt"
	"strings"
	"testing"

	"krigo/course"
	"krigo/course/grading"
)

// TestNumbersOfEachStudentsOwn: answers are judged by the numbers of the student who has handed in,
// whatever the notebook says.
func TestNumbersOfEachStudentsOwn(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs notebooks")
	}
	const (
		computed = "own := must(course.Own(\"t-4\"))\ncourse.Check(\"t-4\", 2*own[0])"
		ask      = "course.Student(%q)"
	)
	of := func(name string) string {
		course.Student(name)
		own, err := course.Own("t-4")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("course.Check(\"t-4\", %v)", 2*own[0])
	}
	dir := t.TempDir()
	for _, s := range []struct {
		file  string
		cells []string
	}{
		{"Ada Lovelace", []string{fmt.Sprintf(ask, "ada lovelace"), of("ada_lovelace")}},
		{"bob", []string{of("bob")}},
		{"carl", []string{fmt.Sprintf(ask, ""), computed}},
		{"copies", []string{fmt.Sprintf(ask, "bob"), of("bob")}},
		{"pretends", []string{fmt.Sprintf(ask, "bob"), computed}},
		{"other numbers", []string{of("nobody yet")}},
	} {
		handIn(t, dir, s.file+".ipynb", notebook(s.cells...))
	}
	report, err := grading.Grade(t.Context(), dir, options(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Students {
		points, answered := s.Points["t-4"]
		right := s.Name == "Ada Lovelace" || s.Name == "bob" || s.Name == "carl"
		if !answered || (points == 1) != right {
			t.Errorf("%s: %v points, answered is %v; noticed: %q", s.Name, points, answered, s.Noticed)
		}
		remark := strings.Contains(strings.Join(s.Noticed, "; "), `calls its student "bob"`)
		if pretends := s.Name == "copies" || s.Name == "pretends"; remark != pretends {
			t.Errorf("%s: noticed is %q", s.Name, s.Noticed)
		}
	}
}
