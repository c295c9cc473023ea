package main

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// maxLines is about how many lines of statements a generated program has.
const maxLines = 55

// maxCost is about how many lines a generated program executes.
const maxCost = 4000

// variable is a variable in scope.
type variable struct {
	name string
	typ  types.Type
	// fixed variables are not assigned: loops end by them.
	fixed bool
}

// function is a function or function variable in scope.
type function struct {
	name string
	sig  *types.Signature
	// effects says that a call changes variables of the caller, so that the
	// order in which it and they are evaluated matters: it stands alone.
	effects bool
	cost    int  // lines that a call executes
	local   bool // a variable of the function being written
}

// generator writes one program. It keeps what is in scope with its type, and
// makes expressions from that, so that every program compiles; that none
// depends on an order which Go leaves open, and that all end, is the concern of
// each construct.
type generator struct {
	rng   *rand.Rand
	pkg   *types.Package
	decls []string         // at top level, as text
	out   *strings.Builder // the statements being written

	vars  []variable
	funcs []function
	named []*namedType
	// unfinished is the type whose methods are being declared: those that it has
	// may still hide others.
	unfinished types.Type
	serials    map[string]int // how many names begin with a stem
	once       map[string]bool
	disabled   map[string]bool // constructs that this program does without

	lines  int
	cost   int
	weight int // how often the statement being written runs
	depth  int // of blocks
	loops  int // around the statement, within its function

	results []types.Type // of the function being written
	inFunc  bool         // results hold
}

// generate returns the program of a seed and an index: always the same.
func generate(seed uint64, index int) (string, error) {
	g := &generator{
		rng:      rand.New(rand.NewPCG(seed, uint64(index))),
		pkg:      types.NewPackage("main", "main"),
		out:      &strings.Builder{},
		serials:  map[string]int{},
		once:     map[string]bool{},
		disabled: map[string]bool{},
		weight:   1,
	}
	return tidy(g.program())
}

func (g *generator) program() string {
	// Each program does without some constructs, which lets the others meet
	// more often than if all were equally likely everywhere.
	for _, c := range constructs {
		g.disabled[c.name] = g.chance(0.45)
	}
	g.globals()
	for range 1 + g.n(3) {
		g.declareType()
	}
	for range g.n(3) {
		g.declareFunction()
	}
	g.lines = 0 // of main
	globals := len(g.vars)
	for range 2 {
		g.declareVariable()
	}
	for g.lines < maxLines && g.cost < maxCost {
		g.statement()
	}
	for _, v := range g.vars[globals:] {
		if g.lines < maxLines+8 && printable(v.typ) {
			g.line("fmt.Println(%q, %s)", v.name, v.name)
		}
	}
	g.ending()
	text := strings.Join(g.decls, "\n\n") + fmt.Sprintf("\n\nfunc main() {\n%s}\n", g.out)
	for _, i := range interfaces {
		if i.name.MatchString(text) {
			text = i.text + text
		}
	}
	return "package main\n\n" + text
}

// interfaces are declared where a program uses them; each may use those that
// follow.
var interfaces = []struct {
	name *regexp.Regexp
	text string
}{
	{regexp.MustCompile(`\bBoth\b`), "type Both interface {\nSizer\nLabeler\n}\n\n"},
	{regexp.MustCompile(`\bSizer\b`), "type Sizer interface{ Size() int }\n\n"},
	{regexp.MustCompile(`\bLabeler\b`), "type Labeler interface{ Label() string }\n\n"},
}

// ending is how some programs end other than by returning from main.
func (g *generator) ending() {
	switch g.n(12) {
	case 0:
		g.line("os.Exit(%d)", g.n(5))
	case 1:
		g.line("panic(%s)", g.panicValue())
	case 2:
		g.line("defer fmt.Println(\"deferred at the end\")")
		g.runtimeError()
	}
}

// construct is a way to write a statement or a few of them.
type construct struct {
	name   string
	weight int
	write  func(*generator)
}

