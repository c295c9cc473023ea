package main

import (
	"fmt"
	"io"
)

// verdict reports the change of a row: worse or better if the quartiles of its ratios
// do not overlap.
func verdict(old, now Row) string {
	switch {
	case now.Missing != "":
		return "not run"
	case old.Missing != "":
		return "new"
	case now.Low > old.High:
		return "worse"
	case now.High < old.Low:
		return "better"
	}
	return "same"
}

// writeComparison writes the changes of rows between two reports, in Markdown.
func writeComparison(w io.Writer, old, now Report) error {
	if _, err := fmt.Fprintf(w, "Old:\n%sNew:\n%s\n%s", old.Facts, now.Facts, comparisonHead); err != nil {
		return err
	}
	before := map[string]Row{}
	for _, r := range old.Rows {
		before[r.Name] = r
	}
	for _, r := range now.Rows {
		was, known := before[r.Name]
		if !known {
			was = Row{Missing: "no such row"}
		}
		delete(before, r.Name)
		if err := writeChange(w, r.Name, was, r, verdict(was, r)); err != nil {
			return err
		}
	}
	for _, r := range old.Rows {
		if _, gone := before[r.Name]; !gone {
			continue
		}
		if err := writeChange(w, r.Name, r, Row{Missing: "no such row"}, "gone"); err != nil {
			return err
		}
	}
	return nil
}

const comparisonHead = `| row | old | new | limit | holds | change |
| --- | --: | --: | --: | --- | --- |
`

func writeChange(w io.Writer, name string, old, now Row, change string) error {
	_, err := fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n",
		name, spread(old), spread(now), limit(now.Limit), now.holds(), change)
	return err
}

// spread returns a ratio with its quartiles.
func spread(r Row) string {
	if r.Missing != "" {
		return "–"
	}
	return fmt.Sprintf("%s (%s–%s)", digits(r.Ratio), digits(r.Low), digits(r.High))
}
