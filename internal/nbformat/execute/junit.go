package execute

import (
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// Report has the results of a notebook's cells, for JUnit.
type Report struct {
	// Name is the notebook's, such as its path.
	Name     string
	Notebook *nbformat.Notebook
	// Steps are the cells that ended, as Options.Observe received them.
	Steps []Step
}

// JUnit writes reports in the form of JUnit's XML that Jenkins and GitLab read (junit-10.xsd of
// Jenkins' xUnit plugin): a suite a notebook, a test a code cell. A cell that ends as it has to
// (its error is allowed by its tag) passes; one that was not run is skipped.
func JUnit(reports []Report) ([]byte, error) {
	all := suites{}
	for _, r := range reports {
		s := r.suite()
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.seconds += s.seconds
		all.Suites = append(all.Suites, s)
	}
	all.Time = seconds(all.seconds)
	raw, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("junit: %w", err)
	}
	return append([]byte(xml.Header), append(raw, '\n')...), nil
}

// counts are the attributes that a suite and all suites share.
type counts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Time     string `xml:"time,attr"`
	seconds  float64
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	counts
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Skipped int        `xml:"skipped,attr"`
	Cases   []testCase `xml:"testcase"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	Time    string   `xml:"time,attr"`
	Failure *failure `xml:"failure"`
	Skipped *skipped `xml:"skipped"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type skipped struct {
	Message string `xml:"message,attr"`
}

func (r Report) suite() suite {
	ended := map[*nbformat.Cell]Step{}
	for _, s := range r.Steps {
		ended[s.At] = s
	}
	s := suite{Name: plainText(r.Name)}
	number := 0
	for _, c := range r.Notebook.Cells {
		if c.Type != nbformat.Code || strings.TrimSpace(c.Source) == "" {
			continue
		}
		test := testCase{Class: s.Name, Time: seconds(0)}
		switch step, ok := ended[c]; {
		case c.HasTag(TagSkip):
			test.Name, test.Skipped = "skipped: "+Title(c), &skipped{"the cell is tagged " + TagSkip}
		case !ok:
			number++
			test.Name, test.Skipped = caseName(number, c), &skipped{"the run ended before this cell"}
		default:
			number++
			test.Name, test.Time = caseName(number, c), seconds(step.Elapsed.Seconds())
			s.seconds += step.Elapsed.Seconds()
			if step.Err != nil && !c.HasTag(TagRaises) {
				test.Failure = failureOf(r.Name, step.Err)
				s.Failures++
			}
		}
		if test.Skipped != nil {
			s.Skipped++
		}
		test.Name = plainText(test.Name)
		s.Tests++
		s.Cases = append(s.Cases, test)
	}
	s.Time = seconds(s.seconds)
	return s
}

// caseName returns the name of a cell's test: its number among those that are run, and
// what its metadata calls it, or else its first line.
func caseName(number int, c *nbformat.Cell) string {
	name, _ := c.Metadata["name"].(string)
	if name == "" {
		name = Title(c)
	}
	return fmt.Sprintf("cell %d: %s", number, name)
}

func failureOf(notebook string, err error) *failure {
	failed := (*cell.Error)(nil)
	if !errors.As(err, &failed) {
		return &failure{Message: plainText(err.Error()), Type: "Error", Text: plainText(err.Error())}
	}
	return &failure{
		Message: plainText(failed.Message), Type: plainText(failed.Name),
		Text: plainText(strings.Join(failed.In(notebook).Traceback(false), "\n")),
	}
}

// escapes matches the escape sequences of terminals, for colours and more.
var escapes = regexp.MustCompile(`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])`)

// plainText is text that XML can hold: without colours, and with spaces for other
// control characters.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, escapes.ReplaceAllString(text, ""))
}

func seconds(s float64) string {
	return fmt.Sprintf("%.3f", s)
}
