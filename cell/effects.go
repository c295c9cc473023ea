package cell

// Effects are what a cell does to a session: the names that it reads and writes. A
// method has the name Type.Method, a variable of an imported package pkg.Name, and
// what is imported the name of the import. The lists are sorted and have no copies.
type Effects struct {
	// Reads are the names whose earlier values the statements need: those that they
	// mention before they set them, and those that the functions which they call read.
	Reads []string `json:"reads,omitempty"`
	// MayRead are the names that the statements may read besides, through those of Reads
	// that refer to them.
	MayRead []string `json:"may_read,omitempty"`
	// Uses are what the cell's declarations mention of other cells. Functions and
	// methods follow a new version of these by themselves.
	Uses []string `json:"uses,omitempty"`
	// Writes are the names that the cell declares, assigns or changes, itself or in what
	// it calls.
	Writes []string `json:"writes,omitempty"`
	// Sets are those of Writes whose earlier values are lost: declarations, and
	// variables that a statement of the cell itself assigns as a whole.
	Sets []string `json:"sets,omitempty"`
	// MayWrite are the names that may be changed besides: through another variable that
	// shares memory with them, or by compiled code that is handed them.
	MayWrite []string `json:"may_write,omitempty"`
	// Notes say in a sentence each by what a change may come that no name shows.
	Notes []string `json:"notes,omitempty"`
}

// Run is what a cell has done that ran.
type Run struct {
	Effects
	// Failed says that it has done this as far as it came.
	Failed bool `json:"failed,omitempty"`
	// Lost says that what cells had declared or set before has lost its value by now,
	// because another process has taken over, or because a cell asked for it.
	Lost bool `json:"lost,omitempty"`
	// Reactive is what the cell has asked for with %reactive, or nil.
	Reactive *bool `json:"reactive,omitempty"`
}

// Follower is an Output that is told what the cell has read and written. Ran is called
// once, soon after the cell has ended, and for one cell after the other.
type Follower interface {
	Output
	Ran(r Run)
}
