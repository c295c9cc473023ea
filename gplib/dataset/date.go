package dataset

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// layout is a way to write dates and times, as package time describes it.
type layout struct {
	text  string
	order DateOrder // of dates that begin with a day or a month in numbers
	short bool      // the year has two digits
}

// layouts are all recognised layouts.
var layouts = makeLayouts()

func makeLayouts() []layout {
	var all []layout
	add := func(dates, clocks []string, order DateOrder, short bool) {
		for _, date := range dates {
			for _, clock := range clocks {
				all = append(all, layout{date + clock, order, short})
			}
		}
	}
	clocks := []string{"", " 15:04", " 15:04:05", " 3:04 PM", " 3:04:05 PM", " 15:04:05 -0700"}
	iso := []string{"", " 15:04", " 15:04:05", " 15:04:05Z07:00", " 15:04:05-0700", " 15:04:05 -0700", "T15:04", "T15:04:05", "T15:04Z07:00", "T15:04:05Z07:00", "T15:04:05-0700"}
	add([]string{"2006-1-2", "2006/1/2"}, iso, FindOrder, false)
	add([]string{"2006.1.2", "2 Jan 2006", "2-Jan-2006", "2 January 2006", "2. January 2006", "Jan 2, 2006", "Jan 2 2006", "January 2, 2006", "January 2 2006"}, clocks, FindOrder, false)
	add([]string{"2 Jan 06", "2-Jan-06"}, clocks, FindOrder, true)
	add([]string{"2006-1", "Jan 2006", "January 2006", "Jan-2006"}, []string{""}, FindOrder, false)
	// Only dates that begin with the day have points.
	add([]string{"2.1.2006"}, clocks, FindOrder, false)
	add([]string{"2.1.06"}, clocks, FindOrder, true)
	add([]string{"2/1/2006", "2-1-2006"}, clocks, DayFirst, false)
	add([]string{"1/2/2006", "1-2-2006"}, clocks, MonthFirst, false)
	add([]string{"2/1/06"}, clocks, DayFirst, true)
	add([]string{"1/2/06"}, clocks, MonthFirst, true)
	return all
}

// looksLikeDate reports whether a cell is a date in any of the layouts.
func looksLikeDate(cell string) bool { return len(layoutsOf(cell, layouts)) > 0 }

// layoutsOf returns the given layouts that a cell matches.
func layoutsOf(cell string, among []layout) []layout {
	if len(cell) < 6 || len(cell) > 40 || !strings.ContainsAny(cell[:1], "0123456789JFMASONDjfmasond") {
		return nil
	}
	var fit []layout
	for _, l := range among {
		if _, err := time.Parse(l.text, cell); err == nil {
			fit = append(fit, l)
		}
	}
	return fit
}

// dateLayout returns the layout of all cells that are not missing; ambiguous
// reports whether day and month may be in either order. of holds the file's
// settings.
func dateLayout(cells []string, of *source) (l layout, ambiguous, ok bool) {
	fit := layouts
	if order := of.options.Dates; order != FindOrder {
		fit = slices.DeleteFunc(slices.Clone(layouts), func(l layout) bool { return l.order != FindOrder && l.order != order })
	}
	some := false
	for _, cell := range cells {
		if of.missing(cell) {
			continue
		}
		some = true
		if len(fit) == 1 { // the common case
			if _, err := time.Parse(fit[0].text, cell); err != nil {
				return layout{}, false, false
			}
			continue
		}
		if fit = layoutsOf(cell, fit); len(fit) == 0 {
			return layout{}, false, false
		}
	}
	if !some || len(fit) == 0 {
		return layout{}, false, false
	}
	differ := slices.ContainsFunc(fit, func(l layout) bool { return l.order != fit[0].order })
	return fit[0], differ && !sameDates(cells, fit, of), true
}

