package cell

// Completion lists what may replace the source's bytes from Start to End.
type Completion struct {
	Matches    []Match
	Start, End int
}

// Match is one possible completion.
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
	// Indent is the white space that the next line begins with, if Status is "incomplete".
	Indent string
}
