package dataset_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
)

// utf16File returns text as the spreadsheets of Windows write it.
func utf16File(text string, big bool) string {
	var b strings.Builder
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		if big {
			b.Write([]byte{byte(u >> 8), byte(u)})
		} else {
			b.Write([]byte{byte(u), byte(u >> 8)})
		}
	}
	return b.String()
}

// latin returns text in an encoding with one byte a character.
func latin(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
	}
	return b.String()
}

// TestOrdinaryFilesAreReadRight holds files as people have them: one column of
// each has the values that its author meant, and the notes say what was
// recognised.
func TestOrdinaryFilesAreReadRight(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		column string
		want   []float64 // NaN: missing
		notes  []string
	}{
		"German spreadsheet": {latin("Straße;Preis;Fläche\r\nAm Weg;1.234,50;80,5\r\nÖd;999,00;75\r\n"), "Preis", []float64{1234.5, 999},
			[]string{"Windows-1252", `separator ";"`, "decimal comma", "thousands separated"}},
		"thousands by the file":   {"id;people;rate\na;1.234;0,5\nb;2.345;1,25\n", "people", []float64{1234, 2345}, []string{`separator ";"`, "decimal comma", "thousands separated"}},
		"thousands by the column": {"people\tx\n1.234\t1\n12.345.678\t2\n", "people", []float64{1234, 12345678}, []string{"separator a tab", "decimal comma", "thousands separated"}},
		"quoted thousands":        {"city,people,rate\nA,\"1,234\",0.5\nB,\"2,345\",1.5\n", "people", []float64{1234, 2345}, []string{"thousands separated"}},
		"quoted decimal comma":    {"city,rate\nA,\"1,25\"\nB,\"2,5\"\n", "rate", []float64{1.25, 2.5}, []string{"decimal comma"}},
		"three decimals":          {"x,y\n1.234,1\n5.678,2\n", "x", []float64{1.234, 5.678}, nil},
		"three decimals, bars":    {"x|y\n1.234|1\n5.678|2\n", "x", []float64{1.234, 5.678}, []string{`separator "|"`}},
		"Swiss thousands":         {"x;y\n1'234.5;1\n999.25;2\n", "x", []float64{1234.5, 999.25}, []string{`separator ";"`, "thousands separated"}},
		"French thousands":        {"x;y\n1\u202f234,5;1\n999,25;2\n", "x", []float64{1234.5, 999.25}, []string{`separator ";"`, "decimal comma", "thousands separated"}},
		"byte order mark":         {"\ufeffx,y\n1,2\n3,4\n", "x", []float64{1, 3}, nil},
		"UTF-16":                  {utf16File("größe\ty\r\n1,5\t2\r\n3\t4\r\n", false), "größe", []float64{1.5, 3}, []string{"UTF-16LE", "separator a tab", "decimal comma"}},
		"UTF-16, big end first":   {utf16File("x;y\n1,5;2\n3;4\n", true), "x", []float64{1.5, 3}, []string{"UTF-16BE", `separator ";"`, "decimal comma"}},
		"old Macintosh":           {"x,y\r1,2\r3,4\r", "y", []float64{2, 4}, nil},
		"blank lines at the end":  {"x,y\n1,2\n3,4\n\n\n,\n", "y", []float64{2, 4}, []string{"1 blank row left out"}},
		"separators at the end":   {"x;y;\n1,5;2;\n3,5;4;\n", "y", []float64{2, 4}, []string{`separator ";"`, "separators at the end of 2 rows", "decimal comma"}},
		"at the end of rows only": {"x,y\n1,2,\n3,4,\n", "y", []float64{2, 4}, []string{"separators at the end of 2 rows"}},
		"sep= line":               {"sep=;\nx;y\n1;2\n3;4\n", "y", []float64{2, 4}, nil},
		"blanks":                  {"  x     y\n  1.5   2\n 10.25  4  \n", "y", []float64{2, 4}, []string{"separator blanks"}},
		"dates with blanks":       {"d,y\n5 Jan 2020,1\n6 Feb 2020,2\n7 Mar 2020,3\n", "y", []float64{1, 2, 3}, nil},
		"numbers with blanks":     {"x,y\n1 234,1\n5 67,2\n", "y", []float64{1, 2}, nil},
		"blanks and commas":       {"x y\n1,5 2\n3,5 4\n", "x", []float64{1.5, 3.5}, []string{"separator blanks", "decimal comma"}},
		"blanks and a comment":    {"# x y\n1.5 2\n3.5 4\n", "y", []float64{2, 4}, []string{"separator blanks", "names from the comment above the rows"}},
		"comments above":          {"# station 7, May\n# made by hand\nx,y\n1,2\n3,4\n", "y", []float64{2, 4}, nil},
		"no header, text":         {"5.1,3.5,setosa\n4.9,3.0,virginica\n", "column 2", []float64{3.5, 3}, []string{"no header"}},
		"one column or two":       {"1,5\n3,5\n7,25\n", "column 1", []float64{1, 3, 7}, []string{"no header", "if 1,5 is one number, set dataset.CSV{Separator: ';', Decimal: ','}"}},
		"years as names":          {"country,1990,1991\nA,80.5,81\nB,79,78.5\n", "1991", []float64{81, 78.5}, nil},
		"dates as names":          {"station,2020-01-01,2020-01-02\nA,1,2\nB,3,4\n", "2020-01-02", []float64{2, 4}, nil},
		"dates as data":           {"A,2020-01-01,5\nB,2020-01-02,6\n", "column 3", []float64{5, 6}, []string{"no header"}},
		"doubled names":           {"x,x,y\n1,2,3\n4,5,6\n", "x (2)", []float64{2, 5}, []string{`a further column "x" is "x (2)"`}},
		"a column without a name": {",x\n0,2\n1,5\n", "column 1", []float64{0, 1}, nil},
		"missing in many ways":    {"x,y\n1,a\nNA,b\n#N/A,c\n n.a. ,d\n,e\n2,f\n", "x", []float64{1, math.NaN(), math.NaN(), math.NaN(), math.NaN(), 2}, nil},
		"percent":                 {"who,share\na,12.5 %\nb,7%\n", "share", []float64{12.5, 7}, []string{`"share" in %`}},
		"currency":                {"who;cost\na;€ 1.234,50\nb;-€ 7,00\n", "cost", []float64{1234.5, -7}, []string{`separator ";"`, "decimal comma", "thousands separated", `"cost" in €`}},
		"quoted newlines":         {"note,y\n\"one,\ntwo\",2\nthree,4\n", "y", []float64{2, 4}, nil},
		"truth values":            {"who,smokes\na,Yes\nb,no\n", "smokes", []float64{1, 0}, nil},
		"minus sign":              {"x,y\n−1.5,2\n3,4\n", "x", []float64{-1.5, 3}, nil},
		"text with semicolons":    {"tags,y\na;b,2\nc;d,4\n", "y", []float64{2, 4}, nil},
		"leading zeros":           {"zip,y\n01067,2\n10115,4\n", "zip", []float64{1067, 10115}, []string{`"zip" keeps its leading zeros`}},
		"zeros of decimals":       {"x,y\n00.5,2\n01.0,4\n", "x", []float64{0.5, 1}, nil},
		"long round numbers":      {"x,y\n10000000000000000000000,2\n602214076000000000000000,4\n", "x", []float64{1e22, 602214076e15}, nil},
		"long keys":               {"id,y\n1234567890123456781,2\n5,4\n", "y", []float64{2, 4}, []string{`"id" is text, since a number would be rounded: "1234567890123456781" (line 2)`}},
		"date and clock":          {"when,y\n2020-01-01 10:00,2\n2020-01-01 11:00,4\n", "y", []float64{2, 4}, nil},
	} {
		table, err := dataset.ParseCSV("t.csv", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(table.Notes(), c.notes) {
			t.Errorf("%s: the notes are %q, want %q", name, table.Notes(), c.notes)
		}
		for i, want := range c.want {
			if got := table.Row(i).Number(c.column); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: row %d is %v, want %v (%v)", name, i, got, want, table)
			}
		}
		if table.Len() != len(c.want) {
			t.Errorf("%s: %d rows, want %d", name, table.Len(), len(c.want))
		}
	}
}