// constructs is filled by init, since constructs contain statements.
var constructs []construct

func init() {
	constructs = []construct{
		{"variable", 5, (*generator).declareVariable},
		{"assign", 6, (*generator).assign},
		{"show", 5, (*generator).show},
		{"if", 4, (*generator).ifStatement},
		{"call", 4, (*generator).callStatement},
		{"parallel assignment", 3, (*generator).parallelAssign},
		{"local type", 1, (*generator).localType},
		{"constants", 2, (*generator).constants},
		{"verbs", 3, (*generator).verbs},

		{"for", 3, (*generator).forClause},
		{"for integer", 2, (*generator).forInteger},
		{"for slice", 3, (*generator).forSlice},
		{"for map", 2, (*generator).forMap},
		{"for string", 2, (*generator).forString},
		{"for channel", 2, (*generator).forChannel},
		{"for function", 2, (*generator).forFunction},
		{"for closures", 3, (*generator).loopClosures},

		{"switch", 3, (*generator).switchTagged},
		{"switch true", 2, (*generator).switchTagless},
		{"switch type", 4, (*generator).switchType},
		{"labels", 3, (*generator).labels},
		{"goto", 1, (*generator).gotoStatement},

		{"comma ok map", 2, (*generator).commaOkMap},
		{"comma ok assertion", 3, (*generator).commaOkAssertion},
		{"comma ok receive", 2, (*generator).commaOkReceive},

		{"closure", 3, (*generator).closure},
		{"methods", 4, (*generator).methodCalls},
		{"method values", 3, (*generator).methodValues},
		{"interfaces", 4, (*generator).interfaceValues},
		{"embedded pointer", 2, (*generator).embeddedPointer},
		{"function type", 1, (*generator).functionType},
		{"pointers", 3, (*generator).pointers},
		{"function values", 3, (*generator).functionValues},
		{"any values", 3, (*generator).anyValues},
		{"recursive types", 2, (*generator).recursiveTypes},
		{"conversions", 3, (*generator).conversions},
		{"shadowing", 2, (*generator).shadowing},
		{"variadic", 2, (*generator).variadic},
		{"list", 1, (*generator).linkedList},

		{"defer", 3, (*generator).deferStatements},
		{"recover", 4, (*generator).recovered},
		{"named results", 3, (*generator).namedResults},
		{"repanic", 2, (*generator).repanic},

		{"channels", 2, (*generator).channels},
		{"select", 2, (*generator).selectStatement},
		{"goroutines", 2, (*generator).goroutines},

		{"aliasing", 3, (*generator).aliasing},
		{"arrays", 2, (*generator).arrays},
		{"struct comparison", 2, (*generator).structs},
		{"map of structs", 2, (*generator).mapOfStructs},
		{"strings", 2, (*generator).stringBytes},
		{"overflow", 2, (*generator).overflow},
		{"floats", 2, (*generator).floats},
		{"order", 2, (*generator).order},
		{"reads", 2, (*generator).reads},

		{"sort", 3, (*generator).sortSink},
		{"json", 3, (*generator).jsonSink},
		{"errors", 3, (*generator).errorsSink},
		{"maps", 2, (*generator).mapsSink},
		{"text", 2, (*generator).textSink},
		{"template", 2, (*generator).templateSink},
		{"bufio", 1, (*generator).bufioSink},

		{"generic functions", 3, (*generator).genericFunctions},
		{"generic types", 3, (*generator).genericTypes},
		{"generic methods", 2, (*generator).genericMethods},
	}
}

// statement writes one construct.
func (g *generator) statement() {
	if g.lines > maxLines || g.cost > maxCost {
		g.show()
		return
	}
	total := 0
	for _, c := range constructs {
		if !g.disabled[c.name] {
			total += c.weight
		}
	}
	if total == 0 {
		g.show()
		return
	}
	k := g.n(total)
	for _, c := range constructs {
		if g.disabled[c.name] {
			continue
		}
		if k -= c.weight; k < 0 {
			c.write(g)
			return
		}
	}
}

