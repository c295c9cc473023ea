package effects

import (
	_ "embed"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The effects of compiled functions: by rules, from their documentation, and by their
// sources. A function that is not listed may change and keep all that it gets by
// reference.

// fate classifies the effect of a function on an argument.
type fate int

const (
	perhaps fate = iota // it may change what the argument refers to
	changed
	kept // it does not
)

// compiledFunc describes the effects of a function.
type compiledFunc struct {
	first, others fate // of the receiver, or else the first argument, and of the others
	forgets       bool // results share nothing with the arguments, nor do these with each other
}

func (c compiledFunc) to(argument int) fate {
	if argument == 0 {
		return c.first
	}
	return c.others
}

// readers are packages whose functions and methods change none of their arguments.
var readers = []string{
	"cmp", "embed", "errors", "fmt", "hash/maphash", "iter", "log", "maps", "math", "math/bits", "math/cmplx", "net/url", "os", "path",
	"path/filepath", "regexp", "runtime", "slices", "strconv", "strings", "testing", "time", "unicode", "unicode/utf16", "unicode/utf8",
	"krigo/cell", "gonum.org/v1/gonum/stat", "gonum.org/v1/gonum/stat/combin", "gonum.org/v1/gonum/mathext", "gonum.org/v1/gonum/integrate",
	"gonum.org/v1/gonum/diff/fd", "gonum.org/v1/gonum/optimize",
}

// forgetful are the readers whose results are new: they share nothing with arguments.
var forgetful = []string{
	"fmt", "log", "math", "math/bits", "math/cmplx", "os", "path", "path/filepath", "runtime", "strconv", "time", "unicode",
	"unicode/utf16", "unicode/utf8", "gonum.org/v1/gonum/stat", "gonum.org/v1/gonum/mathext",
}

// exceptions are the functions of these packages that differ, by their names in go/types.
var exceptions = map[string]compiledFunc{
	"fmt.Sscan": {kept, changed, true}, "fmt.Sscanf": {kept, changed, true}, "fmt.Sscanln": {kept, changed, true},
	"fmt.Scan": {changed, changed, true}, "fmt.Scanf": {kept, changed, true}, "fmt.Scanln": {changed, changed, true},
	"fmt.Fscan": {changed, changed, true}, "fmt.Fscanf": {changed, changed, true}, "fmt.Fscanln": {changed, changed, true},
	"fmt.Fprint": {changed, kept, true}, "fmt.Fprintf": {changed, kept, true}, "fmt.Fprintln": {changed, kept, true},
	"fmt.Append": {changed, kept, false}, "fmt.Appendf": {changed, kept, false}, "fmt.Appendln": {changed, kept, false},
	"errors.As": {kept, changed, false}, "errors.AsType": {kept, kept, false},
	"slices.Sort": {changed, kept, true}, "slices.SortFunc": {changed, kept, true}, "slices.SortStableFunc": {changed, kept, true},
	"slices.Reverse": {changed, kept, true}, "slices.Insert": {changed, kept, false}, "slices.Delete": {changed, kept, false},
	"slices.DeleteFunc": {changed, kept, false}, "slices.Compact": {changed, kept, false}, "slices.CompactFunc": {changed, kept, false},
	"slices.Replace": {changed, kept, false}, "slices.AppendSeq": {changed, kept, false},
	"slices.Contains": {kept, kept, true}, "slices.Index": {kept, kept, true}, "slices.Equal": {kept, kept, true},
	"maps.Copy": {changed, kept, false}, "maps.DeleteFunc": {changed, kept, true}, "maps.Insert": {changed, kept, false},
	"sort.Ints": {changed, kept, true}, "sort.Float64s": {changed, kept, true}, "sort.Strings": {changed, kept, true},
	"sort.Slice": {changed, kept, true}, "sort.SliceStable": {changed, kept, true}, "sort.Sort": {changed, kept, true}, "sort.Stable": {changed, kept, true},
	"sort.SearchInts": {kept, kept, true}, "sort.SearchFloat64s": {kept, kept, true}, "sort.SearchStrings": {kept, kept, true}, "sort.Search": {kept, kept, true},
	"strings.NewReader": {kept, kept, true}, "testing.AllocsPerRun": {kept, kept, true},
	"math/rand.New": {perhaps, kept, false}, "math/rand/v2.New": {perhaps, kept, false},
	"encoding/json.Marshal": {kept, kept, true}, "encoding/json.MarshalIndent": {kept, kept, true}, "encoding/json.Unmarshal": {kept, changed, true},
	"gonum.org/v1/gonum/mat.Formatted": {kept, kept, false}, "gonum.org/v1/gonum/mat.NewDense": {kept, kept, false},
	"gonum.org/v1/gonum/mat.NewSymDense": {kept, kept, false}, "gonum.org/v1/gonum/mat.NewVecDense": {kept, kept, false},
	"gonum.org/v1/gonum/mat.NewDiagDense": {kept, kept, false}, "gonum.org/v1/gonum/mat.NewTriDense": {kept, kept, false},
}

// streams are types whose every use changes what is read next: random numbers, and
// sequential readers and writers. That holds for methods that look ahead, too.
var streams = []string{
	"math/rand.Rand", "math/rand.Source", "math/rand.Source64", "math/rand.Zipf", "math/rand/v2.Rand", "math/rand/v2.Source", "math/rand/v2.PCG",
	"math/rand/v2.ChaCha8", "math/rand/v2.Zipf", "bufio.Reader", "bufio.Writer", "bufio.Scanner", "bytes.Buffer", "bytes.Reader", "strings.Builder",
	"strings.Reader", "io.Reader", "io.Writer", "io.ReadWriter", "os.File", "encoding/json.Decoder", "encoding/json.Encoder",
	"encoding/csv.Reader", "encoding/csv.Writer",
}

// glances are methods of streams, and of gonum's matrices, that only read.
var glances = []string{
	"String", "Len", "Cap", "Size", "Buffered", "Available", "Err", "Text", "Bytes", "Name",
	"At", "AtVec", "Dims", "Caps", "T", "TVec", "IsEmpty", "RawMatrix", "RawRowView", "RawVector", "RawSymmetric", "RawTriangular", "RawBand",
	"RowView", "ColView", "Slice", "SliceVec", "SliceSym", "DiagView", "SymmetricDim", "Symmetric", "Triangle", "Trace", "Norm", "Bandwidth", "Diag",
	"Det", "LogDet", "Cond", "Values", "RawU", "TTri", "TBand", "Kind", "Uplo",
}

// changesText has a line for each function whose sources show more effects than the rules
// do: its name, a tab, the numbers of arguments that it changes, and "shares" if a result
// shares memory with one. A test finds them (compiled_test.go).
//
//go:embed changes.txt
var changesText string

var bySources = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(changesText) {
		name, said, _ := strings.Cut(line, "\t")
		out[name] = strings.Fields(said)
	}
	return out
})