// TestABadDateIsNamed, with its line, by all that want the dates.
func TestABadDateIsNamed(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no such day":   {"d,y\n2020-01-05,1\n2020-01-06,2\n2020-02-30,2\n2020-01-07,5\n", `line 4, column 1 (d): "2020-02-30" is no date such as "2020-01-05"`},
		"the first one": {"y,d\n1,31.6.2020\n2,1.7.2020\n5,13.7.2020\n", `line 2, column 2 (d): "31.6.2020" is no date such as "1.7.2020"`},
		"mixed zones":   {"d,y\n2020-01-01T10:00:00+02:00,2\n2020-01-01 12:00,3\n", `line 3, column 1 (d): dates and times have several forms, such as "2020-01-01T10:00:00+02:00" with a zone in line 2, and "2020-01-01 12:00" without a zone in line 3; write all in one form`},
		"mixed zones, most with one": {"d,y\n2020-01-01T10:00:00Z,2\n2020-01-02T10:00:00+01:00,2\n2020-01-01T10:00:00,3\n2020-01-03T10:00:00Z,2\n2020-01-04T10:00:00Z,2\n2020-01-05T10:00:00Z,2\n",
			`line 4, column 1 (d): dates and times have several forms, such as "2020-01-01T10:00:00Z" with a zone in lines 2, 3, 5 and 2 more, and "2020-01-01T10:00:00" without a zone in line 4;`},
		"mixed forms": {"d,y\n2020-01-05,1\n6 Jan 2020,2\n", `line 3, column 1 (d): dates and times have several forms, such as "2020-01-05" in line 2, and "6 Jan 2020" in line 3;`},
		"a word":      {"d,y\n1/5/2020,1\nunknown,2\n2/13/2020,2\n", `line 3, column 1 (d): "unknown" is no date such as "1/5/2020", and most other cells are; correct it, or, if it marks a missing value, set dataset.CSV{Missing: []string{"unknown"}}`},
	} {
		table := parse(t, c.text)
		_, times := table.Times("d")
		_, days := table.Encode("y", dataset.Days("d"))
		_, data := table.Data("y")
		for what, err := range map[string]error{"Times": times, "Days": days, "Data": data} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v, want %s in it", name, what, err, c.want)
			}
		}
	}
}

