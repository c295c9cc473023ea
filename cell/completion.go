package cell

// Completion lists what may stand in place of the source's bytes from Start
// to End.
type Completion struct {
	Matches    []Match
	Start, End int
}

// Match is one way to complete.
type Match struct {
	Text string
	// Type is the kind of thing: "function", "type", "module", "keyword",
	// "instance", "field", "method", "constant" or "path".
	Type string
	// Signature is a function's parameters and results, or a value's type.
	Signature string
}

// Completeness reports whether a source is ready to be evaluated.
type Completeness struct {
	// Status is "complete", "incomplete" or "invalid".
	Status string
	// Indent is the white space to begin the next line with, where Status is
	// "incomplete".
	Indent string
}
