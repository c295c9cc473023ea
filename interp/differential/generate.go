package main

import (
	"fmt"
	"regexp"
	"strings"
)

// maxLines is about how many lines of statements a generated program has.
const maxLines = 55

// maxCost is about how many lines a generated program executes.
const maxCost = 4000

// generator writes programs of all that Go has. That none depends on an order
// which Go leaves open, and that all end, is the concern of each construct.
type generator struct {
	*draft
	disabled map[string]bool // constructs that this program does without
}

// generate returns the program of a seed and an index: always the same.
func generate(seed uint64, index int) (string, error) {
	g := &generator{draft: newDraft(seed, index, maxCost), disabled: map[string]bool{}}
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
	for g.lines < maxLines && g.cost < g.budget {
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

// ending ends some programs other than by returning from main.
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
	if g.lines > maxLines || g.cost > g.budget {
		g.show()
		return
	}
	var enabled []construct
	var weights []int
	for _, c := range constructs {
		if !g.disabled[c.name] {
			enabled, weights = append(enabled, c), append(weights, c.weight)
		}
	}
	if len(enabled) == 0 {
		g.show()
		return
	}
	enabled[g.weighted(weights)].write(g)
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

// loopBody writes a block, perhaps with a break or a continue.
func (g *generator) loopBody() {
	if g.chance(0.3) {
		g.line("if %s {\n%s\n}", g.condition(), pick(g, "break", "continue"))
	}
	g.block(1 + g.n(2))
	if g.chance(0.15) {
		g.line("if %s {\n%s\n}", g.condition(), pick(g, "break", "continue"))
	}
}
