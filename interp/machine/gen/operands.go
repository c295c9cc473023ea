package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// operands writes the registers that operations name, for transformations of code.
func operands() string {
	var b bytes.Buffer
	b.WriteString("\nvar opOperands = [...]string{\n\t\"\",\n")
	for _, o := range operations {
		fmt.Fprintf(&b, "\t%q, // %s\n", operandsOf(o.body), o.name)
	}
	b.WriteString("}\n")
	return b.String()
}

var (
	register = regexp.MustCompile(`\b[iufgp][A-G]\b`)
	written  = regexp.MustCompile(`(?m)(?:^|[;{])\s*([iufgp][A-G]) = `)
)

// operandsOf returns the registers that a body writes, a sign =, and the registers that it reads; or a question mark,
// if the body does not name them all.
func operandsOf(body string) string {
	if strings.Contains(body, "t.") || strings.Contains(body, "wordAt") {
		return "?"
	}
	writes, reads := "", ""
	for _, m := range written.FindAllStringSubmatch(body, -1) {
		if !strings.Contains(writes, m[1]) {
			writes += m[1]
		}
	}
	for _, r := range register.FindAllString(written.ReplaceAllString(body, ""), -1) {
		if !strings.Contains(reads, r) {
			reads += r
		}
	}
	return writes + "=" + reads
}