// TestWhatCanBeReadInTwoWaysIsRefused says which setting decides.
func TestWhatCanBeReadInTwoWaysIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, column, want string }{
		"point or thousands":     {"x;y\n1.234;a\n2.345;b\n", "x", `is '.' in "1.234" (line 2) a decimal mark, or does it separate thousands? set dataset.CSV{Decimal: '.'} or {Decimal: ','}`},
		"comma or thousands":     {"x,y\n\"1,234\",a\n\"2,345\",b\n", "x", `is ',' in "1,234" (line 2)`},
		"both marks":             {"x;y\n1.5;a\n2,5;b\n", "x", `"1.5" and "2,5" have different decimal marks`},
		"a typo among thousands": {"pop;share\n1.234;2,5\n12.500;3,5\n9.87;4,5\n", "pop", `column "pop": "9.87" has a decimal point and other columns a decimal comma`},
		"a typo among groups":    {"pop,share\n\"1,234\",2.5\n\"9,87\",3.5\n", "pop", `column "pop": "9,87" has a decimal comma and other columns a decimal point`},
		"dash first":             {"x,y\n-,1\n1,2\n3,4\n5,6\n", "x", `line 2, column 1 (x): "-" is no number; if it marks a missing value, set dataset.CSV{Missing: []string{"-"}}`},
		"dashes mostly":          {"x,y\n-,1\n-,2\n3,4\n", "x", `line 2, column 1 (x): "-" is no number; if it marks a missing value, set dataset.CSV{Missing: []string{"-"}}`},
		"units below":            {"x,y\nm,kg\n1,2\n3,4\n5,6\n", "x", `line 2, column 1 (x): "m" is no number, and all cells below are; if it is a unit, set dataset.CSV{Units: true}`},
		"mixed types":            {"x,y\n1,2\n3,4\nbroken,6\n5,6\n", "x", `line 4, column 1 (x): "broken" is no number, as 1 of 4 cells are not; if it marks a missing value, set dataset.CSV{Missing: []string{"broken"}}`},
		"text":                   {"city,y\nA,2\nB,4\n", "city", `"A" is no number; encode text as numbers with dataset.OneHot("city") in table.Encode`},
		"dates":                  {"when,y\n2020-01-02,2\n2020-01-03,4\n", "when", `column "when" holds times; encode them as numbers with dataset.Days("when"), Hours`},
		"day or month":           {"when,y\n3/4/2020,2\n5/6/2020,4\n", "when", `does the day or the month come first in "3/4/2020" (line 2)`},
		"long keys":              {"id,y\n5,1\n1234567890123456781,2\n", "id", `column "id" is text, since a number would be rounded: "1234567890123456781" (line 3)`},
		"different units":        {"x,y\n1 €,2\n3 $,4\n", "x", `different units, such as "1 €" and "3 $"`},
	} {
		table, err := dataset.ParseCSV("t.csv", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err = table.Column(c.column); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s in it", name, err, c.want)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"a title above":        {"Sales of 2020\n\nx,y\n1,2\n", "line 3: 2 columns, the first line has 1"},
		"workbook":             {"PK\x03\x04rest", "save it as CSV"},
		"old workbook":         {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "t.csv seems to be an old workbook (.xls), not text: save it as CSV"},
		"image":                {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "t.csv seems to be a PNG image, not text: pass the file of the table"},
		"photograph":           {"\xff\xd8\xff\xe0\x00\x10JFIF", "seems to be a JPEG image"},
		"document":             {"%PDF-1.7\n1 0 obj\n", "seems to be a PDF document"},
		"array":                {"\x93NUMPY\x01\x00v\x00{'descr'", "seems to be an array of NumPy, not text: save it by numpy.savetxt"},
		"compressed":           {"\x1f\x8b\x08\x00", "compressed with gzip, not text: give it a name that ends in .gz"},
		"numbers of a machine": {"\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40", "t.csv contains zero bytes and is not text"},
		"no mark in UTF-16":    {"x\x00,\x00y\x00\n\x00", `set dataset.CSV{Charset: "UTF-16LE"}`},
		"no mark, big end":     {"\x00x\x00,\x00y\x00\n", `set dataset.CSV{Charset: "UTF-16BE"}`},
		"neither charset":      {"größe,y\n1,\xff2\n", "line 2: the bytes are neither UTF-8 nor Windows-1252"},
		"numbers as names":     {"name,1,2\nA,3,4\n", "the first line may hold names or data"},
		"only comments":        {"# a\n# b\n", "no rows below the first 2 lines"},
		"a quote in a field":   {"x,y\n5\" pipe,2\n", "line 2, character 2: a \" stands within a cell: write \"\" for it"},
	} {
		_, err := dataset.ParseCSV("t.csv", strings.NewReader(c.text))
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(c.want)) {
			t.Errorf("%s: %v, want %s in it", name, err, c.want)
		}
	}
}

