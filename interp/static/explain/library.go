package explain

import (
	"regexp"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Messages about calls of krigo's own library that are written otherwise.
var (
	bareShare  = regexp.MustCompile(`^cannot use (\S+) \(.*\) as dataset\.Share value in argument to dataset\.Split`)
	tableAlone = regexp.MustCompile(`^not enough arguments in call to display\.Table\n\thave \(\*dataset\.Table\)`)
)

// hintLibrary is for calls of the library that read well and are not there.
func hintLibrary(_ *check.Checked, f syntax.Fault) string {
	if m := bareShare.FindStringSubmatch(f.Message); m != nil {
		return "say which part is meant: dataset.TestShare(" + m[1] + ") or dataset.TrainShare(" + m[1] + ")"
	}
	if tableAlone.MatchString(f.Message) {
		return "a table of data shows itself: write its name alone, or display.Show(table)"
	}
	return ""
}
