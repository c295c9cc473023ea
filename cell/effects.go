package cell

// Effects are the names that a cell reads and writes in a session. A method has the
// name Type.Method, a variable of an imported package pkg.Name, and an import the name
// of the import. The lists are sorted and have no duplicates.
type Effects struct {
	// Reads are the names whose earlier values the statements need: those that they
	// mention before they set them, and those that functions they call read.
	Reads []string `json:"reads,omitempty"`
	// MayRead are further names that the statements may read, through those of Reads that
	// refer to them.
	MayRead []string `json:"may_read,omitempty"`
	// Uses are the names of other cells that the cell's declarations mention. Functions
	// and methods follow a new version of these automatically.
	Uses []string `json:"uses,omitempty"`
	// Writes are the names that the cell declares, assigns or changes, itself or through
	// calls.
	Writes []string `json:"writes,omitempty"`
	// Sets is the subset of Writes whose earlier values are lost: declarations, and
	// variables that a statement of the cell itself assigns as a whole.
	Sets []string `json:"sets,omitempty"`
	// MayWrite are further names that may change: through another variable that shares
	// memory with them, or by compiled code that receives them.
	MayWrite []string `json:"may_write,omitempty"`
	// Notes are sentences, each about a possible change that no name shows.
	Notes []string `json:"notes,omitempty"`
}

// Run describes the effects of a cell that ran.
type Run struct {
	Effects
	// Failed reports whether the cell failed; the effects are those up to the failure.
	Failed bool `json:"failed,omitempty"`
	// Lost reports that values of earlier cells are lost by now, because another process
	// has taken over, or because a cell asked for it.
	Lost bool `json:"lost,omitempty"`
	// Reactive is the mode that the cell has requested with %reactive, or nil.
	Reactive *bool `json:"reactive,omitempty"`
}

// Follower is an Output that also receives what the cell has read and written. Ran is
// called once per cell, soon after the cell has ended, and sequentially.
type Follower interface {
	Output
	Ran(r Run)
}