// TestSettingsDecide what a file leaves open.
func TestSettingsDecide(t *testing.T) {
	for name, c := range map[string]struct {
		csv  dataset.CSV
		text string
		want float64 // in column x, the first row
	}{
		"decimal point":     {dataset.CSV{Decimal: '.'}, "x;y\n1.234;a\n", 1.234},
		"decimal comma":     {dataset.CSV{Decimal: ','}, "x;y\n1.234;a\n", 1234},
		"separator":         {dataset.CSV{Separator: ':'}, "x:y\n1:2\n", 1},
		"one column":        {dataset.CSV{Separator: ';', Decimal: ','}, "x\n1,5\n3,5\n", 1.5},
		"units":             {dataset.CSV{Units: true}, "x,y\nm,kg\n1,2\n", 1},
		"lines above":       {dataset.CSV{Skip: 2}, "title\n\nx,y\n1,2\n", 1},
		"missing":           {dataset.CSV{Missing: []string{"-999"}}, "x,y\n-999,2\n3,4\n", math.NaN()},
		"missing, point":    {dataset.CSV{Missing: []string{"-999"}}, "x,y\n-999.0,2\n3,4\n", math.NaN()},
		"missing, comma":    {dataset.CSV{Missing: []string{"-999"}}, "x;y\n-999,0;2\n3,5;4\n", math.NaN()},
		"missing, power":    {dataset.CSV{Missing: []string{"-999"}}, "x,y\n-9.99e2,2\n3,4\n", math.NaN()},
		"missing, decimals": {dataset.CSV{Missing: []string{"-999.0"}}, "x,y\n-999,2\n3,4\n", math.NaN()},
		"not missing":       {dataset.CSV{Missing: []string{"999"}}, "x;y\n999.000;2,5\n3;4\n", 999000},
		"not missing, text": {dataset.CSV{Missing: []string{"x"}}, "x,y\n5,2\n3,4\n", 5},
		"names of numbers":  {dataset.CSV{Header: dataset.WithHeader}, "x,1,2\n3,4,5\n", 3},
		"charset":           {dataset.CSV{Charset: "UTF-16LE"}, "x\x00,\x00y\x00\n\x001\x00,\x002\x00\n\x00", 1},
	} {
		table, err := c.csv.Parse("t.csv", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := table.Row(0).Number("x"); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, want %v (%v)", name, got, c.want, table)
		}
	}
	units := dataset.CSV{Units: true}
	if table, err := units.Parse("t.csv", strings.NewReader("x,y\nm,1\n1,2\n")); err != nil || !slices.Equal(table.Notes(), []string{"units m, 1 left out"}) {
		t.Errorf("units: %v (%v)", table, err)
	}
	if _, err := (dataset.CSV{Charset: "UTF-8"}).Parse("t.csv", strings.NewReader(latin("x,y\n1,Öd\n"))); err == nil || !strings.Contains(err.Error(), `line 2: CSV.Charset is "UTF-8", but the bytes are not`) {
		t.Errorf("Windows-1252 as UTF-8: %v", err)
	}
	for _, below := range []string{"1,10", "a,2020-03-04"} {
		if _, err := units.Parse("t.csv", strings.NewReader("x,y\n"+below+"\n3,4\n5,6\n")); err == nil || !strings.Contains(err.Error(), "line 2: CSV.Units is set") {
			t.Errorf("%s: %v", below, err)
		}
	}
	for _, wrong := range []dataset.CSV{{Separator: '"'}, {Decimal: ';'}, {Charset: "utf8"}, {Skip: -1}, {Header: 7}, {Dates: 7}} {
		if _, err := wrong.Parse("t.csv", strings.NewReader("x,y\n1,2\n")); err == nil {
			t.Errorf("%+v is no error", wrong)
		}
	}
}

