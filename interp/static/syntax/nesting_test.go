package syntax

import (
	"strings"
	"testing"

	"krigo/cell"
)

// Source up to the limits has no fault. Beyond them, the fault is at the token that is too much.
func TestNestingIsLimitedWhereTheStackIsSmall(t *testing.T) {
	n := nesting{brackets: 4, tokens: 7, elses: 2}
	nested := func(k int) string { return "x := " + strings.Repeat("(", k) + "1" + strings.Repeat(")", k) }
	chain := func(k int) string { return "1" + strings.Repeat("+1", k) }
	elses := func(k int) string { return "if a {}" + strings.Repeat(" else if b {}", k) }
	for name, test := range map[string]struct {
		source, at, what string // at follows the place; "" without a fault
	}{
		"brackets":            {nested(4), "", ""},
		"more brackets":       {nested(5), "(1)))))", "4 brackets"},
		"expression":          {chain(3), "", ""},
		"longer expression":   {chain(4), "+1", "7 words"},
		"many arguments":      {"f(" + strings.Repeat("1+1, ", 100) + "1)", "", ""},
		"many statements":     {strings.Repeat("x = 1 + 2\n", 100), "", ""},
		"many blocks":         {strings.Repeat("for {\n}\n", 100), "", ""},
		"chain of else":       {elses(2), "", ""},
		"longer chain":        {elses(3), "else if b {}", "2 times else"},
		"text with brackets":  {`"((((((((((((((((((((((" // ((((((((`, "", ""},
		"brackets too many":   {"f()))))))); g((((1))))", "", ""},
		"words after a block": {"a b c d e f g h", "h", "7 words"},
	} {
		c := &cell.Cell{Source: test.source}
		lexemes, _ := Lex(c)
		fault := n.fault(c, lexemes)
		if (fault == nil) != (test.what == "") {
			t.Errorf("%s: %v", name, fault)
		} else if fault != nil && (c.Source[fault.Offset:] != test.at || !strings.Contains(fault.Message, test.what)) {
			t.Errorf("%s: at %q: %s", name, c.Source[fault.Offset:], fault.Message)
		}
		if (nesting{}).fault(c, lexemes) != nil {
			t.Errorf("%s has a fault without a limit", name)
		}
	}
}
