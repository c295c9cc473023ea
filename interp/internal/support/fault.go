package support

import (
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// fault is a run-time error that Go's runtime cannot be made to produce.
type fault struct{ text string }

func (f fault) Error() string { return f.text }

// RuntimeError marks a fault as a runtime.Error.
func (fault) RuntimeError() {}

// nilDereference is the runtime's own error for a nil pointer.
func nilDereference() (r any) {
	defer func() { r = recover() }()
	var p *[8]int
	return p[len(runtime.Version())&7]
}

// Exit is what os.Exit panics with in a cell: no recover stops it.
type Exit struct{ Code int }

// recovered is recover as cells call it.
func recovered(r any) any {
	if e, ok := r.(Exit); ok {
		panic(e)
	}
	return Recovered(r)
}

// Recovered turns what recover gives in the interpreter into what it gives in
// Go: the interpreter wraps values, and its reflection panics with strings of
// its own where Go has run-time errors.
func Recovered(r any) any {
	if v, ok := r.(reflect.Value); ok {
		if !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
			return new(runtime.PanicNilError)
		}
		if !v.CanInterface() {
			return r
		}
		return v.Interface()
	}
	switch r := r.(type) {
	case *reflect.ValueError:
		if r.Kind == reflect.Invalid {
			return nilDereference()
		}
	case string:
		return faultOfText(r, r)
	case runtime.Error:
		return namedFault(r)
	case error:
		return conversionFault(r)
	}
	return r
}

// namedFault gives the struct types in a run-time error's text the names that
// cells gave them.
func namedFault(err runtime.Error) any {
	text := strings.Replace(err.Error(), "unhashable type: ", "unhashable type ", 1) // reflection's words
	if named := nameStructs(text); named != err.Error() {
		return fault{named}
	}
	return err
}

// nameStructs puts names in the place of struct types that bear one.
func nameStructs(text string) string {
	begin := strings.Index(text, "struct {")
	if begin < 0 {
		return text
	}
	end := closing(text[begin:])
	if end < 0 {
		return text
	}
	inside := text[begin : begin+end]
	if _, after, ok := strings.Cut(inside, brandKey+`:\"`); ok {
		if name, _, ok := strings.Cut(after, `\"`); ok {
			inside = brandKey + "." + name
		}
	}
	return text[:begin] + inside + nameStructs(text[begin+end:])
}

// closing is the offset behind the brace that closes the first one of text, or
// -1 where there is none.
func closing(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// conversion is the message of a failed type assertion, with its place.
var conversion = regexp.MustCompile(`(?s)^(?:[^\n]*:)?\d+:\d+: (interface conversion: .*)$`)

// conversionFault makes a run-time error of the interpreter's error for a
// failed type assertion and returns any other error as it is.
func conversionFault(err error) any {
	if reflect.TypeOf(err).String() != "*interp.cfgError" {
		return err
	}
	if m := conversion.FindStringSubmatch(err.Error()); m != nil {
		return fault{m[1]}
	}
	return err
}

// reflected are the texts by which reflection reports what are run-time errors
// in Go, with the words of the latter.
var reflected = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`^reflect: (?:slice|array|string) index out of range$`), "runtime error: index out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Slice3?: (?:string )?slice index out of bounds$`), "runtime error: slice bounds out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Slice: .*out of bounds$`), "runtime error: slice bounds out of range"},
	{regexp.MustCompile(`^reflect\.MakeSlice: negative len$`), "runtime error: makeslice: len out of range"},
	{regexp.MustCompile(`^reflect\.MakeSlice: (?:negative cap|len > cap)$`), "runtime error: makeslice: cap out of range"},
	{regexp.MustCompile(`^reflect\.Value\.Grow: slice overflow$`), "runtime error: growslice: len out of range"},
	{regexp.MustCompile(`^reflect: cannot convert slice with length (\d+) to (?:pointer to )?array with length (\d+)$`),
		"runtime error: cannot convert slice with length $1 to array or pointer to array with length $2"},
}

// faultOfText is the run-time error that a panic with a text of reflection
// stands for, and otherwise where it stands for none.
func faultOfText(text string, otherwise any) any {
	if !strings.HasPrefix(text, "reflect") {
		return otherwise
	}
	if text == "reflect.Value.Call: call of nil function" || text == "reflect: Call using zero Value argument" || strings.HasPrefix(text, "reflect: call of ") && strings.HasSuffix(text, " on zero Value") {
		return nilDereference()
	}
	for _, r := range reflected {
		if r.pattern.MatchString(text) {
			return fault{r.pattern.ReplaceAllString(text, r.text)}
		}
	}
	return otherwise
}

// mark is the letter that sets names that lowering makes apart from those of
// users.
const mark = "ᐧ"

// notA is the run-time error of a type assertion of v, which stands in an
// interface of a type, to another.
func notA(v any, from, to, missing string) any {
	have := dynamicName(v)
	switch {
	case have == "":
		return fault{"interface conversion: " + from + " is nil, not " + to}
	case missing != "":
		return fault{"interface conversion: " + have + " is not " + to + ": missing method " + missing}
	}
	scopes := ""
	if bare, _, _ := strings.Cut(have, mark); bare == to {
		scopes = " (types from different scopes)"
	}
	return fault{"interface conversion: " + from + " is " + have + ", not " + to + scopes}
}