// TestDatesAreTakenByTheWholeColumn with day and month in the order that the
// cells allow.
func TestDatesAreTakenByTheWholeColumn(t *testing.T) {
	for name, c := range map[string]struct {
		csv   dataset.CSV
		cells []string
		want  string // the last cell
	}{
		"ISO":              {dataset.CSV{}, []string{"2020-03-04"}, "2020-03-04T00:00:00Z"},
		"month":            {dataset.CSV{}, []string{"1958-03", "1958-04"}, "1958-04-01T00:00:00Z"},
		"RFC 3339":         {dataset.CSV{}, []string{"2020-03-04T05:06:07+02:00"}, "2020-03-04T05:06:07+02:00"},
		"German":           {dataset.CSV{}, []string{"3.4.2020"}, "2020-04-03T00:00:00Z"},
		"German and clock": {dataset.CSV{}, []string{"04.05.2020 10:30"}, "2020-05-04T10:30:00Z"},
		"US":               {dataset.CSV{}, []string{"12/25/2020", "3/4/2020"}, "2020-03-04T00:00:00Z"},
		"US and clock":     {dataset.CSV{}, []string{"12/25/2020 1:05 PM"}, "2020-12-25T13:05:00Z"},
		"British":          {dataset.CSV{}, []string{"3/4/2020", "25/12/2020", "4/3/2020"}, "2020-03-04T00:00:00Z"},
		"day first, set":   {dataset.CSV{Dates: dataset.DayFirst}, []string{"3/4/2020"}, "2020-04-03T00:00:00Z"},
		"month first, set": {dataset.CSV{Dates: dataset.MonthFirst}, []string{"3/4/2020"}, "2020-03-04T00:00:00Z"},
		"the same":         {dataset.CSV{}, []string{"5/5/2020"}, "2020-05-05T00:00:00Z"},
		"words":            {dataset.CSV{}, []string{"4 Mar 2020"}, "2020-03-04T00:00:00Z"},
		"short year":       {dataset.CSV{}, []string{"24.12.98"}, "1998-12-24T00:00:00Z"},
	} {
		table, err := c.csv.Parse("t.csv", strings.NewReader("when;y\n"+strings.Join(c.cells, ";1\n")+";1\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		times, err := table.Times("when")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := times[len(times)-1].Format("2006-01-02T15:04:05Z07:00"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if kind, _, _ := parse(t, "when,y\n25/12/2020,1\n12/25/2020,2\n").Kind("when"); kind != dataset.Text {
		t.Errorf("dates in two orders are %v", kind)
	}
}

// TestASubsetMeansWhatTheWholeDid, whatever its cells alone could be.
func TestASubsetMeansWhatTheWholeDid(t *testing.T) {
	table := parse(t, "when;people\n3/4/2020;1.234\n25/12/2020;5.678,5\n")
	first, err := table.Filter(func(r dataset.Row) bool { return r.Index() == 0 })
	if err != nil {
		t.Fatal(err)
	}
	people, err := first.Column("people")
	if err != nil || people[0] != 1234 {
		t.Errorf("people %v (%v)", people, err)
	}
	when, err := first.Times("when")
	if err != nil || when[0].Month() != 4 {
		t.Errorf("when %v (%v)", when, err)
	}
	mixed := parse(t, "x,y\n1,2\nbroken,4\n")
	rest, err := mixed.Filter(func(r dataset.Row) bool { return r.Text("x") != "broken" })
	if err != nil {
		t.Fatal(err)
	}
	if x, err := rest.Column("x"); err != nil || x[0] != 1 {
		t.Errorf("what made it text is gone: %v (%v)", x, err)
	}
}

// TestRowsOfOddFilesAreThoseOfTheTable: one way to read both.
func TestRowsOfOddFilesAreThoseOfTheTable(t *testing.T) {
	for name, text := range map[string]string{
		"german.csv":  latin("Größe;x;y\r\n1,5;2;1.000,5\r\n3;4;5,25\r\n"),
		"utf16.csv":   utf16File("x;a;y\r\n1,5;2;3\r\n3;4;6\r\n", false),
		"blanks.csv":  "x  a  y\n 1.5   2 3\n3 4   6\n",
		"mac.csv":     "x,a,y\r1,2,3\r4,5,6\r",
		"truth.csv":   "x,a,y\nyes,2,3\nno,5,6\n",
		"percent.csv": "x,a,y\n12 %,2,3\n5 %,5,6\n",
		"top.csv":     "# made by hand\nx,a,y\n1,2,3\n\n,,\n4,5,6\n",
	} {
		path := writeFile(t, name, text)
		table, err := dataset.ReadCSV(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := table.Data("y")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := dataset.CSVRows(path, "y")
		if err != nil {
			t.Fatal(err)
		}
		if got := collect(t, rows, 2); !sameData(got, want) {
			t.Errorf("%s: %v at %v, want %v at %v", name, got.Y, got.X, want.Y, want.X)
		}
	}
}

// TestWhatTheFirstMegabyteLeavesOpenIsAnError, where rows are not held.
func TestWhatTheFirstMegabyteLeavesOpenIsAnError(t *testing.T) {
	var text strings.Builder
	text.WriteString("x;y\n")
	for i := range 200_000 {
		fmt.Fprintf(&text, "%d;1\n", i)
	}
	for last, want := range map[string]string{
		"1.234":               `line 200002, column 1 (x): does "1.234" have a decimal mark`,
		"1234567890123456781": `line 200002, column 1 (x): "1234567890123456781" would be rounded`,
	} {
		rows, err := dataset.CSVRows(writeFile(t, "t.csv", text.String()+last+";1\n"), "y")
		if err != nil {
			t.Fatal(err)
		}
		err = dataset.EachBlock(rows, 1000, func(*mat.Dense, []float64) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s in it", err, want)
		}
	}
}

// FuzzParseCSV: any bytes are a table or an error, and a table can be described,
// filtered and written, and reads back with as many rows.
func FuzzParseCSV(f *testing.F) {
	for _, text := range []string{
		"x;y\n1.234,5;3/4/2020\n", "a,b\n\"1,2\",yes\n", "# x y\n1 2\n", "\xff\xfex\x00", "größe\n1 %\n", "x\ty\r1\t€ -2\r", "sep=|\na|b\n1'000|−2\n", ",\n,\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := dataset.ParseCSV("t.csv", strings.NewReader(string(data)))
		if err != nil {
			return
		}
		_ = table.String()
		doubt := false
		for _, s := range table.Describe() {
			doubt = doubt || s.Doubt != nil
			_, _ = table.Column(s.Name)
			_, _ = table.Encode(s.Name, dataset.OneHot(s.Name))
		}
		half, err := table.Filter(func(r dataset.Row) bool { return r.Index()%2 == 0 })
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := half.WriteCSV(&b); err != nil && !doubt {
			t.Fatal(err)
		}
	})
}

// TestLinesAreThoseOfTheFile: with comments, quoted line ends and missing cells, in whatever rows are left.
func TestLinesAreThoseOfTheFile(t *testing.T) {
	text := "# made by hand\nx,note,y\n1,a,\n2,\"b\nc\",5\n\n3,d,\n4,e,7\n"
	table := parse(t, text)
	if got, want := table.Lines(), []int{3, 4, 7, 8}; !slices.Equal(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	table, err := table.Complete("y")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\n")
	data, err := table.Data("y", "x")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range table.Lines() {
		if want := fmt.Sprint(data.X.(*cov.Matrix).At(i, 0)); !strings.HasPrefix(lines[line-1], want+",") {
			t.Errorf("row %d is on line %d, %q, and begins with %s", i, line, lines[line-1], want)
		}
	}
}
