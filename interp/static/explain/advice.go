package explain

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"krigo/interp/static/check"
	"krigo/interp/static/syntax"
)

// Synonym maps a word of another library to a name of this one.
type Synonym struct {
	Word string // as others write it
	Ours string // the name in the library, with its package
}

// Synonyms lists the targets of words that begin with prefix, after a value of a type,
// or, if of is empty, after a package's name or alone.
func Synonyms(prefix, of string) []Synonym {
	prefix = folded(prefix)
	var out []Synonym
	for _, s := range synonyms {
		if !s.stands(of) {
			continue
		}
		if i := slices.IndexFunc(s.words, func(word string) bool { return strings.HasPrefix(folded(word), prefix) }); i >= 0 {
			out = append(out, Synonym{s.words[i], s.ours})
		}
	}
	return out
}

// stands reports whether the words follow a value of a type, or, if of is empty, a
// package's name or nothing.
func (s synonym) stands(of string) bool {
	return of == "" && len(s.of) == 0 || slices.Contains(s.of, of)
}

// Advice returns the likely meaning of an undeclared name, such as sklearn's kernels.RBF,
// or nothing. Its last part counts first.
func Advice(name string) string {
	if slices.Contains(arithmetic, name) {
		return ""
	}
	if say := adviceOnName(name); say != "" {
		return say
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	return find(synonyms, func(s synonym) bool { return s.has(last) })
}

// arithmetic are names that users give to functions of their own, whose cell has not run yet: alone and in lower
// case, they do not mean other libraries' operations on covariance functions.
var arithmetic = w("add", "plus", "mul", "multiply", "times", "prod", "pow", "scale")

// adviceOnName returns the advice on a name after a package's, or alone.
func adviceOnName(name string) string {
	parts := strings.Split(name, ".")
	for _, part := range slices.Backward(parts) {
		if say := adviceOn(part, ""); say != "" {
			return say
		}
	}
	return find(libraries, func(s synonym) bool { return s.has(parts[0]) })
}

// find returns the sentence of the first entry that fits, or nothing.
func find(table []synonym, fits func(synonym) bool) string {
	if i := slices.IndexFunc(table, fits); i >= 0 {
		return table[i].say
	}
	return ""
}

// adviceOn returns the meaning of a word after a value of a type, or, if that is empty,
// after a package's name or alone.
func adviceOn(word, of string) string {
	return find(synonyms, func(s synonym) bool { return s.stands(of) && s.has(word) })
}

func (s synonym) has(word string) bool {
	word = folded(word)
	return slices.ContainsFunc(s.words, func(other string) bool { return folded(other) == word })
}

// folded returns a word as synonyms are compared: without case and underscores.
func folded(word string) string { return strings.ToLower(strings.ReplaceAll(word, "_", "")) }

// ownerName returns the name under which synonyms know a type.
func ownerName(t types.Type) string { return strings.TrimPrefix(check.TypeText(t), "*") }

// dotted is a name with what follows its dots.
var dotted = regexp.MustCompile(`^[\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*`)

// hintForeignName advises on a name of another library. A name after the name of a
// library counts; any other unqualified name may be a variable whose cell has not run,
// and counts only if it is called.
func hintForeignName(_ *check.Checked, f syntax.Fault) string {
	name, ok := strings.CutPrefix(f.Message, "undefined: ")
	if !ok {
		return ""
	}
	if strings.Contains(name, ".") {
		return adviceOnName(name[strings.LastIndexByte(name, '.')+1:])
	}
	rest := f.Cell.Source[min(f.Offset, len(f.Cell.Source)):]
	written := dotted.FindString(rest)
	switch {
	case find(libraries, func(s synonym) bool { return s.has(name) }) != "" && written != name:
		return adviceOnName(written)
	case strings.HasPrefix(rest, name+"(") && !slices.Contains(arithmetic, name):
		return adviceOnName(name)
	}
	return ""
}

// Messages about operators and lengths.
var (
	noOperator   = regexp.MustCompile(`^invalid operation: operator (\S+) not defined on .* \(.*type ([\w.*]+)\)$`)
	numberTimes  = regexp.MustCompile(`^invalid operation: .* \* .* \(mismatched types untyped (?:int|float) and ([\w.]+)\)$`)
	timesNumber  = regexp.MustCompile(`^invalid operation: .* \* .* \(mismatched types ([\w.]+) and untyped (?:int|float)\)$`)
	noLength     = regexp.MustCompile(`^invalid argument: .* \(.*type ([\w.*]+)\) for built-in (len)$`)
	tableAlone   = regexp.MustCompile(`^not enough arguments in call to display\.Table\n\thave \(\*dataset\.Table\)`)
	unknownField = regexp.MustCompile(`^unknown field (\w+) in struct literal of type ([\w.]+)$`)
)

// hintForeignUse advises on operators, lengths and fields that other libraries
// have.
func hintForeignUse(k *check.Checked, f syntax.Fault) string {
	if m := noOperator.FindStringSubmatch(f.Message); m != nil {
		return adviceOn(m[1], strings.TrimPrefix(m[2], "*"))
	}
	for _, times := range []*regexp.Regexp{numberTimes, timesNumber} {
		if m := times.FindStringSubmatch(f.Message); m != nil {
			return adviceOn("number*", m[1])
		}
	}
	if tableAlone.MatchString(f.Message) {
		return adviceOn("Show", "dataset.Table")
	}
	if strings.HasPrefix(f.Message, "too many arguments in call to ") {
		if fn := calleeAt(k, f); fn != nil {
			if sig, ok := fn.Type().(*types.Signature); ok && sig.Recv() != nil {
				return adviceOn(fn.Name()+"()", ownerName(sig.Recv().Type()))
			}
		}
	}
	if m := noLength.FindStringSubmatch(f.Message); m != nil {
		return adviceOn(m[2], strings.TrimPrefix(m[1], "*"))
	}
	if m := unknownField.FindStringSubmatch(f.Message); m != nil {
		if say := adviceOn(m[1], m[2]); say != "" {
			return say
		}
		return nearestField(k, m[1], m[2])
	}
	return ""
}

// valueWanted finds messages about a value where another type is wanted.
var valueWanted = regexp.MustCompile(`^cannot use (.+) \((?:.* of (?:\w+ )?type ([^() ]+)|(untyped \w+) constant[^()]*)\) as ([\w.*]+) value in `)

// hintForeignValue advises on values that can be converted to the wanted type.
func hintForeignValue(_ *check.Checked, f syntax.Fault) string {
	m := valueWanted.FindStringSubmatch(f.Message)
	if m == nil {
		return ""
	}
	from := m[2] + m[3]
	if isNumber(from) {
		from = "number"
	}
	for _, c := range conversions {
		if c.from == from && slices.Contains(c.to, m[4]) {
			return fmt.Sprintf(c.make, m[1])
		}
	}
	return ""
}

// namedArgument is an argument that is named, as in Python.
var namedArgument = regexp.MustCompile(`[(,]\s*([\pL_][\pL\pN_]*)\s*$`)

// hintNamedArgument advises on f(x=1), which Go does not have.
func hintNamedArgument(_ *check.Checked, f syntax.Fault) string {
	if !strings.HasSuffix(f.Message, "found '='") {
		return ""
	}
	m := namedArgument.FindStringSubmatch(f.Cell.Source[:f.Offset])
	if m == nil {
		return ""
	}
	if say := Advice(m[1]); say != "" {
		return "arguments have no names; " + say
	}
	return "arguments have no names: write them in their order, without " + m[1] + " ="
}
