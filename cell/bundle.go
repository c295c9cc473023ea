package cell

// FigureType is the MIME type of a figure as HTML with SVG that takes its colours from the style of
// the page. Only krigo's pages know it; figures have it where the environment variable
// [FigureVariable] is 1.
const FigureType = "application/vnd.krigo.figure+xml"

// FigureVariable is the environment variable of a worker whose figures are shown on krigo's pages.
const FigureVariable = "KRIGO_SVG"

// Bundle is a value in several representations, keyed by MIME type, with the metadata
// that front ends read with them. Text types hold a string, JSON types any value that
// encoding/json takes, and binary types a string of standard base64. Where a value is
// shown, Data has text/plain.
type Bundle struct {
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata,omitempty"`
}

// Plain returns the text/plain representation, or "". If that is an error, it is the
// text that says why the value cannot be shown.
func (b Bundle) Plain() string {
	switch v := b.Data["text/plain"].(type) {
	case string:
		return v
	case error:
		return v.Error()
	}
	return ""
}

// String returns the text/plain representation.
func (b Bundle) String() string { return b.Plain() }

// MIMEBundle returns the representations by MIME type.
func (b Bundle) MIMEBundle() map[string]any { return b.Data }

// MIMEMetadata returns the metadata.
func (b Bundle) MIMEMetadata() map[string]any { return b.Metadata }

// Display is a bundle that a running cell shows.
type Display struct {
	Bundle
	// ID, if not empty, names the output, so that it can be updated.
	ID string `json:"id,omitempty"`
	// Update replaces the outputs that bear ID instead of adding one.
	Update bool `json:"update,omitempty"`
}

// CommMessage is a message over a comm, a named two-way channel between user
// code and a front end's widget.
type CommMessage struct {
	// Kind is "open", "msg" or "close", or "last" for a final message: the comm is closed,
	// and the front end keeps what it shows of it. Three kinds go from user code to its
	// session and no front end sees them: "target" (comms to Target are answered from now
	// on), "will" (what the front end gets as the last message when the process ends) and
	// "note" (what the next process needs to know, under the name Target).
	Kind string `json:"kind"`
	// ID names the comm. Target names the receiver when the comm opens.
	ID     string `json:"id,omitempty"`
	Target string `json:"target,omitempty"`
	// Data is anything that encoding/json takes.
	Data map[string]any `json:"data"`
	// Metadata is the metadata of the message.
	Metadata map[string]any `json:"metadata,omitempty"`
	// Buffers are binary data in addition to Data.
	Buffers [][]byte `json:"buffers,omitempty"`
}
