package budget

import (
	"fmt"
	"runtime"
	"time"
)

// The limits of one text. Texts that people write are below a tenth of each.
const (
	SourceBytes  = 256 << 10 // of Markdown, or of code to be coloured
	FormulaBytes = 8 << 10   // of a formula's LaTeX
	HTMLBytes    = 8 << 20   // of HTML to be sanitised, or of a JSON value with its indentation
	OutputBytes  = 4 << 20   // of the HTML of Markdown, without its attachments
	Nesting      = 100       // of lists, quotes, emphasis, groups of formulas and JSON values
	Nodes        = 100_000   // of the parsed text
	TableCells   = 20_000    // of all tables, with those that are filled in
	References   = 1000      // definitions of links and footnotes
	Delimiters   = 10_000    // runs of *, _ and ~ between two empty lines
	Time         = 2 * time.Second
)

// Over is the error of a text that exceeds a limit.
type Over struct{ Reason string }

func (o *Over) Error() string { return "over the budget of rendering: " + o.Reason }

func over(format string, a ...any) *Over { return &Over{fmt.Sprintf(format, a...)} }

// Meter counts what one rendering makes. Its methods end the call of Do when a limit is exceeded,
// and are for the goroutine that Do called.
type Meter struct {
	until        time.Time
	steps        int
	nodes, cells int
	bytes, most  int
}

// slots bounds the number of renderings that run at once.
var slots = make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))

// Do calls work with a meter, and returns its results, or an *Over if it exceeds a limit. Another
// panic is an error, too: a text must not end the program that shows it. Calls must not be nested.
func Do[T any](work func(*Meter) (T, error)) (result T, err error) {
	slots <- struct{}{}
	defer func() { <-slots }()
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		var none T
		result = none
		if o, ok := p.(*Over); ok {
			err = o
		} else {
			err = fmt.Errorf("rendering failed: %v", p)
		}
	}()
	return work(&Meter{until: time.Now().Add(Time), most: OutputBytes})
}

// stepsPerLook is the number of steps between two looks at the clock.
const stepsPerLook = 64

// Step watches the clock. It costs nanoseconds.
func (m *Meter) Step() {
	if m.steps++; m.steps%stepsPerLook == 0 && time.Now().After(m.until) {
		panic(over("it takes more than %v", Time))
	}
}

// Node counts a node at a depth.
func (m *Meter) Node(depth int) {
	m.Step()
	if m.nodes++; m.nodes > Nodes {
		panic(over("it has more than %d parts", Nodes))
	}
	if depth > Nesting {
		panic(tooDeep())
	}
}

// Cells counts the cells of a table.
func (m *Meter) Cells(n int) {
	if m.cells += n; m.cells > TableCells {
		panic(over("its tables have more than %d cells", TableCells))
	}
}

// Allow raises the limit of the output by bytes that are in the source's attachments.
func (m *Meter) Allow(n int) { m.most += n }

// Output counts bytes of output.
func (m *Meter) Output(n int) {
	m.Step()
	if m.bytes += n; m.bytes > m.most {
		panic(over("it makes more than %d MB of HTML", m.most>>20))
	}
}

func tooDeep() *Over { return over("it is nested more than %d deep", Nesting) }

func tooLong(what string, n, most int) *Over {
	return over("%s has %d kB; the limit is %d kB", what, (n+1023)>>10, most>>10)
}

// Code returns an *Over if a source is too long to be coloured.
func Code(source string) error {
	if len(source) > SourceBytes {
		return tooLong("it", len(source), SourceBytes)
	}
	return nil
}

// Formula returns an *Over if the LaTeX of a formula is too long to be converted.
func Formula(tex string) error {
	if len(tex) > FormulaBytes {
		return tooLong("it", len(tex), FormulaBytes)
	}
	return nil
}

// HTML returns an *Over if HTML is too long to be sanitised.
func HTML(source string) error {
	if len(source) > HTMLBytes {
		return tooLong("it", len(source), HTMLBytes)
	}
	return nil
}
