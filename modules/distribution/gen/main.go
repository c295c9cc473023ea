// Command gen writes built/defaults.json: the defaults of the Go distribution that runs it. The working
// folder is that of package distribution.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"krigo/internal/replace"
	"krigo/modules/distribution"
)

func main() {
	if err := write("built/defaults.json"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	defaults, err := distribution.Read(strings.TrimSpace(string(root)))
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(defaults, "", "\t")
	if err != nil {
		return err
	}
	return replace.Bytes(name, append(data, '\n'))
}
