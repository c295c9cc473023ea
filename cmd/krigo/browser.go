package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// openBrowser shows an address in the user's browser: that which BROWSER names (a list,
// in which %s stands for the address), or the desktop's.
func openBrowser(address string) error {
	fault := errors.New("BROWSER names none, and this system has no opener")
	for _, command := range browserCommands(runtime.GOOS, os.Getenv("BROWSER"), address) {
		path, err := exec.LookPath(command[0])
		if err != nil {
			fault = err
			continue
		}
		browser := exec.Command(path, command[1:]...)
		if err := browser.Start(); err != nil {
			fault = err
			continue
		}
		go func() { _ = browser.Wait() }() // it is not ours any more
		return nil
	}
	return fault
}

// browserCommands returns the commands that may open an address, the best first.
func browserCommands(goos, variable, address string) [][]string {
	var all [][]string
	for _, entry := range filepath.SplitList(variable) {
		words := strings.Fields(entry)
		if len(words) == 0 {
			continue
		}
		named := false
		for i, w := range words {
			named = named || strings.Contains(w, "%s")
			words[i] = strings.ReplaceAll(w, "%s", address)
		}
		if !named {
			words = append(words, address)
		}
		all = append(all, words)
	}
	switch goos {
	case "windows":
		return append(all, []string{"rundll32", "url.dll,FileProtocolHandler", address})
	case "darwin":
		return append(all, []string{"open", address})
	}
	return append(all, []string{"xdg-open", address})
}
