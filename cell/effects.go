package cell

// Effects are what a cell does to a session: the names that it reads and writes. A
// method has the name Type.Method, a variable of an imported package pkg.Name, and
// what is imported the name of the import. The lists are sorted and have no copies.
type Effects struct {
	// Reads are the names whose earlier values the statements need: those that they
	// mention before they set them, and those that the functions which they call read.
	Reads []string
	// MayRead are the names that the statements may read besides, through those of Reads
	// that refer to them.
	MayRead []string
	// Uses are what the cell's declarations mention of other cells. Functions and
	// methods follow a new version of these by themselves.
	Uses []string
	// Writes are the names that the cell declares, assigns or changes, itself or in what
	// it calls.
	Writes []string
	// Sets are those of Writes whose earlier values are lost: declarations, and
	// variables that a statement of the cell itself assigns as a whole.
	Sets []string
	// MayWrite are the names that may be changed besides: through another variable that
	// shares memory with them, or by compiled code that is handed them.
	MayWrite []string
	// Notes say in a sentence each by what a change may come that no name shows.
	Notes []string
}