// knownFunc holds the effects of a function by the rules, and the arguments that it
// changes by its sources.
type knownFunc struct {
	compiledFunc
	changes []int
}

func (k knownFunc) to(argument int) fate {
	if slices.Contains(k.changes, argument) {
		return changed
	}
	return k.compiledFunc.to(argument)
}

// knownOf returns the effects of a compiled function.
func knownOf(f *types.Func) knownFunc {
	known := knownFunc{compiledFunc: byRules(f)}
	for _, word := range bySources()[f.Origin().FullName()] {
		if n, err := strconv.Atoi(word); err == nil {
			known.changes = append(known.changes, n)
		} else {
			known.forgets = false
		}
	}
	return known
}

// byRules returns the effects of a compiled function by the rules above.
func byRules(f *types.Func) compiledFunc {
	if known, ok := exceptions[strings.ReplaceAll(f.FullName(), "command-line-arguments.", "")]; ok {
		return known
	}
	if f.Pkg() == nil { // error.Error
		return compiledFunc{kept, kept, true}
	}
	path := f.Pkg().Path()
	recv := f.Signature().Recv()
	if recv != nil && isStream(recv.Type()) && !slices.Contains(glances, f.Name()) {
		return compiledFunc{changed, changed, false}
	}
	switch {
	case path == "gonum.org/v1/gonum/mat" && recv != nil, path == "gonum.org/v1/gonum/mat" && slices.Contains(glances, f.Name()):
		// The receiver is the destination, and the arguments are read (mat's documentation).
		if slices.Contains(glances, f.Name()) {
			return compiledFunc{kept, kept, isScalar(f)}
		}
		if strings.HasSuffix(f.Name(), "To") { // the destination is an argument
			return compiledFunc{kept, kept, true}
		}
		return compiledFunc{changed, kept, true}
	case path == "gonum.org/v1/gonum/mat":
		return compiledFunc{kept, kept, isScalar(f)}
	case path == "gonum.org/v1/gonum/floats":
		// A function that returns a number reads; the others write to the first slice.
		if isScalar(f) {
			return compiledFunc{kept, kept, true}
		}
		return compiledFunc{changed, kept, true}
	case isOurs(path) && !drawsRandomly(f), slices.Contains(readers, path):
		return compiledFunc{kept, kept, slices.Contains(forgetful, path)}
	case recv != nil && slices.Contains(glances, f.Name()):
		return compiledFunc{kept, kept, isScalar(f)}
	}
	return compiledFunc{}
}

// isOurs reports whether a package is of krigo's library: fits change none of their
// arguments, and models, posteriors and figures are values.
func isOurs(path string) bool {
	return path == "krigo/gplib" || strings.HasPrefix(path, "krigo/gplib/") && path != "krigo/gplib/linalg" && path != "krigo/gplib/optim" ||
		path == "krigo/display" || strings.HasPrefix(path, "krigo/display/") || path == "krigo/cluster"
}

// drawsRandomly reports whether a function takes a source of random numbers, which each
// use advances.
func drawsRandomly(f *types.Func) bool {
	for p := range f.Signature().Params().Variables() {
		if isStream(p.Type()) {
			return true
		}
	}
	return false
}

func isStream(t types.Type) bool {
	named := namedType(t)
	return named != nil && named.Obj().Pkg() != nil && slices.Contains(streams, named.Obj().Pkg().Path()+"."+named.Obj().Name())
}

// isScalar reports whether a function returns nothing that refers to memory.
func isScalar(f *types.Func) bool {
	return f.Signature().Results().Len() > 0 && !holds(f.Signature().Results())
}