// block writes statements in a scope of their own, without braces.
func (g *generator) block(statements int) {
	g.scope(func() {
		g.depth++
		defer func() { g.depth-- }()
		for range statements {
			if g.depth > 3 || g.lines > maxLines {
				g.show()
				continue
			}
			g.statement()
		}
	})
}

// scope forgets afterwards what do declares.
func (g *generator) scope(do func()) {
	vars, funcs := len(g.vars), len(g.funcs)
	do()
	g.vars, g.funcs = g.vars[:vars], g.funcs[:funcs]
}

// loop writes the body of a loop that runs about times times.
func (g *generator) loop(times int, body func()) {
	weight := g.weight
	g.weight *= times
	g.loops++
	g.scope(body)
	g.loops--
	g.weight = weight
}

// loopBody is a block, perhaps with a break or a continue.
func (g *generator) loopBody() {
	if g.chance(0.3) {
		g.line("if %s {\n%s\n}", g.condition(), pick(g, "break", "continue"))
	}
	g.block(1 + g.n(2))
	if g.chance(0.15) {
		g.line("if %s {\n%s\n}", g.condition(), pick(g, "break", "continue"))
	}
}

// capture returns what do writes instead of writing it.
func (g *generator) capture(do func()) string {
	out := g.out
	g.out = &strings.Builder{}
	do()
	text := g.out.String()
	g.out = out
	return text
}

// inFunction returns the statements of a function literal's body: what is
// around it stays in scope, but not its loops.
func (g *generator) inFunction(results []types.Type, do func()) string {
	loops, saved, in := g.loops, g.results, g.inFunc
	g.loops, g.results, g.inFunc = 0, results, true
	text := g.capture(func() { g.scope(do) })
	g.loops, g.results, g.inFunc = loops, saved, in
	return text
}

// topLevel returns the body of a declared function, which sees nothing but what
// is global, and what a call costs.
func (g *generator) topLevel(params []variable, results []types.Type, do func()) (body string, cost int) {
	vars, funcs, before, weight := g.vars, g.funcs, g.cost, g.weight
	g.weight = 1
	g.vars = nil
	for _, v := range vars {
		if g.once["global "+v.name] {
			g.vars = append(g.vars, v)
		}
	}
	g.vars = append(g.vars, params...)
	g.funcs = slices.DeleteFunc(slices.Clone(funcs), func(f function) bool { return f.local })
	body = g.inFunction(results, do)
	cost = g.cost - before + 1
	g.vars, g.funcs, g.cost, g.weight = vars, funcs, before, weight
	return body, cost
}

// line writes a line, or several.
func (g *generator) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	n := strings.Count(text, "\n") + 1
	g.lines += n
	g.cost += n * g.weight
	g.out.WriteString(text)
	g.out.WriteByte('\n')
}

// declare adds a top-level declaration.
func (g *generator) declare(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	g.lines += strings.Count(text, "\n") + 1
	g.decls = append(g.decls, text)
}

// declareOnce adds a declaration that several constructs want.
func (g *generator) declareOnce(key, text string) {
	if !g.once[key] {
		g.once[key] = true
		g.declare("%s", text)
	}
}

// add brings a variable into scope.
func (g *generator) add(name string, t types.Type) variable {
	v := variable{name: name, typ: t}
	g.vars = append(g.vars, v)
	return v
}

// addFixed brings a variable into scope that nothing assigns.
func (g *generator) addFixed(name string, t types.Type) {
	g.vars = append(g.vars, variable{name: name, typ: t, fixed: true})
}

// name is a new name.
func (g *generator) name(stem string) string {
	g.serials[stem]++
	return fmt.Sprintf("%s%d", stem, g.serials[stem])
}

func (g *generator) n(n int) int           { return g.rng.IntN(n) }
func (g *generator) chance(p float64) bool { return g.rng.Float64() < p }

// pick returns one of several.
func pick[T any](g *generator, of ...T) T { return of[g.n(len(of))] }
