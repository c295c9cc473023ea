package main

import (
	"fmt"
	"io"
	"strings"
)

// writeTable writes a report in Markdown.
func writeTable(w io.Writer, r Report) error {
	if _, err := fmt.Fprint(w, r.Facts, "\n", tableHead); err != nil {
		return err
	}
	for _, row := range r.Rows {
		if err := writeRow(w, row); err != nil {
			return err
		}
	}
	return nil
}

const tableHead = `| krigo | beside | krigo's | the other's | ratio | quartiles | limit | holds | others busy | values |
| --- | --- | --: | --: | --: | --: | --: | --- | --: | --- |
`

func writeRow(w io.Writer, r Row) error {
	cells := []string{r.Name, r.Beside, amount(r.Ours, r.Unit), amount(r.Theirs, r.Unit)}
	if r.Missing != "" {
		cells = append(cells, "not run: "+strings.ReplaceAll(r.Missing, "|", `\|`), "")
	} else {
		cells = append(cells, digits(r.Ratio), digits(r.Low)+"–"+digits(r.High))
	}
	cells = append(cells, limit(r.Limit), r.holds(), fmt.Sprintf("%.1f", r.Others), values(r.Values))
	_, err := fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	return err
}

// amount returns a figure with its unit; 0 is none.
func amount(x float64, unit string) string {
	switch {
	case x == 0:
		return "–"
	case unit != "s":
		return digits(x) + " " + unit
	case x >= 1:
		return digits(x) + " s"
	case x >= 1e-3:
		return digits(1e3*x) + " ms"
	}
	return digits(1e6*x) + " µs"
}

// digits writes three significant digits, and all digits before the point.
func digits(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func limit(x float64) string {
	if x == 0 {
		return "–"
	}
	return digits(x)
}

// values writes the values of both sides, once if they agree to 6 digits.
func values(v []float64) string {
	var texts []string
	for _, x := range v {
		if text := fmt.Sprintf("%.6g", x); len(texts) == 0 || texts[0] != text {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " / ")
}
