//go:build !js

package tables

import "github.com/traefik/yaegi/stdlib"

// standard has yaegi's own tables of the standard library.
var standard = stdlib.Symbols
