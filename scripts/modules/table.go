package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"krigo/internal/replace"
)

// The lines of a document between which the table is written.
const (
	begin = "<!-- Written by go run ./scripts/modules. -->\n"
	end   = "<!-- End of the table. -->\n"
)

// writeTable writes the results into a document.
func writeTable(name string, results map[string]result) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(text, []byte(begin))
	_, after, ended := bytes.Cut(rest, []byte(end))
	if !found || !ended {
		return fmt.Errorf("%s has no lines %q and %q, between which the table belongs", name, begin, end)
	}
	return replace.Bytes(name, []byte(string(before)+begin+table(results)+end+string(after)))
}

// table writes the results as Markdown: a table of the modules, and the reasons of those that fail.
func table(results map[string]result) string {
	var b, faults strings.Builder
	same, ran := 0, 0
	b.WriteString("| module | version | result | CPU | functions compiled |\n| --- | --- | --- | ---: | ---: |\n")
	for _, r := range slices.SortedFunc(maps.Values(results), byModule) {
		if r.Broken {
			continue
		}
		ran++
		if r.Fault == "" {
			same++
		} else {
			fmt.Fprintf(&faults, "- `%s`: %s\n", r.Module, wrapped(r.Fault))
		}
		share := ""
		if all := r.Compiled + r.Interpreted; all > 0 {
			share = fmt.Sprintf("%d of %d", r.Compiled, all)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %.1f s | %s |\n", r.Module, shortened(r.Version), r.verdict(), r.Seconds, share)
	}
	summary := fmt.Sprintf("%d of %d programs print the same.\n\n", same, ran)
	if faults.Len() > 0 {
		faults.WriteString("\n")
		return "\n" + summary + b.String() + "\nThose that fail, and why:\n\n" + faults.String()
	}
	return "\n" + summary + b.String() + "\n"
}

// shortened returns a version without the time and the commit of a pseudo-version, which the program has.
func shortened(version string) string {
	if parts := strings.Split(version, "-"); len(parts) > 2 {
		return parts[0] + "-…"
	}
	return version
}

// wrapped breaks a text into the lines of a list's item.
func wrapped(text string) string {
	const width = 90
	var b strings.Builder
	column := 40
	for i, word := range strings.Fields(strings.ReplaceAll(text, "|", "\\|")) {
		if i > 0 && column+1+len(word) > width {
			b.WriteString("\n  ")
			column = 2
		} else if i > 0 {
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

func byModule(a, b result) int { return strings.Compare(a.Module, b.Module) }

// readResults reads the results of earlier runs by the names of programs; without a file there are none.
func readResults(name string) (map[string]result, error) {
	results := map[string]result{}
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return results, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &results)
	}
	return results, err
}

func writeResults(name string, results map[string]result) error {
	raw, err := json.MarshalIndent(results, "", "\t")
	if err != nil {
		return err
	}
	return replace.Bytes(name, append(raw, '\n'))
}
