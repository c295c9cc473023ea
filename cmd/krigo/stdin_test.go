package main

import "testing"

// scans is a program that reads two numbers, then the next line by its own bufio.Reader.
const scans = `package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	var a, b int
	n, err := fmt.Scanln(&a, &b)
	fmt.Println(n, err, a+b)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
}
`

// The outputs are those of the compiled program.
func TestScriptsReadStandardInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "scans.go", scans)
	for stdin, want := range map[string]string{
		"3 4\nrest\n": "2 <nil> 7\n\"rest\\n\" <nil>\n",
		"3 4\nrest":   "2 <nil> 7\n\"rest\" EOF\n",
		"":            "0 EOF 0\n\"\" EOF\n",
	} {
		if r := krigo(t, dir, stdin, "run", "scans.go"); r.status != 0 || r.stdout != want {
			t.Errorf("of %q: status %d, stdout %q, stderr %q, want %q", stdin, r.status, r.stdout, r.stderr, want)
		}
	}
}

// TestInputTakesOneLineOfStandardInput, and os.Stdin has the others.
func TestInputTakesOneLineOfStandardInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "asks.go", "name := input(\"\")\n// %%\nvar n int\nfmt.Scanln(&n)\nlast := input(\"\")\nfmt.Println(name, n, last)\n")
	if r := krigo(t, dir, "Ada\n7\nlast\n", "run", "asks.go"); r.status != 0 || r.stdout != "Ada 7 last\n" {
		t.Errorf("status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}
