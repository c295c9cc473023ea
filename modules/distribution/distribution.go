// Package distribution has the defaults of the go command: its module proxy, its checksum database and
// the database's key. They are not in the repository: `make build` reads them from the Go distribution
// that builds the program, and a program that was built otherwise reads them where Go is installed.
package distribution

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Defaults are the settings of a go command that the user has not set.
type Defaults struct {
	Proxy string            // GOPROXY
	SumDB string            // GOSUMDB
	Keys  map[string]string // verifier keys of checksum databases, by name
}

//go:embed built
var built embed.FS

// file is where make build writes the defaults, within this package.
const file = "built/defaults.json"

// Built returns the defaults that the program was built with; they are empty in a program that was not
// built by make.
func Built() (Defaults, error) {
	data, err := built.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Defaults{}, nil
	}
	var d Defaults
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		return Defaults{}, fmt.Errorf("distribution: %s: %w", file, err)
	}
	return d, nil
}

// Read reads the defaults of the Go distribution in a folder (GOROOT).
func Read(root string) (Defaults, error) {
	var d Defaults
	settings, err := os.ReadFile(filepath.Join(root, "go.env"))
	if err != nil {
		return Defaults{}, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(settings)); lines.Scan(); {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), "=")
		switch name {
		case "GOPROXY":
			d.Proxy = value
		case "GOSUMDB":
			d.SumDB = value
		}
	}
	d.Keys, err = keys(filepath.Join(root, "src", "cmd", "go", "internal", "modfetch", "key.go"))
	return d, err
}

// keys returns the strings of the map in a Go file, which are verifier keys by their names.
func keys(name string) (map[string]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		name, isName := text(pair.Key)
		key, isKey := text(pair.Value)
		if isName && isKey {
			found[name] = key
		}
		return true
	})
	if len(found) == 0 {
		return nil, fmt.Errorf("distribution: %s has no keys of checksum databases", name)
	}
	return found, nil
}

// text returns the value of a string literal.
func text(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}
