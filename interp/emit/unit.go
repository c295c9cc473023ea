package emit

import (
	"fmt"
	"go/token"

	"krigo/interp/internal/gotype"
	"krigo/interp/machine"
)

// Refusal is the reason why a construct is not emitted.
type Refusal struct {
	Pos     token.Pos
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// refuse ends the emission of a unit.
func refuse(pos token.Pos, format string, args ...any) {
	panic(&Refusal{pos, fmt.Sprintf(format, args...)})
}

// Redirect makes calls of a function of an earlier unit go to one of this unit.
// Both are given by their keys, "main.f".
type Redirect struct{ From, To string }

// Unit is emitted code with what it needs, in the order in which a worker
// takes it: types, symbols, source; then Setup is called, and Packages are initialised.
type Unit struct {
	Types   []Type   `json:"types,omitempty"`
	Symbols []Symbol `json:"symbols,omitempty"`
	// Machine are the functions that the machine runs.
	Machine []machine.Code `json:"machine,omitempty"`
	Source  string         `json:"source"`
	// Setup is the function that fills in the methods of types.
	Setup string `json:"setup,omitempty"`
	// Packages are those of modules that have to be initialised, in order.
	Packages []Package `json:"packages,omitempty"`
	// Registering are the packages for which [Registers] holds and that the unit, or a package of Packages, imports.
	Registering []string `json:"registering,omitempty"`
	// Functions are the functions of cells, for messages.
	Functions []Function `json:"functions,omitempty"`
	// Faults describes failures of the compiler to the machine, by its own faults. The interpreter runs these functions.
	Faults []string `json:"-"`
}

// Registers reports whether the initialisation of a compiled package registers handlers in http.DefaultServeMux. The
// worker, which links the package, does so for units that import it only.
func Registers(path string) bool { return path == "expvar" || path == "net/http/pprof" }

// Package is a package without compiled code, and the function that initialises it.
type Package struct {
	Path string `json:"path"`
	Init string `json:"init"`
	// Variables reports whether it has variables, which are lost when a worker ends.
	Variables bool `json:"-"`
}

// Function is a function of a cell.
type Function struct {
	// Name is its emitted name, and User what users call it, empty for the
	// function that holds a cell's statements.
	Name string `json:"name"`
	User string `json:"user,omitempty"`
	// Cell and Line are its place.
	Cell string `json:"cell"`
	Line int    `json:"line"`
	// Mark names the symbol of a variable that keeps the line of what runs.
	Mark string `json:"mark,omitempty"`
	// Literal reports that calls enter a function literal in it.
	Literal bool `json:"literal,omitempty"`
	// Declared names the declaration that it is part of ("f", "T.Method"), empty for a cell's statements; Inner
	// tells that it is a function literal.
	Declared string `json:"-"`
	Inner    bool   `json:"-"`
	// Compiled reports that the machine runs it, and Obstacles what keeps it out otherwise.
	Compiled  bool       `json:"-"`
	Obstacles []Obstacle `json:"-"`
}

// Type is a type that emitted code or another type refers to by its ID: one
// that a compiled package declares, or one to be made.
type Type struct {
	gotype.Desc
	// Path and Ident name a compiled package's type. Path is empty for one to be
	// made, and for Go's own type error.
	Path  string `json:"path,omitempty"`
	Ident string `json:"ident,omitempty"`
	// Like is a compiled struct type whose underlying type this one has.
	Like int `json:"like,omitempty"`
	// Work reports that this is the work view of a type; Hidden, that it is the
	// true view of one that has another work view.
	Work   bool `json:"work,omitempty"`
	Hidden bool `json:"hidden,omitempty"`
}

// Symbol is something that emitted code uses as q.Name.
type Symbol struct {
	Name string     `json:"name"`
	Kind SymbolKind `json:"kind"`
	// Path and Ident name a compiled function or variable, or a method
	// of Type.
	Path  string `json:"path,omitempty"`
	Ident string `json:"ident,omitempty"`
	Type  int    `json:"type,omitempty"`
	// Signature is the type of a function that a worker makes.
	Signature int `json:"signature,omitempty"`
}

// SymbolKind is the kind of a Symbol.
type SymbolKind string

const (
	TypeSymbol       SymbolKind = "type"       // Type itself
	FuncSymbol       SymbolKind = "func"       // a compiled function
	SliceSymbol      SymbolKind = "slice"      // a compiled variadic function that takes a slice
	MarkSymbol       SymbolKind = "mark"       // the address of a new variable that keeps a line
	VarSymbol        SymbolKind = "var"        // the address of a compiled variable
	MethodSymbol     SymbolKind = "method"     // method Ident of the compiled Type, the receiver its first parameter
	InvokeSymbol     SymbolKind = "invoke"     // a function of Signature that calls method Ident of interface Type
	IsSymbol         SymbolKind = "is"         // the conversion of an any to whether it holds a Type
	ImplementsSymbol SymbolKind = "implements" // the conversion of an any to whether it implements Type
	FailSymbol       SymbolKind = "fail"       // a function that panics as a failed assertion to Type does, of an interface of type Signature
	BoxSymbol        SymbolKind = "box"        // a function from the work type Signature to Type
	MachineSymbol    SymbolKind = "machine"    // function Ident of the machine, of Signature; of Type, where not 0, what makes one of captured variables
	RecastSymbol     SymbolKind = "recast"     // a conversion of package unsafe from a Signature to a Type
	SpanSymbol       SymbolKind = "span"       // unsafe.Slice, which returns the slice Type
	DataSymbol       SymbolKind = "data"       // unsafe.SliceData of the slice Type
	BytesSymbol      SymbolKind = "bytes"      // a function that makes an array of the bytes of a string, and returns its address as a Type
	ValueSymbol      SymbolKind = "value"      // a function that returns its argument, a function of Signature
)
