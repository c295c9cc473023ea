package cell

// Variable is a variable of a session.
type Variable struct {
	Name string
	// Type is its type, as users write it.
	Type string
	// Cell is the label of the cell that declared it. Stale reports that its type has been
	// redeclared since: the variable holds a value of the earlier type.
	Cell  string
	Stale bool
	// Known is false if the value could not be read, for example while a cell runs. Value
	// is a short form of the value, and Size the memory that it takes with all that it
	// refers to, in bytes.
	Known bool
	Value string
	Size  int64
}