// sameDates reports whether cells mean the same in all layouts, as 5/5/2020 does.
func sameDates(cells []string, fit []layout, of *source) bool {
	for _, cell := range cells {
		if of.missing(cell) {
			continue
		}
		first, _ := time.Parse(fit[0].text, cell)
		for _, l := range fit[1:] {
			if t, _ := time.Parse(l.text, cell); !t.Equal(first) {
				return false
			}
		}
	}
	return true
}

// dateSample is the number of cells that determine the layout of most.
const dateSample = 1000

// noDate returns the first cell that is not a date in a column with mostly
// dates, and the reason; the fault is nil for other columns. Dates of several forms are a fault, too.
func (c *column) noDate() (first int, fault error) {
	if first, fault = c.mixedDates(); fault != nil {
		return first, fault
	}
	counts, seen := map[string]int{}, 0
	var best layout
	for _, cell := range c.cells {
		if c.of.missing(cell) {
			continue
		}
		if seen++; seen > dateSample {
			break
		}
		for _, l := range layoutsOf(cell, layouts) {
			if counts[l.text]++; counts[l.text] > counts[best.text] {
				best = l
			}
		}
	}
	if 2*counts[best.text] <= min(seen, dateSample) {
		return 0, nil
	}
	like := ""
	for i, cell := range c.cells {
		_, err := time.Parse(best.text, cell)
		if err == nil && like == "" {
			like = cell
		}
		if err != nil && !c.of.missing(cell) && fault == nil {
			first, fault = i, fmt.Errorf("%q is no date", cell)
		}
	}
	if fault != nil {
		fault = fmt.Errorf("%w such as %q, and most other cells are; correct it, or, if it marks a missing value, set dataset.CSV{Missing: []string{%q}}", fault, like, c.cells[first])
	}
	return first, fault
}

// dateForm is a form of dates in a column: its cells have layouts in common.
type dateForm struct {
	layouts []layout
	rows    []int
}

// mostForms is the number of forms of dates that a message names.
const mostForms = 5

// mixedDates returns the first cell of the second form in a column whose cells are all dates, but of several forms.
func (c *column) mixedDates() (first int, fault error) {
	var forms []*dateForm
	for i, cell := range c.cells {
		if c.of.missing(cell) {
			continue
		}
		fits := slices.ContainsFunc(forms, func(f *dateForm) bool { return f.take(i, cell) })
		if fits {
			continue
		}
		f := &dateForm{layouts: layouts}
		if len(forms) == mostForms || !f.take(i, cell) {
			return 0, nil
		}
		forms = append(forms, f)
	}
	if len(forms) < 2 {
		return 0, nil
	}
	zones := slices.ContainsFunc(forms, func(f *dateForm) bool { return f.zone() != forms[0].zone() })
	var parts []string
	for _, f := range forms {
		part := fmt.Sprintf("%q", c.cells[f.rows[0]])
		if zones {
			part += " " + f.zone()
		}
		parts = append(parts, part+" in "+c.linesOf(f.rows))
	}
	return forms[1].rows[0], fmt.Errorf("dates and times have several forms, such as %s; write all in one form", strings.Join(parts, ", and "))
}

// take adds a cell to the form if they have a layout in common.
func (f *dateForm) take(row int, cell string) bool {
	fit := layoutsOf(cell, f.layouts)
	if len(fit) > 0 {
		f.layouts, f.rows = fit, append(f.rows, row)
	}
	return len(fit) > 0
}

// zone describes whether times of the form have a zone.
func (f *dateForm) zone() string {
	if strings.Contains(f.layouts[0].text, "07") {
		return "with a zone"
	}
	return "without a zone"
}

// namedLines is the number of lines that a message names.
const namedLines = 3

// linesOf names the lines of rows, up to a number.
func (c *column) linesOf(rows []int) string {
	if len(rows) == 1 {
		return fmt.Sprintf("line %d", c.lines[rows[0]])
	}
	var names []string
	for _, i := range rows[:min(len(rows), namedLines)] {
		names = append(names, fmt.Sprint(c.lines[i]))
	}
	text := "lines " + strings.Join(names, ", ")
	if more := len(rows) - namedLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
