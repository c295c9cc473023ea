package cell

// Variable is a variable of a session.
type Variable struct {
	Name string
	// Type is its type, as users write it.
	Type string
	// Cell is the label of the cell that declared it. Stale tells that its type
	// was declared anew since: it holds a value of the earlier one.
	Cell  string
	Stale bool
	// Known is false where the value could not be looked at, such as while a cell
	// runs. Value is the value in short, and Size the memory that it takes with
	// all that it refers to, in bytes.
	Known bool
	Value string
	Size  int64
}
